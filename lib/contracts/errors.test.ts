import { describe, expect, it } from "vitest";
import { AppError } from "./errors.ts";

describe("an application error", () => {
  it("is known by its mark, so that one from another bundle counts as well", () => {
    const mark = Symbol.for("causeway.app-error");
    class FromAnotherBundle extends Error {
      readonly [mark] = true;
    }
    expect(new AppError("E_INTERNAL", "x")).toBeInstanceOf(AppError);
    expect(new FromAnotherBundle()).toBeInstanceOf(AppError);
    expect(new Error("x")).not.toBeInstanceOf(AppError);
    expect(null).not.toBeInstanceOf(AppError);
  });
});

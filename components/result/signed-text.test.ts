import { describe, expect, it } from "vitest";
import { signedText } from "./signed-text.ts";

describe("a change with its sign", () => {
  it("tells rises from falls, and neither from what rounds to nothing", () => {
    expect(signedText(0.003, "points", "en")).toBe("+0.3 points");
    expect(signedText(-0.045, "points", "en")).toBe("−4.5 points");
    expect(signedText(-0.00004, "points", "en")).toBe("0.0 points");
    expect(signedText(-890_000, "currency:EUR", "en")).toBe("−€890,000");
  });
});

import { describe, expect, it } from "vitest";
import { idSchema } from "#lib/contracts/approval.ts";
import { partId } from "./ids.ts";

describe("ids of the parts of a run", () => {
  it("tells long names apart that begin alike, and names that differ by signs only", () => {
    const long = "of-split-analytics.fact_customer_subscription_monthly_snapshot.";
    const run = "run_0b8ff7f4-8a5c-4f0e-9d63-0f3f0a6f6c11";
    const ids = [`${long}country`, `${long}channel`, "a.b", "a-b"].map((name) => partId("res", run, name));
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(idSchema.safeParse(id).success).toBe(true);
    expect(partId("res", run, "a.b")).toBe(partId("res", run, "a.b"));
  });
});

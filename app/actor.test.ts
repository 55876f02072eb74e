import { describe, expect, it } from "vitest";
import type { Source } from "#lib/warehouse/sources.ts";
import { roleAt } from "./actor.ts";

const source = { config: { logins: { global: "", emea: "" }, default_role: "global" } } as unknown as Source;

describe("the role at a source", () => {
  it("is the one that was switched to, where the source has a login of that name", () => {
    expect(roleAt(source, { id: "usr", role: "emea" })).toBe("emea");
  });

  it("is the default one else, also for a name that every object knows", () => {
    for (const role of [undefined, "finance", "toString", "constructor", "__proto__"])
      expect(roleAt(source, { id: "usr", ...(role === undefined ? {} : { role }) })).toBe("global");
  });
});

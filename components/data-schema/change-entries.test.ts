import { expect, it } from "vitest";
import type { StructureChange } from "#lib/contracts/catalog-changes.ts";
import { changeGroups } from "./change-entries.ts";

const change = (id: string, extra: Partial<StructureChange> = {}): StructureChange => ({
  ...{ kind: "added", object: "column", id, before: null, after: null, proposal: null },
  ...extra,
});
const proposal = { to: "f.net_margin", score: 0.9, reasons: [] };
const found = [
  { foundAt: "2026-02-02T00:00:00Z", change: change("f.a") },
  { foundAt: "2026-02-02T00:00:00Z", change: change("f.gone", { kind: "removed" }) },
  { foundAt: "2026-02-02T00:00:00Z", change: change("f.profit_margin", { kind: "removed", proposal }) },
  { foundAt: "2026-01-01T00:00:00Z", change: change("f.old") },
];

it("puts what waits for a person first, and the newest find before the older", () => {
  const groups = changeGroups(found, [], "ada");
  expect(groups.map(({ entries }) => entries.map((entry) => entry.change.id))).toEqual([
    ["f.profit_margin", "f.gone", "f.a"],
    ["f.old"],
  ]);
});

it("tells who said what about a proposal, and nothing of one about another name", () => {
  const said = {
    from: "f.profit_margin",
    decision: "confirmed" as const,
    by: "ada",
    at: "2026-02-03T00:00:00Z",
  };
  const entryOf = (to: string) =>
    changeGroups(found, [{ ...said, to }], "ada")[0]!.entries.find((entry) => entry.change.proposal);
  expect(entryOf("f.net_margin")?.said).toMatchObject({ decision: "confirmed", by: null });
  expect(entryOf("f.other")?.said).toBeNull();
});

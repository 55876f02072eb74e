import { describe, expect, it } from "vitest";
import type { Column } from "#lib/contracts/catalog.ts";
import { diffStructure } from "./diff-structure.ts";
import type { RawCatalog } from "./raw-catalog.ts";

/** Tables with `column: type`. */
function raw(tables: Record<string, Record<string, string>>): RawCatalog {
  const columns = Object.entries(tables).flatMap(([table, fields]) =>
    Object.entries(fields).map(
      ([name, type]): Column => ({
        id: `s.${table}.${name}`,
        table: `s.${table}`,
        name,
        type,
        kind: type === "text" ? "text" : "decimal",
        nullable: true,
        top: [],
      }),
    ),
  );
  return {
    sourceId: "test",
    dialect: "postgres",
    tables: Object.keys(tables).map((name) => ({
      ...{ id: `s.${name}`, source: "test", schema: "s", name, kind: "table" as const },
      ...{ primaryKey: [], uniqueKeys: [] },
    })),
    columns,
    joins: [],
    values: [],
  };
}

const months = { month: "text", revenue: "numeric", cost: "numeric" };

describe("drift", () => {
  it("tells nothing where nothing changed", () => {
    expect(diffStructure(raw({ f: months }), raw({ f: months }))).toEqual([]);
  });

  it("tells an added and a removed column with the likely rename, and another type", () => {
    const changes = diffStructure(
      raw({ f: { ...months, profit_margin: "numeric" } }),
      raw({ f: { ...months, cost: "numeric(12,2)", net_margin: "numeric" } }),
    );
    expect(changes.map(({ kind, id }) => [kind, id])).toEqual([
      ["type-changed", "s.f.cost"],
      ["removed", "s.f.profit_margin"],
      ["added", "s.f.net_margin"],
    ]);
    expect(changes[0]).toMatchObject({ before: "numeric", after: "numeric(12,2)" });
    expect(changes[1]?.proposal).toMatchObject({ to: "s.f.net_margin" });
    expect(changes[1]!.proposal!.score).toBeGreaterThan(0.8);
  });

  it("proposes each new name once, to the column it resembles most", () => {
    const changes = diffStructure(
      raw({ f: { ...months, gross_margin: "numeric", net_margins: "numeric" } }),
      raw({ f: { ...months, net_margin: "numeric" } }),
    );
    const proposals = changes
      .filter(({ kind }) => kind === "removed")
      .map(({ id, proposal }) => [id, proposal?.to]);
    expect(proposals).toEqual([
      ["s.f.gross_margin", undefined],
      ["s.f.net_margins", "s.f.net_margin"],
    ]);
  });

  it("recognises a renamed table by its columns and tells them not one by one", () => {
    const changes = diffStructure(raw({ financials: months }), raw({ monthly_financials: months }));
    expect(changes.map(({ kind, object, proposal }) => [kind, object, proposal?.to])).toEqual([
      ["removed", "table", "s.monthly_financials"],
      ["added", "table", undefined],
    ]);
  });
});

import { describe, expect, it } from "vitest";
import type { Column } from "#lib/contracts/catalog.ts";
import type { OutputColumn, Reading } from "#lib/contracts/reading.ts";
import type { Cell, ResultColumn, StoredResult } from "#lib/contracts/statement.ts";
import { checkPlausible } from "./plausible.ts";

const price: Column = {
  id: "shop.items.price",
  table: "shop.items",
  name: "price",
  type: "numeric",
  kind: "decimal",
  nullable: false,
  min: "10",
  max: "110",
  top: [],
};

function findings(kind: ResultColumn["kind"], role: OutputColumn["role"], values: Cell[]) {
  const result = {
    columns: [{ name: "price", type: kind, kind }],
    rows: values.map((value) => [value]),
  } as StoredResult;
  const output: OutputColumn[] = [{ name: "price", label: "Price", role, binding: price.id }];
  return checkPlausible(result, { output } as Reading, { columns: [price] });
}

describe("whether a result is plausible", () => {
  it("says which value lies far outside what its column was known to hold", () => {
    expect(findings("decimal", "attribute", ["20", null, "211"])).toMatchObject([{ code: "anomaly" }]);
    expect(findings("decimal", "attribute", ["20", null, "-91"])).toMatchObject([{ code: "anomaly" }]);
  });

  it("lets values pass that are new but near: profiles are samples and age", () => {
    expect(findings("decimal", "attribute", ["9", "150", "209"])).toEqual([]);
  });

  it("does not hold a sum against the range of what it adds up", () => {
    expect(findings("decimal", "measure", ["1000000"])).toEqual([]);
  });

  it("says where a figure came as something that is none", () => {
    expect(findings("text", "measure", ["12"])).toMatchObject([{ code: "type_mismatch" }]);
    expect(findings("interval", "measure", ["1 mon"])).toEqual([]);
  });
});

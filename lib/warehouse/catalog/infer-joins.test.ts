import { describe, expect, it } from "vitest";
import type { Column, Table } from "#lib/contracts/catalog.ts";
import { inferJoins } from "./infer-joins.ts";
import type { RawCatalog } from "./raw-catalog.ts";

/** Tables of so many rows, their columns with kind and stored values; the first column of each is unique. */
function raw(
  tables: Record<string, Record<string, { kind?: "integer" | "text"; values: string[] }>>,
): RawCatalog {
  const columns: Column[] = [];
  const values: RawCatalog["values"] = [];
  const made: Table[] = Object.entries(tables).map(([name, fields]) => {
    const rows = Math.max(...Object.values(fields).map((field) => field.values.length));
    for (const [field, { kind = "text", values: list }] of Object.entries(fields)) {
      const id = `main.${name}.${field}`;
      const numbers = list.map(Number);
      const range =
        kind === "integer" ? { min: `${Math.min(...numbers)}`, max: `${Math.max(...numbers)}` } : {};
      columns.push({
        id,
        table: `main.${name}`,
        name: field,
        type: kind,
        kind,
        nullable: false,
        nullShare: 0,
        distinct: new Set(list).size,
        top: [],
        ...range,
      });
      if (kind === "text") values.push({ column: id, values: [...new Set(list)], complete: true });
    }
    return {
      id: `main.${name}`,
      source: "test",
      schema: "main",
      name,
      kind: "table",
      rows,
      primaryKey: [],
      uniqueKeys: [],
    };
  });
  return { sourceId: "test", dialect: "postgres", tables: made, columns, joins: [], values };
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));

describe("joins that nobody declared", () => {
  it("leads from customer_id to the key of customers, surely enough to be used", () => {
    const [join, ...more] = inferJoins(
      raw({
        customers: { id: { kind: "integer", values: numbers(5) } },
        orders: {
          order_no: { values: numbers(9) },
          customer_id: { kind: "integer", values: ["1", "1", "2", "5"] },
        },
      }),
    );
    expect(more).toEqual([]);
    expect(join).toMatchObject({
      from: ["main.orders.customer_id"],
      to: ["main.customers.id"],
      origin: "inferred",
      cardinality: "many_to_one",
    });
    expect(join!.score).toBeGreaterThanOrEqual(0.8);
  });

  it("believes equal names only where the values meet", () => {
    const tables = (states: string[]) =>
      raw({
        state: { state_name: { values: ["ohio", "texas", "utah"] } },
        city: { city_name: { values: ["a", "b", "c", "d"] }, state_name: { values: states } },
      });
    expect(inferJoins(tables(["ohio", "ohio", "utah", "texas"]))).toHaveLength(1);
    expect(inferJoins(tables(["OH-1", "OH-2", "UT-1", "TX-9"]))).toEqual([]);
  });

  it("takes no count for a key, and no common name for a link", () => {
    expect(
      inferJoins(
        raw({
          host: { id: { kind: "integer", values: numbers(9) }, name: { values: ["x", "y", "z"] } },
          party: {
            theme: { values: ["p", "q"] },
            number_of_hosts: { kind: "integer", values: ["2", "3"] },
            name: { values: ["x", "y"] },
          },
        }),
      ),
    ).toEqual([]);
  });
});

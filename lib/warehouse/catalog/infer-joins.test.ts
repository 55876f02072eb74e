import { describe, expect, it } from "vitest";
import type { Column, Table } from "#lib/contracts/catalog.ts";
import { inferJoins, joinCandidates, joinKey } from "./infer-joins.ts";
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

  it("believes a probe of the values more than ranges that happen to overlap", () => {
    const tables = raw({
      customers: { customer_id: { kind: "integer", values: numbers(50) } },
      crm_accounts: {
        ref: { values: numbers(60) },
        customer_id: { kind: "integer", values: ["3", "9", "40"] },
      },
    });
    const pair = { from: "main.crm_accounts.customer_id", to: "main.customers.customer_id" };
    const probed = (found: number, repeats = false) =>
      inferJoins({ ...tables, overlaps: [{ ...pair, sampled: 200, found, repeats }] });
    expect(
      joinCandidates(tables).map(({ from, to }) => ({ from: from.column.id, to: to.column.id })),
    ).toEqual([pair]);
    expect(probed(0)).toEqual([]);
    expect(probed(200, true)).toEqual([]);
    expect(probed(140)[0]?.score).toBeLessThan(0.9);
    expect(probed(200)[0]?.reasons).toContain("200 of 200 sampled values are there");
  });

  it("offers no join that a person rejected", () => {
    const tables = raw({
      customers: { id: { kind: "integer", values: numbers(5) } },
      orders: { order_no: { values: numbers(9) }, customer_id: { kind: "integer", values: ["1", "2"] } },
    });
    const [join] = inferJoins(tables);
    expect(inferJoins(tables, new Set([joinKey(join!)]))).toEqual([]);
  });
});

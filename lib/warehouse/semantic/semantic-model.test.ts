import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { subjectAreas } from "#db/demo/areas.ts";
import { readSemanticModel, SemanticModelError } from "./semantic-model.ts";

const model = (metric: string, more = "") => `
version: 0.2.0.dev0
semantic_model:
  - name: test
    datasets:
      - name: lines
        source: shop.order_lines
        primary_key: [id]
      - name: orders
        source: shop.orders
        primary_key: [id]
    relationships:
      - { name: r, from: lines, to: orders, from_columns: [order_id], to_columns: [id] }
    metrics:
      - name: net_sales
        expression: { dialects: [{ dialect: ANSI_SQL, expression: "${metric}" }] }
        ai_context: { synonyms: [turnover] }
${more}`;

const faultsOf = (yaml: string) => {
  try {
    readSemanticModel(yaml);
  } catch (error) {
    if (error instanceof SemanticModelError)
      return error.faults.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
};

describe("a semantic model", () => {
  it("binds a metric's columns to catalog ids and leaves its numbers alone", () => {
    const [metric] = readSemanticModel(model("SUM(lines.price * 1.5)")).metrics;
    expect(metric).toMatchObject({
      name: "net sales",
      synonyms: ["turnover"],
      expression: "SUM({{shop.order_lines.price}} * 1.5)",
      columns: ["shop.order_lines.price"],
    });
  });

  it("turns relationships into confirmed joins", () => {
    expect(readSemanticModel(model("SUM(lines.price)")).joins).toEqual([
      {
        from: ["shop.order_lines.order_id"],
        to: ["shop.orders.id"],
        origin: "confirmed",
        score: 1,
        cardinality: "many_to_one",
      },
    ]);
  });

  it("names each fault with its path and what would be right", () => {
    expect(faultsOf(model("SUM(linez.price)"))).toContain(
      "semantic_model[0].metrics[0].expression: no dataset is named linez",
    );
    expect(faultsOf(model("COUNT(*)"))).toContain(
      "semantic_model[0].metrics[0].expression: names no column; write dataset.field",
    );
    const misspelt = readSemanticModel(model("SUM(lines.price)", "        descripton: typo"));
    expect(misspelt.metrics).toHaveLength(1);
    expect(misspelt.warnings).toEqual([
      {
        path: "semantic_model[0].metrics[0].descripton",
        line: 18,
        message: '"descripton" is no key of the standard and is not used. Did you mean "description"?',
      },
    ]);
    expect(() => readSemanticModel(model("SUM(linez.price)"))).toThrow("line 16: ");
    expect(faultsOf("version: 9\nsemantic_model: []").length).toBe(2);
    expect(faultsOf("a: [").length).toBe(1);
  });

  it("is valid for the demo company, with every metric the demo speaks of", () => {
    const northlight = readSemanticModel(readFileSync("config/semantic/northlight.yaml", "utf8"));
    expect(northlight.metrics.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        "revenue",
        "units_sold",
        "order_count",
        "visits",
        "net_margin",
        "gross_margin",
      ]),
    );
    expect(northlight.glossary.find(({ term }) => term === "price")?.binding).toEqual({
      kind: "column",
      column: "catalog.products.list_price",
    });
  });
  it("names only tables and columns that the demo company has, and every table that may be read", () => {
    const northlight = readSemanticModel(readFileSync("config/semantic/northlight.yaml", "utf8"));
    const tables = subjectAreas.flatMap((area) => area.tables);
    const known = new Set(
      tables.flatMap(({ schema, name, columns }) => [
        `${schema}.${name}`,
        ...Object.keys(columns).map((column) => `${schema}.${name}.${column}`),
      ]),
    );
    const named = [
      ...northlight.metrics.flatMap(({ columns, time }) => [...columns, ...(time ? [time] : [])]),
      ...northlight.joins.flatMap(({ from, to }) => [...from, ...to]),
      ...northlight.glossary.flatMap(({ binding }) => ("column" in binding ? [binding.column] : [])),
      ...Object.keys(northlight.tableSynonyms),
      ...Object.keys(northlight.columnSynonyms),
    ];
    expect(named.filter((id) => !known.has(id))).toEqual([]);
    const model = readFileSync("config/semantic/northlight.yaml", "utf8");
    const absent = tables.filter(
      ({ schema, name, withheld }) => !withheld && !model.includes(`source: ${schema}.${name}\n`),
    );
    expect(absent).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { sketchCatalog } from "#lib/nlq/testing/catalogs.ts";
import { TABLES_A_PAGE, tableList, tableView } from "./schema-view.ts";

const catalog = sketchCatalog({
  order_lines: {
    columns: { id: "integer", order_id: "integer", quantity: "integer" },
    key: ["id"],
    refers: { order_id: "orders.id" },
  },
  orders: { columns: { id: "integer", placed_on: "date", quantity_note: "text?" }, key: ["id"] },
});

describe("the list of tables", () => {
  it("finds a table by words of its name, and by its columns behind those", () => {
    expect(tableList(catalog, "order lines", 1).lines.map(({ name }) => name)).toEqual(["order_lines"]);
    const byColumn = tableList(catalog, "quantity", 1).lines;
    expect(byColumn.map(({ name, found }) => [name, found])).toEqual([
      ["order_lines", ["quantity"]],
      ["orders", ["quantity_note"]],
    ]);
    expect(tableList(catalog, "weather", 1)).toMatchObject({ total: 0, pages: 1 });
  });

  it("comes in pages, and a page that is not there is the last", () => {
    const many = sketchCatalog(
      Object.fromEntries(
        Array.from({ length: 120 }, (_, at) => [`t${at}`, { columns: { id: "integer" }, key: ["id"] }]),
      ),
    );
    expect(tableList(many, "", 1)).toMatchObject({ total: 120, pages: 3 });
    expect(tableList(many, "", 9)).toMatchObject({ page: 3 });
    expect(tableList(many, "", 3).lines).toHaveLength(120 - 2 * TABLES_A_PAGE);
  });
});

describe("one table", () => {
  it("tells its keys and what it joins, from either side", () => {
    const lines = tableView(catalog, "main.order_lines")!;
    expect(lines.list.map(({ name, key }) => [name, key])).toEqual([
      ["id", "primary"],
      ["order_id", null],
      ["quantity", null],
    ]);
    expect(lines.joins).toMatchObject([{ other: "main.orders", refers: true }]);
    expect(tableView(catalog, "main.orders")!.joins).toMatchObject([
      { other: "main.order_lines", refers: false },
    ]);
  });

  it("is nothing where the role sees no such table", () => {
    expect(tableView(catalog, "main.pii_raw")).toBeNull();
  });
});

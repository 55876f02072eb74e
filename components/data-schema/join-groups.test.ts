import { expect, it } from "vitest";
import type { Join } from "#lib/contracts/catalog.ts";
import type { JoinDecision } from "#lib/contracts/catalog-changes.ts";
import { sketchCatalog } from "#lib/nlq/testing/catalogs.ts";
import { joinGroups } from "./join-groups.ts";

const join = (from: string, to: string, extra: Partial<Join>): Join => ({
  ...{
    from: [`main.${from}`],
    to: [`main.${to}`],
    origin: "inferred",
    score: 0.9,
    cardinality: "many_to_one",
  },
  ...extra,
});
const columns = sketchCatalog({
  orders: { columns: { a: "integer", b: "integer", c: "integer", d: "integer" }, key: [] },
  things: { columns: { id: "integer" }, key: ["id"] },
}).columns;
const joins = [
  join("orders.a", "things.id", { score: 0.7 }),
  join("orders.b", "things.id", { score: 0.95 }),
  join("orders.c", "things.id", {
    ...{ origin: "confirmed", score: 1, reasons: ["ada confirmed it", "same numbers"] },
    confirmed: { by: "ada", at: "2026-01-01T00:00:00Z" },
  }),
  join("orders.d", "things.id", { origin: "declared", score: 1 }),
];
const rejected = (from: string): JoinDecision => ({
  ...{ from: [from], to: ["main.things.id"], decision: "rejected", by: "bo", at: "2026-01-01T00:00:00Z" },
  reason: null,
});
const grouped = (search = "", decisions: JoinDecision[] = []) =>
  joinGroups({ joins, columns }, decisions, { reader: "ada", isUnsure: ({ score }) => score < 0.8, search });

it("keeps apart what is asked about, what is used, and what nobody has to decide", () => {
  const groups = grouped();
  expect(
    Object.fromEntries(Object.entries(groups).map(([name, list]) => [name, list.map(({ can }) => can)])),
  ).toEqual({
    ...{ ask: ["decide"], inferred: ["decide"], rejected: [], confirmed: ["undo"], declared: [null] },
  });
  expect(groups.confirmed[0]).toMatchObject({ said: { by: null }, reasons: ["same numbers"] });
});

it("shows a rejected one to whoever sees both of its columns, and to nobody else", () => {
  const { rejected: shown } = grouped("", [rejected("main.orders.a"), rejected("main.hidden.x")]);
  expect(shown.map(({ from }) => from[0])).toEqual(["main.orders.a"]);
  expect(shown[0]!.said).toMatchObject({ by: "bo" });
});

it("finds joins by words of their columns", () => {
  expect(grouped("orders.b").inferred).toHaveLength(1);
  expect(grouped("orders.b").ask).toEqual([]);
});

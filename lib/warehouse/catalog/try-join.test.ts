import { expect, it } from "vitest";
import type { Join } from "#lib/contracts/catalog.ts";
import { multiplies, orphanFinding, TRIAL_ROWS, trialOf, trialStatement } from "./try-join.ts";

const join: Join = {
  from: ["s.orders.campaign"],
  to: ["s.campaigns.code"],
  origin: "inferred",
  score: 0.9,
  cardinality: "many_to_one",
};

it("says that a join multiplies rows, and nothing where it does not", () => {
  expect(multiplies(join, { referring: 100, joined: 130, matched: 130 })).toContain("makes 130 rows of 100");
  expect(multiplies(join, { referring: 100, joined: 100, matched: 80 })).toBeNull();
});

it("says which share of the rows has no partner, from one in a hundred on", () => {
  expect(orphanFinding(join, { referring: 1000, joined: 1000, matched: 880 })).toMatchObject({
    code: "orphans",
    sentence: expect.stringContaining("12 % of the orders"),
  });
  expect(orphanFinding(join, { referring: 1000, joined: 1000, matched: 995 })).toBeNull();
  expect(orphanFinding(join, { referring: 0, joined: 0, matched: 0 })).toBeNull();
});

it("bounds the rows it looks at on both uses of the referring side, and quotes as the engine does", () => {
  const columns = ["orders.campaign", "campaigns.code"].map((name) => ({
    ...{ id: `s.${name}`, table: `s.${name.split(".")[0]}`, name: name.split(".")[1]! },
    ...{ type: "text", kind: "text" as const, nullable: true, top: [] },
  }));
  const postgres = trialStatement(join, { columns, dialect: "postgres" });
  expect(postgres.split(`LIMIT ${TRIAL_ROWS}`)).toHaveLength(3);
  expect(postgres).toContain('"s"."orders"');
  expect(trialStatement(join, { columns, dialect: "mysql" })).toContain("`s`.`orders`");
});

it("reads counts that come as text, and nothing out of an empty result", () => {
  expect(trialOf({ rows: [["10", "10", "8"]] })).toEqual({ referring: 10, joined: 10, matched: 8 });
  expect(trialOf({ rows: [] })).toBeNull();
});

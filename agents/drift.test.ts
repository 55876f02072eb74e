import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decideRename, readChanges } from "#lib/warehouse/catalog/decisions.ts";
import { analyst, answerOf, data, openStage, type Stage } from "./testing/stage.ts";

const QUESTION = "What was compliance cost by country in 2025?";
const from = "finance.monthly_financials.compliance_cost";
const to = "finance.monthly_financials.regulatory_compliance_cost";

describe("a column that is renamed in the warehouse", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ webEvents: 1_000, approveAbove: 5_000_000 });
  });
  afterAll(() => stage?.close());

  it("is noticed by the query that meets it, told at intake, and followed once a person confirms it", async () => {
    const before = await stage.ask(QUESTION);
    expect(before.status).toBe("done");

    const owner = postgres(stage.warehouseUrl, { max: 1, onnotice: () => undefined });
    await owner`alter table finance.monthly_financials rename column compliance_cost to regulatory_compliance_cost`;
    await owner.end();

    // The catalog in memory still has the old name: the database says that it is gone.
    const meets = await stage.ask(`${QUESTION} `);
    expect(data(meets, "sql-executed")).toEqual([]);

    const told = await stage.ask("What was compliance cost per country in 2025?");
    expect(data(told, "node-finished")[0]!.decision).toContain("their columns are no longer there");

    const place = { sourceId: "northlight", role: analyst.role };
    const changes = (await readChanges(stage.engine.core.db, place)).map(({ change }) => change);
    expect(changes.map(({ kind, id }) => [kind, id]).toSorted()).toEqual([
      ["added", to],
      ["removed", from],
    ]);
    expect(changes.find(({ id }) => id === from)?.proposal).toMatchObject({ to });

    await decideRename(
      stage.engine.core.db,
      "northlight",
      { from, to },
      { decision: "confirmed", by: "usr_ada" },
    );
    const after = await stage.ask(QUESTION);
    expect(after.status).toBe("done");
    expect(answerOf(after)).toBe(answerOf(before));
  });
});

import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Clarification } from "#lib/contracts/clarification.ts";
import { answerClarification } from "#lib/runs/clarifications.ts";
import { undoJoin } from "#lib/warehouse/catalog/decisions.ts";
import { analyst, answerOf, data, openStage, type Stage, type Told } from "./testing/stage.ts";

const QUESTION = "How many vouchers are there by tier?";
const link = { from: ["sales.vouchers.partner"], to: ["sales.partners.name"] };

/** Two tables that no key links: one partner of six is in no list. */
const vouchers = `
  create table sales.partners (name text not null, tier text not null);
  insert into sales.partners values ('Abel', 'gold'), ('Bora', 'gold'), ('Cilo', 'silver'), ('Dune', 'silver'), ('Elva', 'bronze');
  create table sales.vouchers (voucher_no int primary key, partner text not null);
  insert into sales.vouchers select n, (array['Abel', 'Bora', 'Cilo', 'Dune', 'Elva', 'Fynn'])[1 + n % 6] from generate_series(1, 60) n;
  grant select on sales.partners, sales.vouchers to causeway_global;
  analyze sales.partners, sales.vouchers`;

describe("joins that nobody declared", () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage({ webEvents: 1_000, approveAbove: 5_000_000 });
    const owner = postgres(stage.warehouseUrl, { max: 1, onnotice: () => undefined });
    await owner.unsafe(vouchers).simple();
    await owner.end();
  });
  afterAll(() => stage?.close());

  const askedIn = (run: Told): Clarification => data(run, "clarification-asked").at(-1)!.clarification;
  const answer = async (run: Told, option: string) => {
    await answerClarification(stage.engine.core.db, analyst, { id: askedIn(run).id, option, text: null });
    stage.engine.execute().nudge();
    return stage.told(run);
  };

  it("tries a likely one first, tells the rows without a partner and by which rule it was taken", async () => {
    const run = await stage.ask("How many orders are there by campaign name?");
    expect(run.status).toBe("done");
    const joins = data(run, "join-approved").flatMap((each) => each.joins);
    const campaign = joins.find(({ from }) => from[0] === "sales.orders.campaign_code");
    expect(campaign).toMatchObject({ origin: "inferred", rule: "inferred, score 0.89 ≥ 0.8", by: null });
    expect(campaign!.trial!.joined).toBe(campaign!.trial!.referring);
    expect(answerOf(run)).toMatch(/1[0-3](\.\d)? % of the orders that name one have no row in campaigns/);
  });

  it("names a declared key or the semantic model as the rule where one of them links the tables", async () => {
    const run = await stage.ask("What was revenue by segment in 2025?");
    const rules = data(run, "join-approved").flatMap((each) => each.joins.map(({ rule }) => rule));
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) expect(["declared key", "semantic model"]).toContain(rule);
  });

  it("asks about an unsure one with its reasons, and remembers a yes for everybody", async () => {
    const run = await stage.ask(QUESTION);
    expect(run.status).toBe("needs_answer");
    expect(askedIn(run).question).toContain("vouchers.partner = partners.name");
    expect(askedIn(run).question).toContain("5 of 6 different values are there");
    expect(data(run, "sql-executed")).toEqual([]);

    const answered = await answer(run, "join-yes");
    expect(answered.status).toBe("done");
    const joins = data(answered, "join-approved").flatMap((each) => each.joins);
    expect(joins).toMatchObject([{ ...link, origin: "confirmed", by: analyst.id }]);
    expect(joins[0]!.rule).toMatch(/^confirmed by usr_analyst on \d{4}-/);

    const again = await stage.ask(QUESTION, { actor: { ...analyst, id: "usr_other" } });
    expect(again.status).toBe("done");
  });

  it("does not offer one again that was rejected", async () => {
    await undoJoin(stage.engine.core.db, "northlight", link);
    const run = await stage.ask(QUESTION);
    expect(run.status).toBe("needs_answer");
    const answered = await answer(run, "join-no");
    expect(data(answered, "sql-executed")).toEqual([]);
    const again = await stage.ask(QUESTION);
    expect(data(again, "clarification-asked")).toEqual([]);
    expect(data(again, "sql-executed")).toEqual([]);
    await undoJoin(stage.engine.core.db, "northlight", link);
  });

  it("joins the old CRM's accounts by neither their look-alike key nor their mixed references", async () => {
    const catalog = await stage.engine.sources.of().catalog(analyst, "2026-10-01T00:00:00Z");
    const legacy = catalog.joins.filter(({ from, to }) =>
      [...from, ...to].some((id) => id.startsWith("legacy.")),
    );
    expect(legacy.map(({ from }) => from[0])).toEqual(["legacy.crm_accounts.country_code"]);
    const run = await stage.ask("How many legacy accounts are there per customer segment?");
    expect(data(run, "sql-executed")).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlExecutions } from "#db/core/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { startRun } from "#lib/runs/start.ts";
import { analyst, data, openStage, type Stage, type Told } from "./testing/stage.ts";

/** Above this a person is asked; the demo here has more web events than that. */
const LIMIT = 150_000;
const EVENTS = 200_000;
/** Some queries over all events, and then no more. */
const BUDGET = 3 * EVENTS;
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({
    webEvents: EVENTS,
    approveAbove: LIMIT,
    budgetRows: BUDGET,
    resultMinutes: 5,
  });
}, 180_000);
afterAll(() => stage?.close());

const textOf = (run: Told) => data(run, "answer-written").at(-1)!.answer.text;
const executions = () => stage.engine.core.db.select().from(sqlExecutions);
const person = (id: string, role = "global"): Actor => ({ ...analyst, id, role });

describe("a costly question", () => {
  it("that names no period is cut to the end of the data before anybody is asked, and says so", async () => {
    const run = await stage.ask("How many visits did each page get per customer?");
    expect(run.status).toBe("done");
    const retry = data(run, "retry-decided")[0]!;
    expect(retry.diagnosis).toContain("names no period");
    expect(data(run, "sql-estimated").map(({ price }) => price.verdict)).toEqual(["ask", "run"]);
    expect(textOf(run)).toContain("No period was named");
  });

  it("is asked about where all of it was meant", async () => {
    const run = await stage.ask("How many visits did each page get per customer in all years?", {
      actor: person("usr_all"),
    });
    expect(run.status).toBe("needs_approval");
  });

  it("is refused in words once the asker's budget of the day is used up, and only that asker's", async () => {
    const spender = person("usr_spender");
    const ask = (actor: Actor, question: string) =>
      startRun(stage.engine.core.db, {
        actor,
        question,
        source: { id: "northlight", name: "Northlight warehouse" },
        options: { approval: { kind: "budget", maxRows: 10 * EVENTS } },
      });
    const outcomes: Told[] = [];
    for (const by of ["page", "customer", "month", "quarter"]) {
      const started = await ask(spender, `How many visits per ${by} in all years?`);
      stage.engine.execute().nudge();
      outcomes.push(await stage.told(started));
    }
    const statuses = outcomes.map(({ status }) => status);
    const refused = statuses.indexOf("declined");
    expect(refused).toBeGreaterThan(0);
    expect(new Set(statuses.slice(0, refused))).toEqual(new Set(["done"]));
    expect(textOf(outcomes[refused]!)).toMatch(/of your budget for today, and .* are left/);
    const other = await ask(person("usr_other"), "How many visits per year in all years?");
    stage.engine.execute().nudge();
    expect((await stage.told(other)).status).toBe("done");
  });
});

describe("the same statement again", () => {
  it("is answered from its result for a while, by whoever asks as the same role, and says from when", async () => {
    const question = "What was revenue by segment in 2025?";
    const first = await stage.ask(question, { actor: person("usr_first") });
    const booked = (await executions()).length;
    const second = await stage.ask(question, { actor: person("usr_second") });
    expect((await executions()).length).toBe(booked);
    const executed = data(second, "sql-executed")[0]!;
    expect(executed.recalledFrom).toBeDefined();
    expect(executed.resultId).not.toBe(data(first, "sql-executed")[0]!.resultId);
    expect(data(second, "claims-verified")[0]!.removed).toEqual([]);
    expect(textOf(second)).toContain("The rows were read just now for the same query.");
  });

  it("never crosses rights", async () => {
    const question = "What was revenue by segment in 2024?";
    await stage.ask(question, { actor: person("usr_first") });
    const emea = await stage.ask(question, { actor: person("usr_second", "emea") });
    expect(data(emea, "sql-executed")[0]!.recalledFrom).toBeUndefined();
  });
});

describe("questions beyond the rate limit", () => {
  it("are refused with how long to wait, for one person and for all together", async () => {
    const rateLimits = { ...stage.engine.config.rate_limits, runs_per_minute: 2 };
    const ask = (actor: Actor, limits = rateLimits) =>
      startRun(stage.engine.core.db, {
        actor,
        question: "What was revenue in 2025?",
        source: { id: "northlight", name: "Northlight warehouse" },
        options: { approval: { kind: "ask" } },
        rateLimits: limits,
      });
    const keen = person("usr_keen");
    await ask(keen);
    await ask(keen);
    await expect(ask(keen)).rejects.toThrow(
      /You asked 2 questions within a minute.*can be asked in \d+ seconds/,
    );
    await ask(person("usr_calm"));
    await expect(ask(person("usr_late"), { ...rateLimits, runs_per_minute_in_all: 3 })).rejects.toMatchObject(
      {
        code: "E_RATE_LIMIT",
      },
    );
  });
});

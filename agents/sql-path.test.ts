import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CoreDatabase, openCore } from "#db/core/client.ts";
import { approvals, runs, sqlExecutions } from "#db/core/schema.ts";
import { verifyChain } from "#lib/audit/chain.ts";
import { decideApproval } from "#lib/runs/approvals.ts";
import { cancelRun } from "#lib/runs/cancel.ts";
import { readRecords } from "#lib/runs/event-log.ts";
import { readResultFor } from "#lib/runs/results.ts";
import { reviseWaitingStatement } from "./revise-approval.ts";
import { analyst, data, openStage, type Stage, type Told } from "./testing/stage.ts";

/** More than any other table, so that the limit lies between them and the rest. */
const EVENTS = 900_000;
const LIMIT = 200_000;
const COSTLY = "How many visits did each page get per customer last year?";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ webEvents: EVENTS, approveAbove: LIMIT });
});

afterAll(() => stage?.close());

const ask = (question: string, actor = analyst) => stage.ask(question, { actor });
const told = (runId: string) => stage.told({ runId, threadId: "" });

async function waiting() {
  const run = await ask(COSTLY);
  expect(run.status).toBe("needs_approval");
  const approval = data(run, "approval-asked").at(-1)!.approval;
  const decide = (decision: "approve" | "reject" | "smaller", shown = approval) =>
    decideApproval(stage.engine.core.db, analyst, {
      id: shown.id,
      revision: shown.revision,
      sqlHash: shown.sqlHash,
      decision,
    });
  return { run, approval, decide };
}

async function executions(runId: string) {
  return stage.engine.core.db.select().from(sqlExecutions).where(eq(sqlExecutions.runId, runId));
}

describe("a question on the SQL path", () => {
  it("is answered with figures that are cells of its stored result", async () => {
    const run = await ask("revenue by segment");
    expect(run.status).toBe("done");
    const { answer } = data(run, "answer-written")[0]!;
    const { resultId } = data(run, "sql-executed")[0]!;
    const result = await readResultFor(stage.engine.core.db, analyst, resultId);
    expect(result.rows).toHaveLength(4);
    const cells = answer.claims.filter((claim) => claim.basis.kind === "cell");
    expect(cells.length).toBeGreaterThan(2);
    for (const { value, basis } of cells)
      if (basis.kind === "cell") expect(result.rows[basis.row]![basis.column]).toBe(value);
    expect(data(run, "claims-verified")[0]!.removed).toEqual([]);
  });

  it("gives the same revenue however it is asked, to the cent", async () => {
    const lines = await ask("What was revenue in Q3 2025?");
    const [figure] = data(lines, "answer-written")[0]!.answer.claims;
    const [row] = await warehouseRows<{ total: string }>(
      "select sum(revenue)::text as total from finance.monthly_financials where month >= '2025-07-01' and month < '2025-10-01'",
    );
    expect(Number(figure!.value)).toBe(Number(row!.total));
  });

  it("takes at most nine supersteps and leaves a chain that verifies", async () => {
    const run = await ask("top five products by quantity in Germany");
    expect(run.status).toBe("done");
    const steps = run.events.filter((event) => event.kind === "node-started");
    expect(steps.length).toBeLessThanOrEqual(9);
    const [row] = await stage.engine.core.db.select().from(runs).where(eq(runs.id, run.runId));
    const records = await readRecords(stage.engine.core.db, run.runId);
    expect(verifyChain(run.runId, row!.salt, records, { seq: row!.lastSeq, hash: row!.lastHash })).toBeNull();
  });

  it("shows each role only what the database lets it see", async () => {
    const all = await ask("how many customers do we have?");
    const emea = await ask("how many customers do we have?", { ...analyst, id: "usr_emea", role: "emea" });
    const count = (run: Told) => Number(data(run, "answer-written")[0]!.answer.claims[0]!.value);
    expect(count(emea)).toBeGreaterThan(0);
    expect(count(emea)).toBeLessThan(count(all));
  });

  it("is declined in words where it is not about these data", async () => {
    const run = await ask("What is the weather in Paris?");
    expect(run.status).toBe("declined");
    expect(data(run, "sql-executed")).toEqual([]);
    expect(data(run, "answer-written")[0]!.answer.text.length).toBeGreaterThan(20);
  });
});

describe("a costly question", () => {
  it("waits for a person, runs once what was approved, and ends", async () => {
    const { run, approval, decide } = await waiting();
    expect(approval.price.over!.value).toBeGreaterThan(LIMIT);
    expect(await executions(run.runId)).toEqual([]);
    await decide("approve");
    await expect(decide("approve")).rejects.toMatchObject({ code: "E_APPROVAL_USED" });
    const done = await told(run.runId);
    expect(done.status).toBe("done");
    const [execution, ...more] = await executions(run.runId);
    expect(more).toEqual([]);
    expect(execution).toMatchObject({ state: "done", sqlHash: approval.sqlHash, approvalId: approval.id });
  });

  it("does not run when it is rejected", async () => {
    const { run, decide } = await waiting();
    await decide("reject");
    expect((await told(run.runId)).status).toBe("declined");
    expect(await executions(run.runId)).toEqual([]);
  });

  it("runs a smaller question instead where that is chosen", async () => {
    const { run, approval, decide } = await waiting();
    expect(approval.smaller).toBe("December 2025");
    await decide("smaller");
    const done = await told(run.runId);
    expect(done.status).toBe("done");
    const [execution] = await executions(run.runId);
    expect(execution!.sqlHash).not.toBe(approval.sqlHash);
  });

  it("runs the edited statement, which went through the gate and was priced again", async () => {
    const { run, approval, decide } = await waiting();
    const revise = (sql: string) =>
      reviseWaitingStatement(stage.engine.core, stage.engine.sources, analyst, { id: approval.id, sql });
    await expect(revise("DELETE FROM web.events")).rejects.toMatchObject({ code: "E_GATE" });
    const revised = await revise("SELECT count(*) AS visits FROM web.events");
    expect(revised).toMatchObject({ revision: 2 });
    await expect(decide("approve")).rejects.toMatchObject({ code: "E_APPROVAL_STALE" });
    await decide("approve", revised);
    const done = await told(run.runId);
    expect(done.status).toBe("done");
    const result = await readResultFor(
      stage.engine.core.db,
      analyst,
      data(done, "sql-executed")[0]!.resultId,
    );
    expect(result.rows).toEqual([[String(EVENTS)]]);
    // The edit dropped the period, so the answer must not speak of it.
    const { text } = data(done, "answer-written")[0]!.answer;
    expect(text).toContain("Visits is 900,000.");
    expect(text).not.toContain("2025");
  });

  it("can be withdrawn while it waits", async () => {
    const { run } = await waiting();
    await cancelRun(stage.engine.core, stage.engine.signals, analyst, run.runId);
    expect((await told(run.runId)).status).toBe("cancelled");
  });
});

describe("a run whose process dies", () => {
  it("asks a person before an approved statement runs again, when nobody knows how it ended", async () => {
    const { run, decide } = await waiting();
    await stage.engine.close();
    const [asked] = await coreRows((db) => db.select().from(approvals).where(eq(approvals.runId, run.runId)));
    // What a SIGKILL during the query leaves behind: booked as running, under an epoch that is gone.
    await stage.reopen(async () => {
      await decide("approve");
      await stage.engine.core.db.insert(sqlExecutions).values({
        id: "died",
        runId: run.runId,
        step: asked!.step + 2,
        attempt: 1,
        approvalId: asked!.id,
        sqlHash: asked!.sqlHash,
        state: "running",
        epoch: 1,
      });
    });
    const again = await told(run.runId);
    expect(again.status).toBe("needs_approval");
    expect(data(again, "sql-executed")).toEqual([]);
    const second = data(again, "approval-asked").at(-1)!.approval;
    expect(second).toMatchObject({ cause: "unknown_outcome", sqlHash: asked!.sqlHash });
    await decide("approve", second);
    expect((await told(run.runId)).status).toBe("done");
    expect((await executions(run.runId)).map((each) => each.state).sort()).toEqual(["done", "unknown"]);
  });

  it("goes on from its last checkpoint under another executor, telling nothing twice", async () => {
    const { run, decide } = await waiting();
    const before = run.events.length;
    await stage.engine.close();
    await stage.reopen(async () => {
      await decide("approve");
    });
    const done = await told(run.runId);
    expect(done.status).toBe("done");
    expect(data(done, "question-understood")).toHaveLength(1);
    expect(done.events.length).toBeGreaterThan(before);
  });
});

async function coreRows<T>(read: (db: CoreDatabase) => Promise<T>): Promise<T> {
  const store = openCore(stage.coreUrl);
  try {
    return await read(store.db);
  } finally {
    await store.close();
  }
}

async function warehouseRows<T>(sql: string): Promise<T[]> {
  const client = postgres(stage.demo.globalUrl, { max: 1 });
  try {
    return (await client.unsafe(sql)) as unknown as T[];
  } finally {
    await client.end();
  }
}

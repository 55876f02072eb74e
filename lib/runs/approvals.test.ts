import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CoreStore } from "#db/core/client.ts";
import { approvals, runs, sqlExecutions } from "#db/core/schema.ts";
import type { Approval } from "#lib/contracts/approval.ts";
import {
  createApproval,
  decideApproval,
  expireApprovals,
  readApproval,
  reviseApproval,
} from "./approvals.ts";
import { cancelRun } from "./cancel.ts";
import { readEvents } from "./event-log.ts";
import { claimRun } from "./lease.ts";
import { claimExecution, markRunning } from "./ledger.ts";
import { parkRun } from "./park.ts";
import { RunSignals } from "./signals.ts";
import { asker, openTestStore, somebodyElse, startTestRun } from "./test-store.ts";

let core: CoreStore;
beforeAll(async () => {
  core = await openTestStore();
});
afterAll(() => core.close());

const statement = {
  dialect: "postgres" as const,
  text: "SELECT 1",
  params: [],
  hash: "hash-1",
  tables: ["web.events"],
  columns: [],
  findings: [],
};
const estimate = { scannedRows: 3_000_000, quality: "heuristic" as const, plan: [] };
const price = { verdict: "ask" as const, sentence: "It reads about 3.0 M rows." };

async function waitingRun(minutes = 30, smaller: string | null = "September 2026"): Promise<Approval> {
  const { runId } = await startTestRun(core);
  const run = await claimOnly(runId);
  return core.db.transaction(async (tx) => {
    const id = await createApproval(tx, run.epoch, {
      runId,
      step: 5,
      statement,
      estimate,
      price,
      cause: "cost",
      smaller,
      approvers: [asker.id],
      minutes,
    });
    await parkRun(tx, runId, run.epoch, {
      kind: "approval",
      id,
      interruptId: "int-1",
    });
    return readApproval(tx, id);
  });
}

async function claimOnly(runId: string) {
  const run = await claimRun(core.db, "test", runId);
  if (!run) throw new Error("the run could not be claimed");
  return run;
}

const answer = (
  { id, revision, sqlHash }: Approval,
  decision: "approve" | "smaller" | "reject" = "approve",
) => ({
  id,
  revision,
  sqlHash,
  decision,
});

describe("an approval", () => {
  it("is answered by the first of two clicks; the second is told so", async () => {
    const approval = await waitingRun();
    const clicks = await Promise.allSettled([
      decideApproval(core.db, asker, answer(approval)),
      decideApproval(core.db, asker, answer(approval, "reject")),
    ]);
    expect(clicks.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
    const late = clicks.find((each) => each.status === "rejected")!;
    expect(late.reason).toMatchObject({ code: "E_APPROVAL_USED" });
    const decided = (await readEvents(core.db, approval.runId)).filter(
      (each) => each.kind === "approval-decided",
    );
    expect(decided).toHaveLength(1);
  });

  it("is refused with another hash, to another person, and for an older revision", async () => {
    const approval = await waitingRun();
    const decide = (actor: typeof asker, input: ReturnType<typeof answer>) =>
      decideApproval(core.db, actor, input);
    await expect(decide(asker, { ...answer(approval), sqlHash: "other" })).rejects.toMatchObject({
      code: "E_APPROVAL_HASH",
    });
    await expect(decide(somebodyElse, answer(approval))).rejects.toMatchObject({ code: "E_FORBIDDEN" });
    const edited = { ...statement, text: "SELECT 2", hash: "hash-2" };
    const revised = await reviseApproval(core.db, asker, approval.id, { statement: edited, estimate, price });
    expect(revised.revision).toBe(2);
    await expect(decide(asker, answer(approval))).rejects.toMatchObject({ code: "E_APPROVAL_STALE" });
    await decide(asker, answer(revised));
    expect((await readApproval(core.db, approval.id)).decision).toBe("approve");
  });

  it("means no once its time is up, whether a click or the clock comes first", async () => {
    const clicked = await waitingRun(-1);
    await expect(decideApproval(core.db, asker, answer(clicked))).rejects.toMatchObject({
      code: "E_APPROVAL_EXPIRED",
    });
    expect((await readApproval(core.db, clicked.id)).decision).toBe("expired");

    const forgotten = await waitingRun(-1);
    expect(await expireApprovals(core.db)).toBeGreaterThan(0);
    await expect(decideApproval(core.db, asker, answer(forgotten))).rejects.toMatchObject({
      code: "E_APPROVAL_EXPIRED",
    });
    const [run] = await core.db.select().from(runs).where(eq(runs.id, forgotten.runId));
    expect(run!.status).toBe("queued");
  });

  it("ends with its run: a cancelled run cannot be approved any more", async () => {
    const approval = await waitingRun();
    await cancelRun(core, new RunSignals(), asker, approval.runId);
    await expect(decideApproval(core.db, asker, answer(approval))).rejects.toMatchObject({
      code: "E_APPROVAL_USED",
    });
  });

  it("offers no smaller question where none is known", async () => {
    const approval = await waitingRun(30, null);
    await expect(decideApproval(core.db, asker, answer(approval, "smaller"))).rejects.toMatchObject({
      code: "E_APPROVAL_STALE",
    });
  });

  it("lets its statement be booked once, with its own hash, and only when approved", async () => {
    const approval = await waitingRun();
    const key = { runId: approval.runId, step: 7, sqlHash: "hash-1", approvalId: approval.id };
    const early = await core.db.select().from(runs).where(eq(runs.id, approval.runId));
    await expect(claimExecution(core.db, early[0]!.epoch, key)).rejects.toMatchObject({
      code: "E_APPROVAL_HASH",
    });

    await decideApproval(core.db, asker, answer(approval));
    const run = await claimOnly(approval.runId);
    await expect(claimExecution(core.db, run.epoch, { ...key, sqlHash: "other" })).rejects.toMatchObject({
      code: "E_APPROVAL_HASH",
    });
    const booked = await claimExecution(core.db, run.epoch, key);
    await markRunning(core.db, run.epoch, booked);
    expect((await claimExecution(core.db, run.epoch, key)).id).toBe(booked.id);
    await expect(claimExecution(core.db, run.epoch, { ...key, step: 9 })).rejects.toMatchObject({
      code: "E_APPROVAL_USED",
    });
    await expect(claimExecution(core.db, run.epoch - 1, key)).rejects.toMatchObject({ code: "E_LEASE_LOST" });
  });

  it("never comes to two executions or two decisions, in whatever order people and machines act", async () => {
    const action = fc.constantFrom(
      "approve",
      "reject",
      "smaller",
      "edit",
      "expire",
      "cancel",
      "claim",
      "book",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 12 }), async (actions) => {
        const first = await waitingRun();
        for (const each of actions) await act(each, first.id, first.runId);
        const rows = await core.db.select().from(approvals).where(eq(approvals.id, first.id));
        expect(rows.filter((row) => row.decision !== null).length).toBeLessThanOrEqual(1);
        const booked = await core.db.select().from(sqlExecutions).where(eq(sqlExecutions.runId, first.runId));
        expect(booked.length).toBeLessThanOrEqual(1);
        const [approved] = rows.filter((row) => row.decision === "approve");
        if (booked[0]) expect(booked[0].sqlHash).toBe(approved!.sqlHash);
        const kinds = (await readEvents(core.db, first.runId)).map((event) => event.kind);
        expect(kinds.filter((kind) => kind === "run-finished").length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 40 },
    );
  });
});

/** Does one thing to a waiting run; whatever is refused at that moment is refused. */
async function act(action: string, id: string, runId: string): Promise<void> {
  const approval = await readApproval(core.db, id);
  const refused = () => undefined;
  switch (action) {
    case "approve":
    case "reject":
    case "smaller":
      await decideApproval(core.db, asker, answer(approval, action)).catch(refused);
      return;
    case "edit": {
      const edited = {
        ...statement,
        text: `SELECT ${approval.revision}`,
        hash: `hash-${approval.revision + 1}`,
      };
      await reviseApproval(core.db, asker, id, { statement: edited, estimate, price }).catch(refused);
      return;
    }
    case "expire":
      await core.db
        .update(approvals)
        .set({ expiresAt: new Date(0).toISOString() })
        .where(eq(approvals.id, id));
      await expireApprovals(core.db);
      return;
    case "cancel":
      await cancelRun(core, new RunSignals(), asker, runId);
      return;
    case "claim":
      await claimRun(core.db, "test", runId);
      return;
    default: {
      const [run] = await core.db.select().from(runs).where(eq(runs.id, runId));
      const key = { runId, step: 7, sqlHash: approval.sqlHash, approvalId: id };
      await claimExecution(core.db, run!.epoch, key).catch(refused);
    }
  }
}

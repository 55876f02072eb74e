import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { CoreDatabase, CoreTransaction } from "#db/core/client.ts";
import { approvals, runs } from "#db/core/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import type { Approval, DecideInput } from "#lib/contracts/approval.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Estimate, Price, Statement } from "#lib/contracts/statement.ts";
import { appendEvent, lockRun } from "./event-log.ts";
import type { RunRow } from "./lease.ts";
import { requeue } from "./wait.ts";

type ApprovalRow = typeof approvals.$inferSelect;

export interface NewApproval {
  runId: string;
  step: number;
  statement: Statement;
  estimate: Estimate;
  price: Price;
  cause: Approval["cause"];
  smaller: string | null;
  approvers: string[];
  minutes: number;
}

/** Writes the approval a node is about to wait for. The same run and step give the same id, so a rerun is a no-op. */
export async function createApproval(
  tx: CoreTransaction,
  fence: number,
  input: NewApproval,
): Promise<string> {
  await lockRun(tx, input.runId, fence);
  const id = `apr_${input.runId.slice(4)}_${input.step}`;
  await tx
    .insert(approvals)
    .values({
      id,
      revision: 1,
      runId: input.runId,
      step: input.step,
      sqlHash: input.statement.hash,
      sql: input.statement.text,
      params: input.statement.params,
      tables: input.statement.tables,
      estimate: input.estimate,
      price: input.price,
      cause: input.cause,
      smaller: input.smaller,
      approvers: input.approvers,
      expiresAt: new Date(Date.now() + input.minutes * 60_000).toISOString(),
    })
    .onConflictDoNothing();
  return id;
}

/** The graph waits now: ties the approval to its interrupt and lets it be answered. */
export async function openApproval(
  tx: CoreTransaction,
  run: RunRow,
  wait: { id: string; interruptId: string },
): Promise<void> {
  await tx.update(approvals).set({ interruptId: wait.interruptId }).where(eq(approvals.id, wait.id));
  const approval = await latestRevision(tx, wait.id);
  await appendEvent(tx, run.id, run.epoch, {
    kind: "approval-asked",
    data: { approval: toView(approval) },
    place: { node: "approve", step: approval.step, attempt: 1, ordinal: 0 },
  });
}

/**
 * Answers an approval, once: by id, revision and hash. The first answer wins; every other gets a clear sentence.
 * Throws `E_APPROVAL_UNKNOWN`, `E_FORBIDDEN`, `E_APPROVAL_USED`, `E_APPROVAL_EXPIRED`, `E_APPROVAL_STALE`,
 * `E_APPROVAL_HASH`.
 */
export async function decideApproval(
  db: CoreDatabase,
  actor: Actor,
  input: DecideInput,
): Promise<{ runId: string }> {
  const outcome = await db.transaction(async (tx) => {
    const approval = await lockOpenApproval(tx, actor, input.id);
    if (Date.parse(approval.expiresAt) <= Date.now()) {
      await expire(tx, approval);
      return { expired: true as const };
    }
    if (approval.revision !== input.revision)
      throw new AppError(
        "E_APPROVAL_STALE",
        "The query was edited after this card was shown. Read the new version, then decide.",
      );
    if (approval.sqlHash !== input.sqlHash)
      throw new AppError(
        "E_APPROVAL_HASH",
        "What you were shown is not the query that waits. Nothing ran; reload the page and decide again.",
      );
    if (input.decision === "smaller" && approval.smaller === null)
      throw new AppError(
        "E_APPROVAL_STALE",
        "No smaller question is known for this one. Approve or reject it.",
      );
    await tx
      .update(approvals)
      .set({
        decision: input.decision,
        decidedBy: actor.id,
        decidedAt: sql`now()`,
        reason: input.reason ?? null,
      })
      .where(and(eq(approvals.id, approval.id), eq(approvals.revision, approval.revision)));
    await appendEvent(tx, approval.runId, null, {
      kind: "approval-decided",
      data: {
        id: approval.id,
        revision: approval.revision,
        decision: input.decision,
        by: actor.id,
        reason: input.reason ?? null,
      },
      place: { node: "approve", step: approval.step, attempt: 1, ordinal: approval.revision },
    });
    await requeue(tx, approval.runId);
    return { expired: false as const, runId: approval.runId };
  });
  if (outcome.expired) throw expiredError();
  return { runId: outcome.runId };
}

/** Puts an edited statement, already judged and priced, in the place of the one that waits, as a new revision. */
export async function reviseApproval(
  db: CoreDatabase,
  actor: Actor,
  id: string,
  next: { statement: Statement; estimate: Estimate; price: Price },
): Promise<Approval> {
  return db.transaction(async (tx) => {
    const before = await lockOpenApproval(tx, actor, id);
    if (Date.parse(before.expiresAt) <= Date.now()) throw expiredError();
    const revised: ApprovalRow = {
      ...before,
      revision: before.revision + 1,
      sql: next.statement.text,
      params: next.statement.params,
      tables: next.statement.tables,
      sqlHash: next.statement.hash,
      estimate: next.estimate,
      price: next.price,
      // The shorter period belonged to the question, not to what a person wrote instead.
      smaller: null,
    };
    await tx.insert(approvals).values(revised);
    await appendEvent(tx, before.runId, null, {
      kind: "approval-revised",
      data: { approval: toView(revised), by: actor.id, before: before.sql },
      place: { node: "approve", step: before.step, attempt: 1, ordinal: revised.revision },
    });
    return toView(revised);
  });
}

/** A time-out means no: ends every wait whose time is up. Returns how many. */
export async function expireApprovals(db: CoreDatabase): Promise<number> {
  const due = await db
    .select({ id: approvals.id })
    .from(approvals)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .where(
      and(isNull(approvals.decision), lt(approvals.expiresAt, sql`now()`), eq(runs.status, "needs_approval")),
    );
  let expired = 0;
  for (const id of new Set(due.map((each) => each.id)))
    await db.transaction(async (tx) => {
      const approval = await latestRevision(tx, id);
      const run = await lockRun(tx, approval.runId, null);
      const current = await latestRevision(tx, id);
      if (current.decision !== null || run.status !== "needs_approval") return;
      await expire(tx, current);
      expired += 1;
    });
  return expired;
}

/** The latest revision of an approval, as the graph resumes from it. */
export async function readApproval(db: CoreDatabase | CoreTransaction, id: string): Promise<Approval> {
  return toView(await latestRevision(db, id));
}

async function lockOpenApproval(tx: CoreTransaction, actor: Actor, id: string): Promise<ApprovalRow> {
  const known = await latestRevision(tx, id);
  const run = await lockRun(tx, known.runId, null);
  const approval = await latestRevision(tx, id);
  assertOpen(toView(approval), actor);
  if (run.status !== "needs_approval")
    throw new AppError("E_APPROVAL_USED", "This run has ended; there is nothing left to decide.");
  return approval;
}

/** Throws `E_FORBIDDEN`, `E_APPROVAL_EXPIRED` or `E_APPROVAL_USED` where this person can no longer decide. */
export function assertOpen({ approvers, decision, by, at }: Approval, actor: Actor): void {
  if (!approvers.includes(actor.id))
    throw new AppError("E_FORBIDDEN", "Only the person who asked may decide on this query.");
  if (decision === "expired") throw expiredError();
  if (decision)
    throw new AppError(
      "E_APPROVAL_USED",
      `This was already answered (${PAST[decision]}) by ${by === actor.id ? "you" : by} ` +
        `at ${at!.slice(0, 16).replace("T", " ")} UTC. Nothing more will run.`,
    );
}

const PAST = {
  approve: "approved",
  smaller: "a smaller question was asked for",
  reject: "rejected",
} as const;

async function expire(tx: CoreTransaction, approval: ApprovalRow): Promise<void> {
  await tx
    .update(approvals)
    .set({ decision: "expired", decidedAt: sql`now()` })
    .where(and(eq(approvals.id, approval.id), eq(approvals.revision, approval.revision)));
  await appendEvent(tx, approval.runId, null, {
    kind: "approval-expired",
    data: { id: approval.id, revision: approval.revision },
    place: { node: "approve", step: approval.step, attempt: 1, ordinal: 0 },
  });
  await requeue(tx, approval.runId);
}

async function latestRevision(tx: CoreDatabase | CoreTransaction, id: string): Promise<ApprovalRow> {
  const [row] = await tx
    .select()
    .from(approvals)
    .where(eq(approvals.id, id))
    .orderBy(desc(approvals.revision))
    .limit(1);
  if (!row) throw new AppError("E_APPROVAL_UNKNOWN", "There is no such approval. Reload the page.");
  return row;
}

function expiredError(): AppError {
  return new AppError(
    "E_APPROVAL_EXPIRED",
    "The time to decide is over, which counts as no, so the query does not run. Ask the question again if you still need it.",
  );
}

function toView({ step: _, decidedBy, decidedAt, expiresAt, ...row }: ApprovalRow): Approval {
  return {
    ...row,
    expiresAt: new Date(expiresAt).toISOString(),
    by: decidedBy,
    at: decidedAt && new Date(decidedAt).toISOString(),
  };
}

import { and, eq, lt, sql } from "drizzle-orm";
import type { CoreDatabase, CoreTransaction } from "#db/core/client.ts";
import { clarifications, runs } from "#db/core/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import type { AnswerInput, Clarification, ClarificationOption } from "#lib/contracts/clarification.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { appendEvent, lockRun } from "./event-log.ts";
import type { RunRow } from "./lease.ts";
import { requeue } from "./wait.ts";

type ClarificationRow = typeof clarifications.$inferSelect;

export interface NewClarification {
  runId: string;
  step: number;
  actorId: string;
  question: string;
  options: ClarificationOption[];
  minutes: number;
}

/**
 * Writes the question back that a node is about to wait for. The same run and step give the same one: what was written
 * first stands, and is returned.
 */
export async function createClarification(
  tx: CoreTransaction,
  fence: number,
  { minutes, ...input }: NewClarification,
): Promise<Clarification> {
  await lockRun(tx, input.runId, fence);
  const id = `clr_${input.runId.slice(4)}_${input.step}`;
  await tx
    .insert(clarifications)
    .values({ ...input, id, expiresAt: new Date(Date.now() + minutes * 60_000).toISOString() })
    .onConflictDoNothing();
  return toView(await read(tx, id));
}

/** The graph waits now: ties the question to its interrupt and lets it be answered. */
export async function openClarification(
  tx: CoreTransaction,
  run: RunRow,
  wait: { id: string; interruptId: string },
): Promise<void> {
  await tx
    .update(clarifications)
    .set({ interruptId: wait.interruptId })
    .where(eq(clarifications.id, wait.id));
  const asked = await read(tx, wait.id);
  await appendEvent(tx, run.id, run.epoch, {
    kind: "clarification-asked",
    data: { clarification: toView(asked) },
    place: { node: "clarify", step: asked.step, attempt: 1, ordinal: 0 },
  });
}

/**
 * Takes the answer to a question back, once: one of its options, or other words. The first answer wins.
 * Throws `E_CLARIFICATION_UNKNOWN`, `E_CLARIFICATION_USED`, `E_CLARIFICATION_EXPIRED`, `E_CLARIFICATION_EMPTY`.
 */
export async function answerClarification(
  db: CoreDatabase,
  actor: Actor,
  input: AnswerInput,
): Promise<{ runId: string }> {
  const outcome = await db.transaction(async (tx) => {
    const known = await read(tx, input.id);
    if (known.actorId !== actor.id) throw unknown();
    const run = await lockRun(tx, known.runId, null);
    const asked = await read(tx, input.id);
    if (asked.state === "answered")
      throw new AppError("E_CLARIFICATION_USED", `This was already answered: “${asked.answer}”.`);
    if (asked.state === "expired") throw expired();
    if (run.status !== "needs_answer")
      throw new AppError("E_CLARIFICATION_USED", "This run has ended; there is nothing left to answer.");
    if (Date.parse(asked.expiresAt) <= Date.now()) {
      await expire(tx, asked);
      return { expired: true as const };
    }
    const chosen = asked.options.find(({ id }) => id === input.option);
    const text = chosen?.label ?? input.text ?? "";
    if (text === "" || (input.option !== null && !chosen))
      throw new AppError(
        "E_CLARIFICATION_EMPTY",
        "Choose one of the options, or say in words what you mean.",
      );
    const option = chosen?.id ?? null;
    await tx
      .update(clarifications)
      .set({ state: "answered", answer: text, option, answeredAt: sql`now()` })
      .where(eq(clarifications.id, asked.id));
    await appendEvent(tx, asked.runId, null, {
      kind: "clarification-answered",
      data: { id: asked.id, option, text, by: actor.id },
      place: { node: "clarify", step: asked.step, attempt: 1, ordinal: 0 },
    });
    await requeue(tx, asked.runId);
    return { expired: false as const, runId: asked.runId };
  });
  if (outcome.expired) throw expired();
  return { runId: outcome.runId };
}

/** Ends every question back whose time is up. Returns how many. */
export async function expireClarifications(db: CoreDatabase): Promise<number> {
  const due = await db
    .select({ id: clarifications.id })
    .from(clarifications)
    .innerJoin(runs, eq(runs.id, clarifications.runId))
    .where(
      and(
        eq(clarifications.state, "open"),
        lt(clarifications.expiresAt, sql`now()`),
        eq(runs.status, "needs_answer"),
      ),
    );
  for (const { id } of due)
    await db.transaction(async (tx) => {
      const known = await read(tx, id);
      const run = await lockRun(tx, known.runId, null);
      const asked = await read(tx, id);
      if (asked.state === "open" && run.status === "needs_answer") await expire(tx, asked);
    });
  return due.length;
}

/** What the graph resumes with: null while nobody has answered. */
export async function readAnswer(
  db: CoreDatabase | CoreTransaction,
  id: string,
): Promise<{ option: string | null; text: string | null; expired: boolean } | null> {
  const { state, option, answer } = await read(db, id);
  return state === "open" ? null : { option, text: answer, expired: state === "expired" };
}

async function read(db: CoreDatabase | CoreTransaction, id: string): Promise<ClarificationRow> {
  const [row] = await db.select().from(clarifications).where(eq(clarifications.id, id));
  if (!row) throw unknown();
  return row;
}

async function expire(tx: CoreTransaction, asked: ClarificationRow): Promise<void> {
  await tx
    .update(clarifications)
    .set({ state: "expired", answeredAt: sql`now()` })
    .where(eq(clarifications.id, asked.id));
  await appendEvent(tx, asked.runId, null, {
    kind: "clarification-expired",
    data: { id: asked.id },
    place: { node: "clarify", step: asked.step, attempt: 1, ordinal: 0 },
  });
  await requeue(tx, asked.runId);
}

function unknown(): AppError {
  return new AppError("E_CLARIFICATION_UNKNOWN", "There is no such question to you. Reload the page.");
}

function expired(): AppError {
  return new AppError(
    "E_CLARIFICATION_EXPIRED",
    "The time to answer is over. Ask the question again, in other words if you like.",
  );
}

function toView({ id, runId, question, options, expiresAt }: ClarificationRow): Clarification {
  return { id, runId, question, options, expiresAt: new Date(expiresAt).toISOString() };
}

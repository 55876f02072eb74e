import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { CoreDatabase } from "#db/core/client.ts";
import { runs, threads } from "#db/core/schema.ts";
import { genesisHash } from "#lib/audit/chain.ts";
import type { Config } from "#lib/config/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { ACTIVE_STATUSES, type RunOptions } from "#lib/contracts/run.ts";
import { appendEvent } from "./event-log.ts";
import { checkQuestion } from "./question.ts";
import { insistOnRunRate } from "./rate-limits.ts";

export interface StartRun {
  actor: Actor;
  question: string;
  /** Goes on in this thread; one of that id, or a new one, is made where there is none. */
  threadId?: string;
  source: { id: string; name: string };
  options: RunOptions;
  /** How many questions a minute are taken; without it as many as come, as for an evaluation. */
  rateLimits?: Config["rate_limits"];
}

/**
 * Writes the run and its first event in one transaction and returns at once: the executor claims it.
 * Throws `E_QUESTION_*`, `E_THREAD_UNKNOWN`, `E_THREAD_BUSY` and `E_RATE_LIMIT`.
 */
export async function startRun(
  db: CoreDatabase,
  input: StartRun,
): Promise<{ runId: string; threadId: string }> {
  const question = checkQuestion(input.question);
  const runId = `run_${randomUUID()}`;
  const started = db.transaction(async (tx) => {
    if (input.rateLimits) await insistOnRunRate(tx, input.actor.id, input.rateLimits);
    const threadId = input.threadId ?? `thr_${randomUUID()}`;
    const [thread] = await tx.select().from(threads).where(eq(threads.id, threadId)).for("update");
    if (thread) {
      if (thread.actorId !== input.actor.id)
        throw new AppError(
          "E_THREAD_UNKNOWN",
          "There is no such conversation of yours. Start a new question.",
        );
      const [active] = await tx
        .select({ status: runs.status })
        .from(runs)
        .where(and(eq(runs.threadId, threadId), inArray(runs.status, [...ACTIVE_STATUSES])));
      if (active) throw busy(active.status);
      await tx.update(threads).set({ updatedAt: sql`now()` }).where(eq(threads.id, threadId));
    } else {
      await tx.insert(threads).values({
        id: threadId,
        actorId: input.actor.id,
        sourceId: input.source.id,
        title: question.length > 80 ? `${question.slice(0, 79)}…` : question,
      });
    }
    await tx.insert(runs).values({
      id: runId,
      threadId,
      actor: input.actor,
      sourceId: input.source.id,
      question,
      options: input.options,
      status: "queued",
      lastHash: genesisHash(runId),
      salt: randomBytes(32).toString("hex"),
    });
    await appendEvent(tx, runId, null, {
      kind: "run-queued",
      data: {
        question,
        sourceId: input.source.id,
        sourceName: input.source.name,
        role: input.actor.role,
      },
      place: { node: "run", step: 0, attempt: 1, ordinal: 0 },
    });
    return { runId, threadId };
  });
  // Two windows that open the same conversation at once: one makes it, the other finds it busy.
  return started.catch((error) => {
    throw isDuplicate(error) ? busy("queued") : error;
  });
}

function isDuplicate(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return (code ?? cause?.code) === "23505";
}

function busy(status: string): AppError {
  return new AppError(
    "E_THREAD_BUSY",
    status === "needs_answer"
      ? "A question back to you waits in this conversation. Answer it or withdraw it first, or ask in a new conversation."
      : status === "needs_approval"
        ? "A query in this conversation waits for a decision. Answer it or withdraw it first, or ask in a new conversation."
        : "The question before this one is still being answered. Wait for it or stop it first, or ask in a new conversation.",
  );
}

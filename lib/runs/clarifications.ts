import { and, eq, sql } from "drizzle-orm";
import type { CoreDatabase } from "#db/core/client.ts";
import { clarifications, runs } from "#db/core/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import type { AnswerInput } from "#lib/contracts/clarification.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { appendEvent, lockRun } from "./event-log.ts";

/**
 * Answers a question back, once: by an option, or in words. The first answer wins.
 * Throws `E_RUN_UNKNOWN` where there is no such question to this person or nothing waits for an answer any more, and
 * `E_QUESTION_EMPTY` where nothing was said.
 */
export async function answerClarification(
  db: CoreDatabase,
  actor: Actor,
  { id, option, text }: AnswerInput,
): Promise<{ runId: string }> {
  return db.transaction(async (tx) => {
    const [asked] = await tx.select().from(clarifications).where(eq(clarifications.id, id));
    if (!asked || asked.actorId !== actor.id)
      throw new AppError("E_RUN_UNKNOWN", "There is no such question to you. Reload the page.");
    const run = await lockRun(tx, asked.runId, null);
    const chosen = asked.options.find((each) => each.id === option);
    const said = chosen?.label ?? text ?? "";
    if (said === "")
      throw new AppError("E_QUESTION_EMPTY", "Choose one of the answers, or say in words what you meant.");
    const taken = await tx
      .update(clarifications)
      .set({ state: "answered", answer: said, option: chosen?.id ?? null, answeredAt: sql`now()` })
      .where(and(eq(clarifications.id, id), eq(clarifications.state, "open")))
      .returning({ id: clarifications.id });
    if (taken.length === 0 || run.status !== "needs_answer")
      throw new AppError("E_RUN_UNKNOWN", "This was already answered or withdrawn; nothing waits any more.");
    await appendEvent(tx, asked.runId, null, {
      kind: "clarification-answered",
      data: { id, option: chosen?.id ?? null, text: said, by: actor.id },
      place: { node: "clarify", step: asked.step, attempt: 1, ordinal: 0 },
    });
    await tx.update(runs).set({ status: "queued", attempts: 0 }).where(eq(runs.id, asked.runId));
    return { runId: asked.runId };
  });
}

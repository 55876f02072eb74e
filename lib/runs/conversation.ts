import { and, desc, eq, inArray, lt } from "drizzle-orm";
import type { CoreDatabase } from "#db/core/client.ts";
import { eventData, runEvents, runs } from "#db/core/schema.ts";
import type { EventData } from "#lib/contracts/event.ts";
import type { RunRow } from "./lease.ts";

/** A follow-up of a follow-up … goes back so far. */
const MOST = 8;

/**
 * The questions that a new one may go on from, oldest first: the last one that was answered in this conversation, and
 * those before it as long as each only changed the one before. As they were read, so that what the asker answered when
 * asked back counts.
 */
export async function conversationBefore(
  db: CoreDatabase,
  run: Pick<RunRow, "id" | "threadId" | "createdAt">,
): Promise<string[]> {
  const before = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.threadId, run.threadId), eq(runs.status, "done"), lt(runs.createdAt, run.createdAt)))
    .orderBy(desc(runs.createdAt))
    .limit(MOST);
  if (before.length === 0) return [];
  const told = await db
    .select({ runId: runEvents.runId, seq: runEvents.seq, data: eventData.data })
    .from(runEvents)
    .innerJoin(eventData, eq(eventData.ref, runEvents.dataRef))
    .where(
      and(
        inArray(
          runEvents.runId,
          before.map(({ id }) => id),
        ),
        eq(runEvents.kind, "question-understood"),
      ),
    )
    .orderBy(runEvents.seq);
  // Every turn of the conversation, oldest run first: a question that was asked back about has several in one run.
  const turns = before
    .toReversed()
    .flatMap(({ id }) => told.filter(({ runId }) => runId === id))
    .map(({ data }) => data as EventData<"question-understood">)
    .filter(({ part }) => part !== true);
  const questions: string[] = [];
  for (const { question, prediction } of turns.toReversed()) {
    if (questions[0] !== question) questions.unshift(question);
    if (!prediction.followUp) break;
  }
  return questions;
}

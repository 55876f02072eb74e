"use server";

import { cookies } from "next/headers";
import { z } from "zod";
import { reviseWaitingStatement } from "#agents/revise-approval.ts";
import { type RunChunk, refusalStream } from "#components/wire/run-message.ts";
import { ACTOR_COOKIE, actorToken } from "#lib/auth/actor-cookie.ts";
import { rolesOf } from "#lib/config/schema.ts";
import { type Approval, decideInputSchema, idSchema } from "#lib/contracts/approval.ts";
import { answerInputSchema } from "#lib/contracts/clarification.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { decideApproval } from "#lib/runs/approvals.ts";
import { cancelRun } from "#lib/runs/cancel.ts";
import { answerClarification } from "#lib/runs/clarifications.ts";
import { MAX_QUESTION_LENGTH } from "#lib/runs/question.ts";
import { startRun } from "#lib/runs/start.ts";
import { listThreads, readRun, readThreadSource } from "#lib/runs/threads.ts";
import { currentActor, currentIdentity, SOURCE_COOKIE } from "./actor.ts";
import { engine } from "./engine.ts";
import { inWords, outcome } from "./outcome.ts";
import { runStream } from "./run-stream.ts";

const COOKIE = { httpOnly: true, sameSite: "lax", path: "/", maxAge: 365 * 24 * 3600 } as const;

const askSchema = z.object({
  threadId: z.string().regex(/^thr_[0-9a-f-]{36}$/),
  // Longer ones are refused in words, not by the parser.
  question: z.string().max(MAX_QUESTION_LENGTH * 100),
  sourceId: z.string().optional(),
});

/** Asks the conversation's own source, or the one that is named where it is new. Starts a run and returns its stream at once; the executor does the work. */
export async function ask(input: z.input<typeof askSchema>): Promise<ReadableStream<RunChunk>> {
  try {
    const { threadId, question, sourceId } = askSchema.parse(input);
    const running = await engine();
    const own = await readThreadSource(running.core.db, await currentIdentity(), threadId);
    const { actor, source } = await currentActor(own ?? sourceId);
    const { runId } = await startRun(running.core.db, {
      actor,
      question,
      threadId,
      source: { id: source.config.id, name: source.config.name },
      options: { approval: { kind: "ask" } },
      rateLimits: running.config.rate_limits,
    });
    running.execute().nudge();
    return runStream(running, runId);
  } catch (error) {
    const { code, sentence } = inWords(error);
    return refusalStream(code, sentence);
  }
}

/** The stream of a run that goes on, from after that event; null where it is not the asker's. */
export async function follow(runId: string, afterSeq: number): Promise<ReadableStream<RunChunk> | null> {
  const { actor } = await currentActor();
  const running = await engine();
  try {
    await readRun(running.core.db, actor, idSchema.parse(runId));
  } catch (error) {
    if (error instanceof AppError && error.code === "E_RUN_UNKNOWN") return null;
    throw error;
  }
  return runStream(running, runId, z.number().int().min(0).parse(afterSeq));
}

export async function stop(runId: string): Promise<Outcome<null>> {
  return outcome(async () => {
    const { actor } = await currentActor();
    const { core, signals } = await engine();
    await cancelRun(core, signals, actor, idSchema.parse(runId));
    return null;
  });
}

export async function decide(input: z.input<typeof decideInputSchema>): Promise<Outcome<null>> {
  return outcome(async () => {
    const { actor } = await currentActor();
    const running = await engine();
    const { runId } = await decideApproval(running.core.db, actor, decideInputSchema.parse(input));
    running.signals.changed(runId);
    running.execute().nudge();
    return null;
  });
}

export async function revise(input: { id: string; sql: string }): Promise<Outcome<Approval>> {
  return outcome(async () => {
    const { id, sql } = z.object({ id: idSchema, sql: z.string().max(70_000) }).parse(input);
    const { actor } = await currentActor();
    const { core, sources, signals } = await engine();
    const approval = await reviseWaitingStatement(core, sources, actor, { id, sql });
    signals.changed(approval.runId);
    return approval;
  });
}

/** Answers a question back: the run goes on with what was meant. */
export async function answer(input: z.input<typeof answerInputSchema>): Promise<Outcome<null>> {
  return outcome(async () => {
    const { actor } = await currentActor();
    const running = await engine();
    const { runId } = await answerClarification(running.core.db, actor, answerInputSchema.parse(input));
    running.signals.changed(runId);
    running.execute().nudge();
    return null;
  });
}

/** The conversations of the asker, newest first. */
export async function threads() {
  const { actor } = await currentActor();
  return listThreads((await engine()).core.db, actor);
}

/** The demo's role switch: from the next question on, the database answers as this role. */
export async function switchRole(sourceId: string, role: string): Promise<Outcome<string>> {
  return outcome(async () => {
    const { source } = await currentActor(z.string().parse(sourceId));
    if (!rolesOf(source.config).includes(role))
      throw new AppError("E_ROLE_UNKNOWN", `${source.config.name} has no role "${role}".`);
    const token = actorToken({ ...(await currentIdentity()), role });
    (await cookies()).set(ACTOR_COOKIE, token, COOKIE);
    return role;
  });
}

/** Which source new conversations ask, where there are several. */
export async function chooseSource(id: string): Promise<Outcome<string>> {
  return outcome(async () => {
    const { source } = await currentActor(z.string().parse(id));
    (await cookies()).set(SOURCE_COOKIE, source.config.id, COOKIE);
    return source.config.id;
  });
}

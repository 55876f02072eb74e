import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { answer, ask, decide, follow, revise, stop } from "#app/actions.ts";
import { currentActor } from "#app/actor.ts";
import { engine } from "#app/engine.ts";
import { Thread } from "#components/thread/thread.tsx";
import { AppError } from "#lib/contracts/errors.ts";
import { readEvents } from "#lib/runs/event-log.ts";
import { readThread } from "#lib/runs/threads.ts";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { thread } = await load((await params).id);
  return { title: thread.title };
}

export default async function ThreadPage({ params }: Props) {
  const { thread, runs } = await load((await params).id);
  const { core, sources } = await engine();
  // A conversation outlives its source's place in the configuration.
  const source = sources.all().find(({ config }) => config.id === thread.sourceId)?.config;
  const told = await Promise.all(
    runs.map(async (run) => ({ run, events: await readEvents(core.db, run.id) })),
  );
  return (
    <Thread
      key={thread.id}
      thread={thread}
      sourceName={source?.name ?? thread.sourceId}
      asOf={source?.as_of ?? null}
      runs={told}
      actions={{ ask, follow, stop, decide, revise, answer }}
    />
  );
}

async function load(id: string) {
  const { actor } = await currentActor();
  try {
    return await readThread((await engine()).core.db, actor, id);
  } catch (error) {
    if (error instanceof AppError && error.code === "E_THREAD_UNKNOWN") notFound();
    throw error;
  }
}

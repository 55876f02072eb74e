import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { type CoreTransaction, openCore } from "#db/core/client.ts";
import { clarifications, results, runs, threads } from "#db/core/schema.ts";
import { genesisHash } from "#lib/audit/chain.ts";
import type { EventData, EventKind, NodeName } from "#lib/contracts/event.ts";
import type { RunStatus } from "#lib/contracts/run.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { appendEvent } from "#lib/runs/event-log.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCE = "northlight";

/** An event of a run that is told rather than run. */
export type ToldEvent = {
  [K in EventKind]: { step: number; node: NodeName; kind: K; data: EventData<K> };
}[EventKind];

/** A run as it would stand in the core store once it came this far. */
export interface Story {
  question: string;
  status: RunStatus;
  /** Given the run's id; ids of results, passages and questions back are made from it. */
  tell: (runId: string) => { events: ToldEvent[]; results: Omit<StoredResult, "runId">[] };
}

/** Puts a run into the conversations of whoever this browser is, and opens it. */
export async function openStory(page: Page, story: Story): Promise<void> {
  if ((await identityOf(page)) === undefined) await page.goto("/");
  const actorId = await identityOf(page);
  if (actorId === undefined) throw new Error("the page set no identity");
  const { db, close } = openCore(databaseUrl(), { max: 1 });
  const threadId = `thr_${randomUUID()}`;
  try {
    await db.transaction((tx) => insertStory(tx, { ...story, threadId, actorId }));
  } finally {
    await close();
  }
  await page.goto(`/threads/${threadId}`);
}

async function insertStory(
  tx: CoreTransaction,
  { question, status, tell, threadId, actorId }: Story & { threadId: string; actorId: string },
): Promise<void> {
  const runId = `run_${randomUUID()}`;
  const actor = { id: actorId, role: "global", timeZone: "Europe/Berlin", locale: "en" };
  await tx.insert(threads).values({ id: threadId, actorId, sourceId: SOURCE, title: question });
  await tx.insert(runs).values({
    id: runId,
    threadId,
    actor,
    sourceId: SOURCE,
    question,
    options: { approval: { kind: "ask" } },
    status,
    lastHash: genesisHash(runId),
    salt: randomBytes(32).toString("hex"),
  });
  const told = tell(runId);
  for (const result of told.results) await tx.insert(results).values({ ...result, runId });
  const counts = new Map<string, number>();
  for (const { step, node, kind, data } of told.events) {
    const ordinal = counts.get(`${step}/${node}/${kind}`) ?? 0;
    counts.set(`${step}/${node}/${kind}`, ordinal + 1);
    await appendEvent(tx, runId, null, { kind, data, place: { node, step, attempt: 1, ordinal } });
    if (kind !== "clarification-asked") continue;
    const { clarification } = data;
    await tx.insert(clarifications).values({ ...clarification, step, actorId, interruptId: "told" });
  }
}

async function identityOf(page: Page): Promise<string | undefined> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === "causeway_actor");
  const payload = cookie?.value.split(".")[0];
  return payload && (JSON.parse(Buffer.from(payload, "base64url").toString()) as { id: string }).id;
}

function databaseUrl(): string {
  return environment("DATABASE_URL");
}

/** The demo warehouse's address, as the login that sees every region. */
export function demoWarehouse(): URL {
  return new URL(environment("CAUSEWAY_DEMO_GLOBAL_URL"));
}

/** A variable that the server under test was started with. */
function environment(name: string): string {
  const folder = process.env.CAUSEWAY_E2E_DATA ?? resolve(root, ".causeway-e2e");
  const runtime = JSON.parse(readFileSync(join(folder, "runtime.json"), "utf8")) as {
    environment: Record<string, string>;
  };
  return runtime.environment[name]!;
}

import { randomUUID } from "node:crypto";
import { type CoreStore, openCore } from "#db/core/client.ts";
import { migrateCore } from "#db/core/migrate.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { startRun } from "./start.ts";

/** A migrated core store on a cluster of its own, for the tests of this folder. */
export async function openTestStore(): Promise<CoreStore> {
  const cluster = await startTestCluster();
  await migrateCore(cluster.adminUrl);
  const core = openCore(cluster.adminUrl);
  return {
    ...core,
    close: async () => {
      await core.close();
      await cluster.stop();
    },
  };
}

export const asker: Actor = { id: "usr_asker", role: "global", timeZone: "UTC", locale: "en" };
export const somebodyElse: Actor = { ...asker, id: "usr_else" };

export function startTestRun(
  core: CoreStore,
  options: { threadId?: string; question?: string; actor?: Actor } = {},
) {
  return startRun(core.db, {
    actor: options.actor ?? asker,
    question: options.question ?? "revenue by segment",
    threadId: options.threadId ?? `thr_${randomUUID()}`,
    source: { id: "test", name: "Test" },
    options: { approval: { kind: "ask" } },
  });
}

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CoreStore } from "#db/core/client.ts";
import { eventData, runs } from "#db/core/schema.ts";
import { verifyChain } from "#lib/audit/chain.ts";
import { appendEvent, readEvents, readRecords } from "./event-log.ts";
import { claimRun } from "./lease.ts";
import { openTestStore, startTestRun } from "./test-store.ts";

let core: CoreStore;
beforeAll(async () => {
  core = await openTestStore();
});
afterAll(() => core.close());

const decision = (text: string) => ({ kind: "node-finished" as const, data: { ms: 1, decision: text } });

async function chainOf(runId: string) {
  const [run] = await core.db.select().from(runs).where(eq(runs.id, runId));
  const records = await readRecords(core.db, runId);
  return { run: run!, records, tail: { seq: run!.lastSeq, hash: run!.lastHash } };
}

async function writeSome(runId: string, count: number) {
  await Promise.all(
    Array.from({ length: count }, (_, ordinal) =>
      core.db.transaction((tx) =>
        appendEvent(tx, runId, null, {
          ...decision(`step ${ordinal}`),
          place: { node: "draft", step: 1, attempt: 1, ordinal },
        }),
      ),
    ),
  );
}

describe("the event log", () => {
  it("numbers events written at the same time without a gap, in one chain that verifies", async () => {
    const { runId } = await startTestRun(core);
    await writeSome(runId, 20);
    const { run, records, tail } = await chainOf(runId);
    expect(records.map((each) => each.envelope.seq)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
    expect(verifyChain(runId, run.salt, records, tail)).toBeNull();
  });

  it("writes the same place once, so that a node that runs again tells nothing twice", async () => {
    const { runId } = await startTestRun(core);
    await writeSome(runId, 1);
    await writeSome(runId, 1);
    expect(await readEvents(core.db, runId)).toHaveLength(2);
  });

  it("refuses a writer whose lease was taken over", async () => {
    const { runId } = await startTestRun(core);
    let claimed = await claimRun(core.db, "first");
    while (claimed?.id !== runId) claimed = await claimRun(core.db, "first");
    const stale = claimed.epoch;
    await core.db
      .update(runs)
      .set({ epoch: stale + 1 })
      .where(eq(runs.id, runId));
    const late = core.db.transaction((tx) =>
      appendEvent(tx, runId, stale, {
        ...decision("late"),
        place: { node: "draft", step: 2, attempt: 1, ordinal: 0 },
      }),
    );
    await expect(late).rejects.toMatchObject({ code: "E_LEASE_LOST" });
  });

  it("names the record that was altered, removed, or cut off at the end", async () => {
    const { runId } = await startTestRun(core);
    await writeSome(runId, 4);
    const { run, records, tail } = await chainOf(runId);
    const check = (tampered: typeof records) => verifyChain(runId, run.salt, tampered, tail);

    const altered = structuredClone(records);
    altered[2]!.envelope.at = "2020-01-01T00:00:00.000Z";
    expect(check(altered)).toEqual({ seq: 3, fault: "was altered" });

    const falsified = structuredClone(records);
    falsified[3]!.data = { ms: 1, decision: "something else" };
    expect(check(falsified)).toEqual({ seq: 4, fault: "carries altered data" });

    expect(check(records.toSpliced(1, 1))).toMatchObject({ seq: 2 });
    expect(check(records.slice(0, 3))).toMatchObject({ seq: 4 });
  });

  it("still verifies after the data of an event were erased", async () => {
    const { runId } = await startTestRun(core);
    await core.db.delete(eventData).where(eq(eventData.ref, `${runId}/1`));
    const { run, records, tail } = await chainOf(runId);
    expect(records[0]!.data).toBeUndefined();
    expect(verifyChain(runId, run.salt, records, tail)).toBeNull();
  });
});

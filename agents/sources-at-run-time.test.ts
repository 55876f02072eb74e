import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConnectionForm } from "#lib/contracts/source.ts";
import { decideApproval } from "#lib/runs/approvals.ts";
import { startRun } from "#lib/runs/start.ts";
import { connectSource } from "#lib/warehouse/registry/connect.ts";
import { removeSource } from "#lib/warehouse/registry/registry.ts";
import { reviseWaitingStatement } from "./revise-approval.ts";
import { analyst, data, openStage, type Stage } from "./testing/stage.ts";

/** Some 140 million pairs: seconds of work, and less than a source refuses. */
const SLOW = `SELECT count(*) AS pairs FROM sales.order_lines a CROSS JOIN sales.customers b
  WHERE a.quantity < b.customer_id`;
const COUNTED = "How many customers are there?";
const actor = { ...analyst, role: "analyst" };
let stage: Stage;
let form: ConnectionForm;

beforeAll(async () => {
  process.env.CAUSEWAY_SECRET ??= "of the test";
  stage = await openStage({ webEvents: 200_000, approveAbove: 150_000 });
  const url = new URL(stage.demo.globalUrl);
  form = {
    kind: "postgres",
    name: "Second look",
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    tls: "off",
    logins: [
      {
        role: "analyst",
        user: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
      },
    ],
    timeZone: "Europe/Berlin",
    acceptUnsafe: false,
  };
}, 180_000);
afterAll(() => stage?.close());

async function connected(name: string): Promise<string> {
  const { core, sources } = stage.engine;
  const id = await connectSource(core.db, actor, { ...form, name }, []);
  await sources.refresh("now");
  return id;
}

async function ask(sourceId: string, question: string) {
  const started = await startRun(stage.engine.core.db, {
    actor,
    question,
    source: { id: sourceId, name: sourceId },
    options: { approval: { kind: "ask" } },
  });
  stage.engine.execute().nudge();
  return started;
}

describe("a source that was connected while the server runs", () => {
  it("is asked like any other", async () => {
    const run = await stage.told(await ask(await connected("At once"), COUNTED));
    expect(run.status).toBe("done");
  });

  it("ends what runs there when it is removed, and says that it is not there any more", async () => {
    const id = await connected("Soon gone");
    const { core, sources } = stage.engine;
    await core.client`update causeway.sources set config = config || '{"approve_above": {"scannedRows": 10}}',
      changed_at = now() where id = ${id}`;
    await sources.refresh("now");
    const started = await ask(id, COUNTED);
    const waiting = await stage.told(started);
    expect(waiting.status).toBe("needs_approval");
    const { approval } = data(waiting, "approval-asked")[0]!;
    const edited = await reviseWaitingStatement(core, sources, actor, { id: approval.id, sql: SLOW });
    await decideApproval(core.db, actor, {
      id: edited.id,
      revision: edited.revision,
      sqlHash: edited.sqlHash,
      decision: "approve",
    });
    stage.engine.execute().nudge();
    const warehouse = postgres(stage.demo.globalUrl, { max: 1 });
    const isRunning = async () =>
      (
        await warehouse`select 1 from pg_stat_activity where application_name like 'causeway:%' and state = 'active'
          and query like '%order_lines%' and pid <> pg_backend_pid()`
      ).length > 0;
    while (!(await isRunning())) await new Promise((resolve) => setTimeout(resolve, 20));
    await removeSource(core.db, actor, id);
    await sources.refresh("now");
    const ended = await stage.told(started);
    expect(ended.status).toBe("failed");
    expect(data(ended, "run-failed").at(-1)!.sentence).toContain("or it was removed");
    while (await isRunning()) await new Promise((resolve) => setTimeout(resolve, 20));
    await warehouse.end();
  }, 60_000);
});

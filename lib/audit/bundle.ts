import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { strToU8, zipSync } from "fflate";
import type { CoreDatabase, CoreTransaction } from "#db/core/client.ts";
import { results, runs } from "#db/core/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { idSchema } from "#lib/contracts/approval.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { isActive } from "#lib/contracts/run.ts";
import { readEvents, readRecords } from "#lib/runs/event-log.ts";
import { canonicalJson } from "./chain.ts";
import { summaryHtml, summaryMarkdown } from "./render-summary.ts";
import { type ExplanationSummary, summarise } from "./summary.ts";

/** The explanation summary of a run of the asker's. Throws `E_RUN_UNKNOWN`. */
export async function readSummary(
  db: CoreDatabase,
  actor: Actor,
  runId: string,
): Promise<ExplanationSummary> {
  const run = await readOwnRun(db, actor, runId);
  return summarise({ run, events: await readEvents(db, runId) });
}

/**
 * Everything an auditor needs of one run, as a ZIP: the records in order, the results they refer to, the summary in
 * three forms, and a script that checks all of it with nothing but Node. Throws `E_RUN_UNKNOWN`, and `E_RUN_ACTIVE`
 * while more records may come.
 */
export async function auditBundle(db: CoreDatabase, actor: Actor, runId: string): Promise<Uint8Array> {
  const { run, records, stored, events } = await readWhole(db, actor, runId);
  const summary = summarise({ run, events });
  const files: Record<string, string> = {
    "events.jsonl": records.map((record) => `${JSON.stringify(record)}\n`).join(""),
    "summary.json": `${JSON.stringify(summary, null, 2)}\n`,
    "summary.md": summaryMarkdown(summary),
    "summary.html": summaryHtml(summary),
    ...Object.fromEntries(
      stored.map((result) => [`results/${result.id}.json`, `${JSON.stringify(result)}\n`]),
    ),
  };
  const manifest = {
    v: 1,
    runId,
    salt: run.salt,
    tail: { seq: run.lastSeq, hash: run.lastHash },
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256(text)])),
  };
  files["manifest.json"] =
    `${JSON.stringify({ ...manifest, digest: sha256(canonicalJson(manifest)) }, null, 2)}\n`;
  files["verify.mjs"] = readFileSync(join(process.cwd(), "lib", "audit", "verify-bundle.mjs"), "utf8");
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

/** One moment's view of an ended run: read apart, records and tail could disagree and look touched. */
async function readWhole(db: CoreDatabase, actor: Actor, runId: string) {
  return db.transaction(
    async (tx) => {
      const run = await readOwnRun(tx, actor, runId);
      if (isActive(run.status))
        throw new AppError("E_RUN_ACTIVE", "This run is still under way. Take its bundle once it has ended.");
      const records = await readRecords(tx, runId);
      const stored = await tx.select().from(results).where(eq(results.runId, runId));
      return { run, records, stored, events: await readEvents(tx, runId) };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function readOwnRun(db: CoreDatabase | CoreTransaction, actor: Actor, runId: string) {
  const known = idSchema.safeParse(runId).success;
  const [run] = !known ? [] : await db.select().from(runs).where(eq(runs.id, runId));
  if (!run || run.actor.id !== actor.id)
    throw new AppError("E_RUN_UNKNOWN", "There is no such run of yours.");
  return run;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CoreStore } from "#db/core/client.ts";
import { results } from "#db/core/schema.ts";
import { appendEvent } from "#lib/runs/event-log.ts";
import { endRun } from "#lib/runs/lease.ts";
import { asker, openTestStore, somebodyElse, startTestRun } from "#lib/runs/test-store.ts";
import { auditBundle, readSummary } from "./bundle.ts";
import { summaryHtml, summaryMarkdown } from "./render-summary.ts";

let core: CoreStore;
let runId: string;
let folder: string;

beforeAll(async () => {
  core = await openTestStore();
  folder = mkdtempSync(join(tmpdir(), "causeway-bundle-"));
  ({ runId } = await startTestRun(core, { question: "revenue <img src=x> ![x](http://evil.example)" }));
  await core.db.insert(results).values({
    id: `res_${runId}`,
    runId,
    columns: [{ name: "revenue", type: "numeric", kind: "decimal" }],
    rows: [["12.50"]],
    rowCount: 1,
    truncated: false,
  });
  const answer = {
    text: "Revenue is €12.50.",
    blocks: [
      {
        kind: "finding" as const,
        text: "Revenue is {{c1}}.",
        spans: [{ text: "Revenue is " }, { text: "€12.50", claim: "c1" }],
      },
    ],
    claims: [
      {
        id: "c1",
        value: "12.50",
        basis: { kind: "cell" as const, resultId: `res_${runId}`, row: 0, column: 0 },
      },
    ],
  };
  await core.db.transaction((tx) =>
    appendEvent(tx, runId, null, {
      kind: "answer-written",
      data: { answer },
      place: { node: "respond", step: 9, attempt: 1, ordinal: 0 },
    }),
  );
  await expect(auditBundle(core.db, asker, runId)).rejects.toMatchObject({ code: "E_RUN_ACTIVE" });
  await core.db.transaction((tx) => endRun(tx, runId, null, { status: "done" }));
});
afterAll(async () => {
  await core?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Unpacks the bundle, lets `touch` change a file's text, and runs the script that came with it. */
async function verifyAfter(name: string, touch: (text: string) => string) {
  const place = mkdtempSync(join(folder, "unpacked-"));
  for (const [file, bytes] of Object.entries(unzipSync(await auditBundle(core.db, asker, runId)))) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    writeFileSync(join(place, file), bytes);
  }
  const path = join(place, name);
  writeFileSync(path, touch(existsSync(path) ? readFileSync(path, "utf8") : ""));
  const { status, stdout } = spawnSync(process.execPath, [join(place, "verify.mjs")], { encoding: "utf8" });
  return { status, words: stdout.trim() };
}

describe("an audit bundle", () => {
  it("verifies with the script it carries", async () => {
    expect(await verifyAfter("events.jsonl", (text) => text)).toEqual({
      status: 0,
      words: "Whole: every record follows from the one before it.",
    });
  });

  it.each([
    [
      "the answer in a record",
      "events.jsonl",
      (text: string) => text.replace("€12.50", "€92.50"),
      "record 2 carries altered data",
    ],
    [
      "the time of a record",
      "events.jsonl",
      (text: string) => text.replace(/"at":"2/, '"at":"3'),
      "record 1 was altered",
    ],
    [
      "a record taken out",
      "events.jsonl",
      (text: string) => text.split("\n").slice(1).join("\n"),
      "record 1 is missing",
    ],
    [
      "the last record cut off",
      "events.jsonl",
      (text: string) => `${text.split("\n")[0]}\n`,
      "record 2 is missing",
    ],
    ["a cell of the result", "RESULT", (text: string) => text.replace("12.50", "13.50"), "was altered"],
    ["the summary", "summary.md", (text: string) => `${text} `, "summary.md was altered"],
    [
      "the manifest",
      "manifest.json",
      (text: string) => text.replace('"v": 1', '"v": 2'),
      "manifest.json was altered",
    ],
    [
      "the name of a record's envelope",
      "events.jsonl",
      (text: string) => text.replace('"envelope"', '"enveloppe"'),
      "record 1 was altered: it has no envelope",
    ],
    ["a record that is null", "events.jsonl", (text: string) => `null\n${text}`, "record 1 was altered"],
    [
      "the name of a record's data",
      "events.jsonl",
      (text: string) => text.replace('"data":', '"date":'),
      'record 1 was altered: it has a key "date"',
    ],
    [
      "a file's name in the manifest",
      "manifest.json",
      (text: string) => text.replace('"summary.md"', '"summery.md"'),
      "summery.md is missing, or its name in manifest.json was altered",
    ],
    [
      "the list of files in the manifest",
      "manifest.json",
      (text: string) => text.replace('"files"', '"fils"'),
      "manifest.json was altered",
    ],
    ["a file put in", "results/more.json", () => "{}", "results/more.json is not listed in manifest.json"],
  ])("names what was touched: %s", async (_, name, touch, expected) => {
    const file = name === "RESULT" ? `results/res_${runId}.json` : name;
    const { status, words } = await verifyAfter(file, touch);
    expect(status).toBe(1);
    expect(words).toContain(expected);
  });

  it("is given to nobody but the asker", async () => {
    await expect(auditBundle(core.db, somebodyElse, runId)).rejects.toMatchObject({ code: "E_RUN_UNKNOWN" });
    await expect(readSummary(core.db, somebodyElse, runId)).rejects.toMatchObject({ code: "E_RUN_UNKNOWN" });
  });
});

describe("an explanation summary", () => {
  it("ties each figure to where it came from", async () => {
    const summary = await readSummary(core.db, asker, runId);
    expect(summary.claims).toEqual([
      { shown: "€12.50", basis: `12.50: result res_${runId}, row 1, column 1` },
    ]);
    expect(summaryMarkdown(summary)).toContain("Revenue is €12.50.");
  });

  it("shows what people and data wrote as text, never as markup", async () => {
    const summary = await readSummary(core.db, asker, runId);
    const html = summaryHtml(summary);
    expect(html).not.toContain("<img");
    expect(html).toContain("&#60;img");
    const bundle = unzipSync(await auditBundle(core.db, asker, runId));
    expect(strFromU8(bundle["summary.html"]!)).toBe(html);
    expect(summaryMarkdown({ ...summary, answer: "![x](http://evil.example)" })).toContain("\\!\\[x\\]");
  });
});

import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readerAnswerer } from "./answerers.ts";
import { readDataset } from "./dataset.ts";
import { runSqlEval } from "./run.ts";

const data = process.env.CAUSEWAY_EVAL_DATA ?? resolve("../shared/eval");
const strangers = join(data, "text-to-sql", "strangers");

describe.skipIf(!existsSync(strangers))("databases that the reader has never seen", () => {
  it("answers most of a newcomer's questions, and none wrongly with confidence", async () => {
    const out = join(mkdtempSync(join(tmpdir(), "causeway-eval-")), "predictions.jsonl");
    const report = await runSqlEval(readDataset(strangers), {
      seed: 1,
      now: "2026-11-30T12:00:00.000Z",
      out,
      progress: () => undefined,
      answerer: readerAnswerer(),
    });
    expect(report.precision).toBe(100);
    expect(report.answeredShare).toBeGreaterThanOrEqual(70);
    expect(report.wrongDeclines).toBeLessThanOrEqual(10);
    expect(readFileSync(out, "utf8").trim().split("\n")).toHaveLength(report.total);
  });
});

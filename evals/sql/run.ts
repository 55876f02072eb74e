import { writeFileSync } from "node:fs";
import postgres from "postgres";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import { catalogOf } from "#evals/catalog-of.ts";
import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Answerer } from "./answerers.ts";
import { sameResult } from "./compare.ts";
import { type Dataset, type EvalQuestion, sample } from "./dataset.ts";
import { inlineParameters, openSession, type Session } from "./execute.ts";
import { kindOf, reportOf, type Scored, type SqlReport } from "./report.ts";
import { restoreDump } from "./restore.ts";

export interface SqlEvalOptions {
  limit?: number;
  seed: number;
  /** ISO instant that counts as "now". */
  now: string;
  /** Where the predictions go, one JSON object a line. */
  out: string;
  progress: (line: string) => void;
  answerer: Answerer;
}

/**
 * Restores every database of a set into a throw-away cluster, asks each question, runs prediction and gold, and
 * scores. Predictions are written to `out`.
 */
export async function runSqlEval(dataset: Dataset, options: SqlEvalOptions): Promise<SqlReport> {
  const questions = sample(dataset.questions, options.limit, options.seed);
  const cluster = await startTestCluster({ TimeZone: "UTC" });
  const admin = postgres(cluster.adminUrl, { max: 1, onnotice: () => undefined });
  const scored: Scored[] = [];
  const lines: string[] = [];
  try {
    for (const [databaseId, asked] of Map.groupBy(questions, (question) => question.db_id)) {
      const database = `eval_${scored.length}`;
      await admin.unsafe(`create database ${database}`);
      const url = cluster.adminUrlOf(database);
      await restoreDump(url, dataset.dump(databaseId));
      const catalog = await catalogOf(url, databaseId, options.now);
      await options.answerer.open({ id: databaseId, url });
      const session = openSession(url);
      for (const question of asked) {
        const { line, score } = await scoreQuestion(question, catalog, session, options);
        lines.push(line);
        scored.push(score);
      }
      await session.close();
      await admin.unsafe(`drop database ${database} with (force)`);
      options.progress(`${databaseId}: ${asked.length} questions (${scored.length} of ${questions.length})`);
    }
  } finally {
    await options.answerer.close();
    await admin.end({ timeout: 5 });
    await cluster.stop();
  }
  writeFileSync(options.out, lines.map((line) => `${line}\n`).join(""));
  return reportOf(dataset.name, scored);
}

async function scoreQuestion(
  question: EvalQuestion,
  catalog: Catalog,
  session: Session,
  options: SqlEvalOptions,
): Promise<{ line: string; score: Scored }> {
  const started = performance.now();
  const prediction = await options.answerer.read(question.question, catalog, {
    // A set that compares columns exactly wants what was asked for and no explaining figure beside it.
    columns: question.columns === "exact" ? "asked" : "explained",
  });
  const ms = Math.round((performance.now() - started) * 10) / 10;
  const sql = prediction.sql === null ? null : inlineParameters(prediction.sql, prediction.params);
  const verdict = sql === null ? { right: false } : await judge(sql, question, session);
  const { outcome, score } = prediction;
  return {
    line: JSON.stringify({ id: question.id, outcome, sql, score, ms }),
    score: { question, outcome, score, ms, kind: kindOf(question.gold[0] ?? ""), ...verdict },
  };
}

async function judge(
  sql: string,
  question: EvalQuestion,
  session: Session,
): Promise<{ right: boolean; error?: string }> {
  const predicted = await session.run(sql);
  if ("error" in predicted) return { right: false, error: predicted.error };
  for (const statement of question.gold) {
    const gold = await session.run(statement);
    if ("error" in gold) continue;
    const rule = { ordered: question.ordered, columns: question.columns, tiedRows: question.tied_rows };
    if (sameResult(predicted.result, gold.result, rule)) return { right: true };
  }
  return { right: false };
}

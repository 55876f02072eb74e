import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import postgres from "postgres";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import { catalogOf } from "#evals/catalog-of.ts";
import { readDataset } from "#evals/sql/dataset.ts";
import { restoreDump } from "#evals/sql/restore.ts";
import { type GuardReport, grantedTables, judgeCases, readCases, restrictTo } from "./cases.ts";

const USAGE =
  "use --cases FILE.json --schema FILE.sql, or --accept FOLDER of a text-to-SQL set; --json for one object";

/**
 * `eval guard`: judges statements that must be refused or accepted (`--cases` with `--schema`), or runs the gold
 * statements of a text-to-SQL set, all of which should pass (`--accept`). Exit 1 where a verdict is not as expected.
 */
export async function evalGuard(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: {
      cases: { type: "string" },
      schema: { type: "string" },
      accept: { type: "string" },
      json: { type: "boolean" },
    },
  });
  const cluster = await startTestCluster();
  try {
    if (values.accept !== undefined) return print(await acceptAll(cluster, values.accept), values.json);
    if (values.cases === undefined || values.schema === undefined) throw new Error(USAGE);
    return print(await judgeFile(cluster, values.cases, values.schema), values.json);
  } finally {
    await cluster.stop();
  }
}

async function judgeFile(cluster: Cluster, casesFile: string, schemaFile: string): Promise<GuardReport> {
  const cases = readCases(casesFile);
  const schema = readFileSync(schemaFile, "utf8");
  const catalog = await restored(cluster, "cases", schema);
  return judgeCases(cases, restrictTo(catalog, grantedTables(schema)));
}

async function acceptAll(cluster: Cluster, folder: string): Promise<GuardReport> {
  const dataset = readDataset(folder);
  const whole: GuardReport = { refused: 0, accepted: 0, wrong: 0, cases: [] };
  for (const [databaseId, questions] of Map.groupBy(dataset.questions, (each) => each.db_id)) {
    const catalog = await restored(cluster, `accept_${whole.cases.length}`, dataset.dump(databaseId));
    const cases = questions.flatMap(({ id, gold }) =>
      gold.map((sql, at) => ({
        id: `${id}/${at}`,
        dialect: "postgres",
        sql,
        expect: "accepted" as const,
        codes: [],
      })),
    );
    const report = await judgeCases(cases, catalog);
    whole.refused += report.refused;
    whole.accepted += report.accepted;
    whole.wrong += report.wrong;
    whole.cases.push(...report.cases);
    process.stderr.write(`${databaseId}: ${report.accepted} of ${cases.length} accepted\n`);
  }
  return whole;
}

async function restored(cluster: Cluster, database: string, dump: string) {
  const admin = postgres(cluster.adminUrl, { max: 1, onnotice: () => undefined });
  try {
    await admin.unsafe(`create database ${database}`);
  } finally {
    await admin.end({ timeout: 5 });
  }
  const url = cluster.adminUrlOf(database);
  await restoreDump(url, dump);
  return catalogOf(url, database, new Date().toISOString());
}

function print(report: GuardReport, json: boolean | undefined): number {
  process.stdout.write(`${json ? JSON.stringify(report) : tableOf(report)}\n`);
  return report.wrong === 0 ? 0 : 1;
}

function tableOf({ refused, accepted, wrong, cases }: GuardReport): string {
  const shown = cases.length > 200 ? cases.filter((each) => !each.expected.startsWith(each.got)) : cases;
  const lines = shown.map(
    (each) =>
      `${each.id.padEnd(16)} ${each.got.padEnd(9)} ${(each.code ?? "").padEnd(15)} expected ${each.expected}`,
  );
  return [...lines, `refused ${refused}, accepted ${accepted}, not as expected ${wrong}`].join("\n");
}

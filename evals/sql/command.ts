import { parseArgs } from "node:util";
import { type Answerer, readerAnswerer } from "./answerers.ts";
import { isScoredOnly, readDataset } from "./dataset.ts";
import { tableOf } from "./report.ts";
import { runSqlEval } from "./run.ts";

const usage =
  "eval sql --dataset DIR [--through reader|graph] [--part all|open|scored-only] [--limit N] [--seed S] [--now ISO] --out FILE [--json]";

/** `eval sql`: progress on standard error; the report, and nothing else, on standard output. Returns the exit code. */
export async function evalSql(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: {
      dataset: { type: "string" },
      through: { type: "string", default: "reader" },
      part: { type: "string", default: "all" },
      limit: { type: "string" },
      seed: { type: "string", default: "1" },
      now: { type: "string" },
      out: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  if (!values.dataset || !values.out) throw new Error(`usage: ${usage}`);
  if (values.through !== "reader" && values.through !== "graph")
    throw new Error(`--through ${values.through}: use reader or graph`);
  if (!["all", "open", "scored-only"].includes(values.part))
    throw new Error(`--part ${values.part}: all, open or scored-only`);
  const limit = values.limit === undefined ? undefined : wholeNumber("--limit", values.limit);
  const now = values.now === undefined ? new Date() : new Date(values.now);
  if (Number.isNaN(now.getTime())) throw new Error(`--now ${values.now}: not an ISO date`);
  const whole = readDataset(values.dataset);
  const questions = whole.questions.filter(
    ({ db_id }) => values.part === "all" || isScoredOnly(db_id) === (values.part === "scored-only"),
  );
  const report = await runSqlEval(
    { ...whole, questions },
    {
      ...(limit === undefined ? {} : { limit }),
      seed: wholeNumber("--seed", values.seed),
      now: now.toISOString(),
      out: values.out,
      progress: (line) => process.stderr.write(`${line}\n`),
      answerer: values.through === "graph" ? await graphAnswererAt(now) : readerAnswerer(),
    },
  );
  process.stdout.write(`${values.json ? JSON.stringify(report) : tableOf(report)}\n`);
  return 0;
}

/** The graph is loaded only where it is asked for: the reader is measured without it. */
async function graphAnswererAt(now: Date): Promise<Answerer> {
  const { graphAnswerer } = await import("./graph-answerer.ts");
  return graphAnswerer(now.toISOString());
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${option} ${text}: not a whole number`);
  return Number(text);
}

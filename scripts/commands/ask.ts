import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { type Engine, openEngine } from "#agents/engine.ts";
import { isDown } from "#agents/workers/documents/documents.ts";
import { rolesOf } from "#lib/config/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import type { AskOutput } from "#lib/contracts/ask.ts";
import type { Clarification } from "#lib/contracts/clarification.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { EventData, EventKind, EventView } from "#lib/contracts/event.ts";
import type { ApprovalPolicy, RunStatus } from "#lib/contracts/run.ts";
import type { Retrieval } from "#lib/retrieval/retrieval.ts";
import { followRun } from "#lib/runs/follow.ts";
import { readResultFor } from "#lib/runs/results.ts";
import { startRun } from "#lib/runs/start.ts";
import { readThread } from "#lib/runs/threads.ts";

const MAX_ROWS = 200;
/** The store may die while it is filled, and there is nobody to start it again. */
const LONGEST_READING_MS = 120_000;
const HELP = `npm run -s ask -- "question" [options]
  --json             one JSON object on standard output
  --thread ID        go on in a conversation
  --source ID        ask this source
  --as ROLE          ask as this role of the source
  --now ISO          take this instant as now
  --approve --max-rows N   run without asking up to N scanned rows
  --reject           refuse what would need an approval`;

/** Asks one question through the same graph as the browser. Exit 0 done or declined, 2 waits for a person, 1 failed. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(args);
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const question = positionals.join(" ");
  const engine = await openEngine();
  try {
    const source = engine.sources.of(values.source);
    const role = values.as ?? source.config.default_role;
    if (!rolesOf(source.config).includes(role))
      throw new AppError(
        "E_ROLE_UNKNOWN",
        `${source.config.name} has no login for the role "${role}". It has: ${rolesOf(source.config).join(", ")}.`,
      );
    const actor: Actor = {
      id: `cli:${userInfo().username}`,
      role,
      timeZone: source.config.time_zone,
      locale: "en",
    };
    if (values.thread !== undefined) await readThread(engine.core.db, actor, values.thread);
    await readDocumentsIn(engine, role);
    const { runId, threadId } = await startRun(engine.core.db, {
      actor,
      question,
      ...(values.thread === undefined ? {} : { threadId: values.thread }),
      source: { id: source.config.id, name: source.config.name },
      rateLimits: engine.config.rate_limits,
      options: {
        approval: approvalPolicy(values),
        ...(values.now === undefined ? {} : { now: instant(values.now) }),
      },
    });
    engine.execute(runId).nudge();
    const { status, events } = await watch(engine, runId);
    const output = await collect(engine, actor, { runId, threadId, status, events });
    process.stdout.write(`${values.json ? JSON.stringify(output) : readable(output)}\n`);
    return status === "done" || status === "declined" ? 0 : status.startsWith("needs_") ? 2 : 1;
  } finally {
    await engine.close();
  }
}

/**
 * Without a server nobody else reads the documents in; by words is enough to search, and takes seconds. An index that does
 * not answer stops no question: rows may answer it, and where documents are needed the answer says that they are missing.
 */
export async function readDocumentsIn(
  { retrieval }: { retrieval: Pick<Retrieval, "isFilled" | "ingest"> },
  role: string,
): Promise<void> {
  try {
    if (await retrieval.isFilled(role)) return;
    await retrieval.ingest(AbortSignal.timeout(LONGEST_READING_MS), "words");
  } catch (error) {
    if (!isDown(error)) throw error;
    process.stderr.write(`  ${error.sentence}\n`);
  }
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        json: { type: "boolean" },
        thread: { type: "string" },
        source: { type: "string" },
        as: { type: "string" },
        now: { type: "string" },
        approve: { type: "boolean" },
        "max-rows": { type: "string" },
        reject: { type: "boolean" },
      },
    });
  } catch (cause) {
    throw new AppError("E_CONFIG", `${(cause as Error).message}\n${HELP}`, { cause });
  }
}

function approvalPolicy(values: {
  approve?: boolean;
  "max-rows"?: string;
  reject?: boolean;
}): ApprovalPolicy {
  if (values.reject) return { kind: "refuse" };
  if (!values.approve) return { kind: "ask" };
  const maxRows = Number(values["max-rows"]);
  if (!Number.isInteger(maxRows) || maxRows <= 0)
    throw new AppError(
      "E_CONFIG",
      "--approve needs a budget: --max-rows N, the rows it may scan without asking.",
    );
  return { kind: "budget", maxRows };
}

function instant(text: string): string {
  const parsed = new Date(text);
  if (Number.isNaN(parsed.getTime()))
    throw new AppError("E_CONFIG", `--now takes an ISO instant such as 2026-09-30T12:00:00Z, not "${text}".`);
  return parsed.toISOString();
}

/** Tells each step on standard error until the run ends or waits. */
async function watch(engine: Engine, runId: string): Promise<{ status: RunStatus; events: EventView[] }> {
  const events: EventView[] = [];
  let status: RunStatus = "queued";
  for await (const update of followRun(engine.core, engine.signals, runId)) {
    if (update.kind === "event") {
      events.push(update.event);
      if (update.event.kind === "node-finished")
        process.stderr.write(`  ${update.event.node.padEnd(10)} ${update.event.data.decision}\n`);
    } else if (update.kind === "status") {
      status = update.status;
      if (status.startsWith("needs_")) break;
    }
  }
  return { status, events };
}

async function collect(
  engine: Engine,
  actor: Actor,
  {
    runId,
    threadId,
    status,
    events,
  }: Pick<AskOutput, "runId" | "threadId" | "status"> & { events: EventView[] },
): Promise<AskOutput> {
  const all = <K extends EventKind>(kind: K) =>
    events.filter((each) => each.kind === kind).map((each) => each.data as EventData<K>);
  const checked = all("sql-checked").filter((each) => each.accepted);
  const executed = all("sql-executed");
  const evidence = all("evidence-found").map((each) => each.evidence);
  const failed = all("run-failed")[0];
  const answer = all("answer-written").at(-1)?.answer;
  const results = await Promise.all(
    [...executed, ...all("statistic-computed")].map(async ({ resultId }) => {
      const { id, columns, rows, rowCount, truncated } = await readResultFor(engine.core.db, actor, resultId);
      return { id, columns, rows: rows.slice(0, MAX_ROWS), rowCount, truncated };
    }),
  );
  const pending = all("approval-asked").at(-1)?.approval;
  const asked = all("clarification-asked").at(-1)?.clarification;
  return {
    runId,
    threadId,
    status,
    route: all("route-chosen").at(-1)?.route ?? null,
    reading: all("question-understood").at(-1)?.prediction.readings[0] ?? null,
    answer: {
      text:
        answer?.text ??
        failed?.sentence ??
        (status === "needs_approval" ? (pending?.price.sentence ?? "") : "") +
          (status === "needs_answer" && asked ? choiceText(asked) : ""),
      claims: answer?.claims ?? [],
    },
    sql: checked.map(({ text, params, hash }) => ({
      text,
      params,
      hash,
      resultId: executed.find((each) => each.hash === hash)?.resultId ?? null,
    })),
    results,
    passages: all("passages-retrieved").flatMap(({ retrieval }) =>
      retrieval.passages.map(({ id, title, reference, text, scores }) => ({
        id,
        title,
        ...(reference === undefined ? {} : { reference }),
        text,
        score: scores.final,
      })),
    ),
    evidence,
    chart: all("chart-drawn").at(-1)?.chart ?? null,
    warnings: all("result-validated").flatMap((each) => each.findings.map((finding) => finding.sentence)),
    events,
  };
}

/** A question back, with what could be meant. */
function choiceText({ question, options }: Clarification): string {
  return [question, ...options.map(({ label }) => `  - ${label}`)].join("\n");
}

function readable({ answer, status, results }: AskOutput): string {
  const [result] = results;
  const table =
    result && result.rows.length > 1
      ? `\n\n${tableText(
          result.columns.map((each) => each.name),
          result.rows,
        )}`
      : "";
  const wait =
    status === "needs_approval"
      ? "\n\nIt waits for a decision: use --approve --max-rows N, or --reject."
      : status === "needs_answer"
        ? "\n\nAsk again in the words of the one that is meant."
        : "";
  return `${answer.text || `The run ended: ${status}.`}${table}${wait}`;
}

function tableText(header: string[], rows: unknown[][]): string {
  const lines = [
    header,
    ...rows.slice(0, 20).map((row) => row.map((cell) => (cell === null ? "–" : String(cell)))),
  ];
  const widths = header.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  const text = lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join("  ")
      .trimEnd(),
  );
  const more = rows.length > 20 ? `\n… ${rows.length - 20} more rows` : "";
  return text.join("\n") + more;
}

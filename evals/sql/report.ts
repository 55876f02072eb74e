import type { EvalQuestion } from "./dataset.ts";

/** One scored question. */
export interface Scored {
  question: EvalQuestion;
  outcome: "answered" | "asked" | "declined";
  score: number;
  /** Whether the best guess gives the gold rows; false where there is none. */
  right: boolean;
  ms: number;
  kind: string;
  error?: string;
}

/** The figures of one run, in per cent; null where the set has no question of that kind. */
export interface SqlReport {
  set: string;
  total: number;
  bestGuess: number | null;
  answeredShare: number | null;
  precision: number | null;
  wrongDeclines: number | null;
  abstention: number | null;
  p50ms: number;
  p95ms: number;
  byKind: Record<string, { total: number; bestGuess: number; answered: number; precision: number | null }>;
  /** Precision and answered share if only scores at or above `score` were answered. */
  curve: Array<{ score: number; answeredShare: number; precision: number | null }>;
}

export function reportOf(set: string, scored: Scored[]): SqlReport {
  const answerable = scored.filter(({ question }) => question.answerable);
  const unanswerable = scored.filter(({ question }) => !question.answerable);
  const answered = answerable.filter(({ outcome }) => outcome === "answered");
  const times = scored.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) =>
    round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  const byKind: SqlReport["byKind"] = {};
  for (const [kind, of] of Map.groupBy(answerable, (one) => one.kind)) {
    const taken = of.filter(({ outcome }) => outcome === "answered");
    byKind[kind] = {
      total: of.length,
      bestGuess: share(of, isRight) ?? 0,
      answered: share(of, ({ outcome }) => outcome === "answered") ?? 0,
      precision: share(taken, isRight),
    };
  }
  return {
    set,
    total: scored.length,
    bestGuess: share(answerable, isRight),
    answeredShare: share(answerable, ({ outcome }) => outcome === "answered"),
    precision: share(answered, isRight),
    wrongDeclines: share(answerable, ({ outcome }) => outcome === "declined"),
    abstention: share(unanswerable, ({ outcome }) => outcome === "declined"),
    p50ms: at(0.5),
    p95ms: at(0.95),
    byKind: Object.fromEntries(Object.entries(byKind).sort(([a], [b]) => (a < b ? -1 : 1))),
    curve: [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95].map((score) => {
      const over = answerable.filter((one) => one.score >= score);
      return {
        score,
        answeredShare: share(answerable, (one) => one.score >= score) ?? 0,
        precision: share(over, isRight),
      };
    }),
  };
}

/** The report as a table for a terminal. */
export function tableOf(report: SqlReport): string {
  const percent = (value: number | null) => (value === null ? "–" : `${value.toFixed(1)} %`).padStart(8);
  const lines = [
    `${report.set}: ${report.total} questions`,
    `  best guess      ${percent(report.bestGuess)}`,
    `  answered share  ${percent(report.answeredShare)}`,
    `  precision       ${percent(report.precision)}`,
    `  wrong declines  ${percent(report.wrongDeclines)}`,
    `  abstention      ${percent(report.abstention)}`,
    `  time            p50 ${report.p50ms} ms, p95 ${report.p95ms} ms`,
    "",
    "  kind                      total  best guess  answered  precision",
  ];
  for (const [kind, of] of Object.entries(report.byKind)) {
    lines.push(
      `  ${kind.padEnd(24)} ${String(of.total).padStart(6)}    ${percent(of.bestGuess)}  ${percent(of.answered)}   ${percent(of.precision)}`,
    );
  }
  lines.push("", "  score ≥   answered  precision");
  for (const { score, answeredShare, precision } of report.curve) {
    lines.push(`  ${score.toFixed(2)}      ${percent(answeredShare)}   ${percent(precision)}`);
  }
  return lines.join("\n");
}

/** The kind of query a gold statement is, hardest feature first. */
export function kindOf(gold: string): string {
  if (/\b(intersect|except|union)\b/i.test(gold)) return "set operation";
  if (/\(\s*select\b/i.test(gold)) return "nested";
  if (/\bhaving\b/i.test(gold)) return "having";
  const joined = /\bjoin\b/i.test(gold) ? ", joined" : "";
  if (/\bgroup by\b/i.test(gold)) return `${/\blimit\b/i.test(gold) ? "top of groups" : "grouped"}${joined}`;
  if (/\blimit\b/i.test(gold)) return `top rows${joined}`;
  if (/\b(count|sum|avg|min|max)\s*\(/i.test(gold)) return `one figure${joined}`;
  return `list${joined}`;
}

function isRight(one: Scored): boolean {
  return one.right;
}

function share<T>(all: T[], test: (one: T) => boolean): number | null {
  return all.length === 0 ? null : round((100 * all.filter(test).length) / all.length);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

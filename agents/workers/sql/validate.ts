import type { Finding } from "#lib/contracts/evidence.ts";
import type { Reading } from "#lib/contracts/reading.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { ago } from "#lib/format/ago.ts";
import { formatText } from "#lib/format/figure.ts";
import type { Recalled } from "#lib/runs/recall.ts";
import { readResult } from "#lib/runs/results.ts";
import { isEmpty } from "../../answer/is-empty.ts";
import { defineNode } from "../../node.ts";
import { readySteps } from "../../plan-progress.ts";
import { currentStep, freshGovernance, type State } from "../../state.ts";
import { checkPlausible } from "./plausible.ts";

/** Looks at the result before anyone uses it. What it finds is said in the answer. */
export const validate = defineNode<"input" | "evidence" | "governance" | "plan" | "control">(
  "validate",
  async ({ input, evidence, governance, plan, control }, { core, run, source, write }) => {
    const { id, reading, question } = currentStep({ plan, control });
    const result = await readResult(core.db, evidence.findLast(({ task }) => task === id)!.ref);
    const findings = [
      ...governance.statement!.findings.map((sentence) => ({ code: "multiplied" as const, sentence })),
      ...checkResult(result, reading),
      ...checkPlausible(result, reading, await source.catalog(run.actor, input.now)),
      ...recalledFinding(governance.recalled, new Date()),
      ...narrowedFinding(control),
      ...asOfFinding(source.config.as_of, reading, question !== undefined),
    ];
    await write("result-validated", { findings });
    // The next query of the plan that waits for nothing: it goes on at once, without a stop to collect in between.
    const next = readySteps(plan, evidence).find((step) => step.kind === "rows");
    return {
      update: {
        findings,
        ...(next
          ? { control: { ...control, task: next.id, decision: null }, governance: freshGovernance() }
          : {}),
      },
      decision: findings.length === 0 ? "Nothing unusual in the result." : findings[0]!.sentence,
    };
  },
);

/** Empty, cut, or mostly missing. */
export function checkResult(result: StoredResult, reading: Reading): Finding[] {
  const { rows, truncated } = result;
  if (isEmpty(result, reading)) {
    const filters = reading.filters.map((each) => each.label).join(", ");
    return [
      {
        code: "empty",
        sentence: `No rows match${filters ? ` (${filters})` : ""}${reading.time ? ` in ${reading.time.label}` : ""}.`,
      },
    ];
  }
  const findings: Finding[] = [];
  if (truncated)
    findings.push({
      code: "truncated",
      sentence: `Only the first ${rows.length.toLocaleString("en")} rows were read; there are more.`,
    });
  result.columns.forEach((column, position) => {
    const missing = rows.filter((row) => row[position] === null).length;
    if (rows.length > 1 && missing > rows.length / 2)
      findings.push({
        code: "null_dominant",
        sentence: `${missing} of ${rows.length} rows have no ${labelOf(reading, column.name)}.`,
      });
  });
  return findings;
}

function recalledFinding(recalled: Recalled | null, now: Date): Finding[] {
  if (!recalled) return [];
  return [{ code: "recalled", sentence: `The rows were read ${ago(recalled.at, now)} for the same query.` }];
}

function narrowedFinding({ narrowed, period }: Pick<State["control"], "narrowed" | "period">): Finding[] {
  if (!narrowed || !period) return [];
  return [
    {
      code: "narrowed",
      sentence: `No period was named, and all there is would have cost more than your limit, so this covers ${period.label} only. Ask for "all years", or name a period, to have it priced and asked.`,
    },
  ];
}

function asOfFinding(asOf: string | undefined, reading: Reading, isAsked: boolean): Finding[] {
  const isFigure = reading.measures.length > 0 || reading.time !== null;
  if (!isFigure || asOf === undefined || (reading.time?.to !== undefined && reading.time.to <= asOf))
    return [];
  const day = formatText(asOf, "en");
  const isWhole = isAsked && reading.time?.from === undefined && reading.time?.to === undefined;
  const sentence = isWhole
    ? `No period was named, so all there is counts; the data end on ${day}.`
    : `The data end on ${day}.`;
  return [{ code: "as_of", sentence }];
}

function labelOf(reading: Reading, name: string): string {
  return reading.output.find((each) => each.name === name)?.label.toLowerCase() ?? name;
}

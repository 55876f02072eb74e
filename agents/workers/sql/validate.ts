import type { Finding } from "#lib/contracts/evidence.ts";
import type { Reading } from "#lib/contracts/reading.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { formatText } from "#lib/format/figure.ts";
import { readResult } from "#lib/runs/results.ts";
import { isEmpty } from "../../answer/is-empty.ts";
import { defineNode } from "../../node.ts";
import { readySteps } from "../../plan-progress.ts";
import { currentStep, freshGovernance } from "../../state.ts";

/** Looks at the result before anyone uses it. What it finds is said in the answer. */
export const validate = defineNode<"evidence" | "governance" | "plan" | "control">(
  "validate",
  async ({ evidence, governance, plan, control }, { core, source, write }) => {
    const { id, reading, question } = currentStep({ plan, control });
    const result = await readResult(core.db, evidence.findLast(({ task }) => task === id)!.ref);
    const findings = [
      ...governance.statement!.findings.map((sentence) => ({ code: "multiplied" as const, sentence })),
      ...checkResult(result, reading),
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

import type { Claim, Finding } from "#lib/contracts/evidence.ts";
import type { Reading } from "#lib/contracts/reading.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { formatPeriod } from "#lib/format/figure.ts";
import { defineNode } from "../node.ts";
import { materialOf, ofPlan } from "../plan-progress.ts";
import type { SynthesisInput } from "../reasoners/reasoner.ts";
import { stoppedAnswer } from "./stopped.ts";
import { verify } from "./verify.ts";
import { chooseChart, outputColumns } from "./visualise.ts";

/** Draws, writes and verifies: three pure stages in one superstep, each with its own event. */
export const respond = defineNode<"input" | "analysis" | "plan" | "evidence" | "findings" | "control">(
  "respond",
  async (
    { input, analysis, plan, evidence, findings, control },
    { core, reasoner, run, source, write, probe },
  ) => {
    const found = ofPlan(plan, evidence);
    const told = [...findings, ...roleFinding(run.actor.role, source.config.default_role)];
    if (control.stop || analysis?.route === "declined" || found.length === 0) {
      const stopped = stoppedAnswer(control.stop, analysis, told);
      await write("answer-written", { answer: stopped });
      return { update: {}, decision: stopped.blocks[0]!.text };
    }
    const { results, retrievals } = await materialOf(core, run.id, found);
    const readings = readingsOf(plan, analysis!.reading);
    for (const [task, result] of results) {
      const reading = readings.get(task);
      const chart = chooseChart(result, reading ?? null);
      if (chart && isShown(task, result)) await write("chart-drawn", { chart });
    }
    const draft = await reasoner.synthesise(
      withoutSlots({
        question: input.question,
        reading: readings.get("rows") ?? analysis!.reading,
        approach: analysis!.approach,
        plan,
        results,
        retrievals,
        findings: told,
        reason: analysis!.outcome === "answered" ? "" : analysis!.reason,
      }),
    );
    const { answer, verified, removed } = verify(
      draft,
      { results: [...results.values()], retrievals },
      quotableOf(input.question, [...readings.values()], results, retrievals, { findings: told, plan }),
      run.actor.locale,
      periodFormats(draft.claims, results, readings, run.actor.locale),
    );
    await write("claims-verified", { verified, removed });
    probe("respond", "inside");
    await write("answer-written", { answer });
    return {
      update: {},
      decision:
        removed.length === 0
          ? `${verified} of ${verified} figures and quotations checked against what they rest on.`
          : `${removed.length} sentence(s) left out, because a figure or quotation in them had no basis.`,
    };
  },
);

/** Whoever asks under another role than the usual one sees a part, and the sentence itself does not show it. */
function roleFinding(role: string, usual: string): Finding[] {
  if (role === usual) return [];
  return [
    {
      code: "partial",
      sentence: `Asked as ${role}: rows and documents that this role may not see are not in it.`,
    },
  ];
}

/**
 * Names and labels come from the data and stand in sentences as they are: one that looks like a slot would be filled with
 * another's figure.
 */
function withoutSlots({ results, retrievals, ...words }: SynthesisInput): SynthesisInput {
  const plain = JSON.parse(JSON.stringify(words).replaceAll("{{", "{ {")) as typeof words;
  return { ...plain, results, retrievals };
}

/** How each step's rows were read; the question's own reading holds where a person's edit changed it. */
function readingsOf(plan: SynthesisInput["plan"], own: Reading | null): Map<string, Reading> {
  return new Map(
    plan.steps.flatMap(
      (step): Array<[string, Reading]> =>
        step.kind === "rows" ? [[step.id, step.question !== undefined && own ? own : step.reading]] : [],
    ),
  );
}

/** Steps that only lead to others are drawn by nobody: their tables are there to be opened. */
function isShown(task: string, { derived }: StoredResult): boolean {
  return task === "rows" || task === "course" || (derived !== null && derived.operation !== "change");
}

/**
 * Text whose numerals an answer may repeat without a claim: the question, how it was read, labels and titles, and
 * findings, which are written by code that counted.
 */
function quotableOf(
  question: string,
  readings: Reading[],
  results: ReadonlyMap<string, StoredResult>,
  retrievals: StoredRetrieval[],
  { findings, plan }: Pick<SynthesisInput, "findings" | "plan">,
): string {
  return [
    question,
    ...readings.flatMap((reading) => [
      reading.words,
      reading.time?.label ?? "",
      ...reading.filters.map(({ label }) => label),
    ]),
    ...[...results.values()].flatMap(({ derived }) =>
      derived ? [derived.title, derived.method, ...derived.output.map(({ label }) => label)] : [],
    ),
    ...readings.flatMap((reading) =>
      [...results.values()].flatMap((result) => outputColumns(result, reading).map(({ label }) => label)),
    ),
    ...retrievals.flatMap(({ restrictedTo, text }) => [...restrictedTo, text]),
    ...findings.map(({ sentence }) => sentence),
    ...plan.steps.flatMap(({ title, note }) => [title, note ?? ""]),
  ].join("\n");
}

/** Claims about periods are shown by their grain: the cell holds the period's first day. */
function periodFormats(
  claims: Claim[],
  results: ReadonlyMap<string, StoredResult>,
  readings: ReadonlyMap<string, Reading>,
  locale: string,
): Map<string, string> {
  const grains = new Map(
    [...results].map(([task, { id }]) => [id, readings.get(task)?.time?.grain] as const),
  );
  return new Map(
    claims.flatMap(
      ({ id, unit, basis, value }): Array<[string, string]> =>
        unit === "month"
          ? [[id, formatPeriod(String(value), "month", locale)]]
          : unit === "period" && "resultId" in basis
            ? [[id, formatPeriod(String(value), grains.get(basis.resultId), locale)]]
            : [],
    ),
  );
}

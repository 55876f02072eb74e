import type { Catalog } from "#lib/contracts/catalog.ts";
import type { PlanStep } from "#lib/contracts/plan.ts";
import type { Reasoner } from "../../reasoners/reasoner.ts";

type RowsStep = Extract<PlanStep, { kind: "rows" }>;

/** Filters that are tried without, the first ones of the question. */
const MOST = 3;

/**
 * A question that nothing matches, once without each of its filters: which one leaves nothing over is told by what the
 * others would have found. Each is read as a person would say it (`without Germany`), so that it is the same question
 * but for that.
 */
export async function withoutEachFilter(
  step: RowsStep,
  previous: string[],
  catalog: Catalog,
  reasoner: Reasoner,
): Promise<PlanStep[]> {
  const { question, reading } = step;
  if (question === undefined) return [];
  const labels = [
    ...reading.filters.map(({ label }) => label),
    ...(reading.time?.from || reading.time?.to ? [reading.time.label] : []),
  ].slice(0, MOST);
  const steps: PlanStep[] = [];
  for (const label of labels) {
    const context = { previous: [...previous, question] };
    const { readings } = await reasoner.understand(`without ${label}`, catalog, context);
    const [wider] = readings;
    if (!wider || wider.sql === reading.sql || wider.unread.length > 0) continue;
    steps.push({
      id: `without-${steps.length + 1}`,
      kind: "rows",
      title: `The same without ${label}`,
      after: [],
      state: "waiting",
      reading: wider,
    });
  }
  return steps;
}

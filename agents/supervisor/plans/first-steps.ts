import type { Catalog, Metric } from "#lib/contracts/catalog.ts";
import type { PlanStep } from "#lib/contracts/plan.ts";
import type { Filter } from "#lib/nlq/compose.ts";
import type { AnalysisState } from "../../state.ts";
import { firstStepOfForecast } from "./forecast.ts";
import { firstStepOfReasons } from "./reasons.ts";
import { passagesStep, rowsStep } from "./steps.ts";

/** The figure for each group of the kind that is asked about, or whole. */
function rankedFirst(
  { metric, filters }: { metric: Metric; filters: Filter[] },
  catalog: Catalog,
): PlanStep[] {
  const [filter] = filters;
  const by = filter ? [filter.column] : [];
  return rowsStep("rows", metric.name, { metrics: [metric], by, ranked: by.length > 0 }, catalog);
}

/**
 * The steps that can be taken before anything is known.
 *
 * @param words what the query was read from; null where it was chosen from a list
 */
export function firstSteps(
  { reading, route, approach }: AnalysisState,
  words: string | null,
  catalog: Catalog,
): PlanStep[] {
  if (route === "declined" || route === "clarification") return [];
  const rows: PlanStep[] = reading
    ? [
        {
          id: "rows",
          kind: "rows",
          title: reading.words,
          after: [],
          state: "waiting",
          reading,
          ...(words === null ? {} : { question: words }),
        },
      ]
    : [];
  switch (approach?.kind) {
    case "reasons":
      return firstStepOfReasons(approach, catalog);
    case "texts_of_rows":
      return approach.of ? rankedFirst(approach.of, catalog) : rows;
    case "forecast":
      return firstStepOfForecast(approach, catalog);
    case "passages":
      return [passagesStep("passages", "What the documents say", { text: approach.text })];
    case "beside":
      return [...rows, passagesStep("passages", "What the documents say", { text: approach.text })];
    default:
      return rows;
  }
}

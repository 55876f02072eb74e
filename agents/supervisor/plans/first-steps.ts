import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Plan, PlanStep } from "#lib/contracts/plan.ts";
import type { AnalysisState } from "../../state.ts";
import { firstStepOfReasons } from "./reasons.ts";
import { passagesStep } from "./steps.ts";

/** The steps that can be taken before anything is known. */
export function firstSteps(
  { reading, route, approach }: AnalysisState,
  question: string,
  catalog: Catalog,
): Plan {
  if (route === "declined" || route === "clarification") return { steps: [] };
  const rows: PlanStep[] = reading
    ? [{ id: "rows", kind: "rows", title: reading.words, after: [], state: "waiting", reading, question }]
    : [];
  switch (approach?.kind) {
    case "reasons":
      return { steps: firstStepOfReasons(approach, catalog) };
    case "passages":
      return { steps: [passagesStep("passages", "What the documents say", { text: approach.text })] };
    case "beside":
      return {
        steps: [...rows, passagesStep("passages", "What the documents say", { text: approach.text })],
      };
    default:
      return { steps: rows };
  }
}

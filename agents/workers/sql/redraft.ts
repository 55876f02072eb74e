import { AppError } from "#lib/contracts/errors.ts";
import type { NodeResult, NodeRuntime } from "../../node.ts";
import { currentStep, freshGovernance, type State } from "../../state.ts";

/** Faults that say nothing of the statement: the run waits, or somebody else has it. */
const NOT_ITS_OWN = new Set(["E_SOURCE_DOWN", "E_LEASE_LOST", "E_QUERY_CANCELLED", "E_APPROVAL_HASH"]);

/**
 * What a fault of the database means for a step. A statement that names what is no longer there shows that the catalog is
 * old: the source has forgotten it by now, so a step that was asked in words is drafted again from the structure as it is,
 * once, and said. A step that only adds to the answer is left out with what happened. Any other fault is thrown on.
 */
export async function afterFault(
  error: unknown,
  state: Pick<State, "control" | "plan">,
  { write }: NodeRuntime,
): Promise<NodeResult> {
  if (!(error instanceof AppError) || NOT_ITS_OWN.has(error.code)) throw error;
  const { control, plan } = state;
  const { id, question } = currentStep(state);
  if (question === undefined) {
    if (plan.steps.length === 1) throw error;
    const stop = { kind: "failed" as const, sentence: error.sentence };
    return { update: { control: { ...control, stop } }, decision: error.sentence };
  }
  if (error.code !== "E_SCHEMA_CHANGED" || control.redrafted.includes(id)) throw error;
  const change = "The tables are read anew and the query is drafted again.";
  await write("retry-decided", {
    error: error.sentence,
    diagnosis: "The structure changed since it was last read.",
    change,
    attempt: 2,
    of: 2,
  });
  return {
    update: {
      governance: freshGovernance(),
      control: { ...control, redrafted: [...control.redrafted, id] },
    },
    decision: change,
  };
}

import { AppError } from "#lib/contracts/errors.ts";
import type { NodeResult, NodeRuntime } from "../../node.ts";
import { freshGovernance, type State } from "../../state.ts";

/** A second change within one question is no coincidence. */
const MOST_REDRAFTS = 1;

/**
 * A statement that names what is no longer there shows that the catalog is old. The source has forgotten it by now, so
 * the step is drafted again from the structure as it is: once, and said. Any other fault is thrown on.
 */
export async function redraft(
  error: unknown,
  { control }: Pick<State, "control">,
  { write }: NodeRuntime,
): Promise<NodeResult> {
  const isOutdated = error instanceof AppError && error.code === "E_SCHEMA_CHANGED";
  if (!isOutdated || control.redrafts >= MOST_REDRAFTS) throw error;
  const change = "The tables are read anew and the query is drafted again.";
  await write("retry-decided", {
    error: error.sentence,
    diagnosis: "The structure changed since it was last read.",
    change,
    attempt: control.redrafts + 2,
    of: MOST_REDRAFTS + 1,
  });
  return {
    update: { governance: freshGovernance(), control: { ...control, redrafts: control.redrafts + 1 } },
    decision: change,
  };
}

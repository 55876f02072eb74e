import type { CoreTransaction } from "#db/core/client.ts";
import { results } from "#db/core/schema.ts";
import type { Cell, Derivation, ResultColumn } from "#lib/contracts/statement.ts";
import { lockRun } from "./event-log.ts";

/** Stores a table that code computed, as a result of the run. The same run and name give the same id. */
export async function saveComputed(
  tx: CoreTransaction,
  fence: number,
  input: { runId: string; name: string; columns: ResultColumn[]; rows: Cell[][]; derived: Derivation },
): Promise<string> {
  await lockRun(tx, input.runId, fence);
  const id = computedId(input.runId, input.name);
  await tx
    .insert(results)
    .values({
      id,
      runId: input.runId,
      columns: input.columns,
      rows: input.rows,
      rowCount: input.rows.length,
      truncated: false,
      derived: input.derived,
    })
    .onConflictDoNothing();
  return id;
}

/** Ids hold letters, digits and `-` only, whatever a step is called. */
function computedId(runId: string, name: string): string {
  return `res_${runId.slice(4)}_${name.replace(/[^\w-]+/g, "-")}`.slice(0, 100);
}

import type { CoreTransaction } from "#db/core/client.ts";
import { results } from "#db/core/schema.ts";
import type { Cell, Derivation, ResultColumn } from "#lib/contracts/statement.ts";
import { lockRun } from "./event-log.ts";
import { partId } from "./ids.ts";

/** Stores a table that code computed, as a result of the run. The same run and name give the same id. */
export async function saveComputed(
  tx: CoreTransaction,
  fence: number,
  input: { runId: string; name: string; columns: ResultColumn[]; rows: Cell[][]; derived: Derivation },
): Promise<string> {
  await lockRun(tx, input.runId, fence);
  const id = partId("res", input.runId, input.name);
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

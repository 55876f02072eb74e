import type { Catalog } from "#lib/contracts/catalog.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Parameter } from "#lib/contracts/reading.ts";
import type { JudgedStatement } from "#lib/contracts/statement.ts";
import type { Source } from "#lib/warehouse/sources.ts";

/**
 * Judges a statement that comes back from a checkpoint or the approvals table, and insists that it is still the very
 * one: same text, parameters, source version and limits. Throws `E_APPROVAL_HASH`.
 */
export async function rejudge(
  stored: { text: string; params: Parameter[]; hash: string },
  source: Source,
  catalog: Catalog,
): Promise<JudgedStatement> {
  const { statement } = await source.judge(stored.text, stored.params, catalog);
  if (statement?.hash === stored.hash) return statement;
  throw new AppError(
    "E_APPROVAL_HASH",
    "The query, the source or its rules changed since it was checked, so it was not run. Ask the question again.",
  );
}

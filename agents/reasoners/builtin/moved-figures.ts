import type { Cell } from "#lib/contracts/statement.ts";
import type { ClaimWriter } from "./claim-writer.ts";

/** A figure before and after, each in its own unit, which stands beside it. */
export function spanOf(writer: ClaimWriter, row: Cell[], at: number): [string, string] {
  const unit = String(row[1] ?? "");
  if (/^[A-Z]{3}$/.test(unit))
    return [writer.cell(at, 2, `currency:${unit}`), writer.cell(at, 3, `currency:${unit}`)];
  const sign = unit === "" ? "" : ` ${unit}`;
  return [`${writer.cell(at, 2)}${sign}`, `${writer.cell(at, 3)}${sign}`];
}

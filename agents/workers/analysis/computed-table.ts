import type { OutputColumn } from "#lib/contracts/reading.ts";
import type { Cell, Derivation, ResultColumn } from "#lib/contracts/statement.ts";

/** A table that code computed, with how: stored like a result, so that every figure of it can be cited. */
export interface ComputedTable {
  columns: ResultColumn[];
  rows: Cell[][];
  derivation: Derivation;
}

export interface ComputedColumn {
  name: string;
  label: string;
  role: OutputColumn["role"];
  unit?: string | undefined;
  additive?: boolean;
}

export function computedTable(
  columns: ComputedColumn[],
  rows: Cell[][],
  derivation: Omit<Derivation, "output">,
): ComputedTable {
  return {
    columns: columns.map(({ name, role }) => ({
      name,
      type: role === "measure" ? "numeric" : "text",
      kind: role === "measure" ? ("decimal" as const) : ("text" as const),
    })),
    rows,
    derivation: {
      ...derivation,
      output: columns.map(({ name, label, role, unit, additive }) => ({
        name,
        label,
        role,
        ...(unit === undefined ? {} : { unit }),
        ...(additive === undefined ? {} : { additive }),
      })),
    },
  };
}

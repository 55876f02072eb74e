import type { Catalog, Column } from "#lib/contracts/catalog.ts";
import type { Filter } from "#lib/nlq/compose.ts";
import { plainName, singular } from "#lib/nlq/names.ts";
import type { Summable } from "../../workers/analysis/figures.ts";
import { tableOf } from "./steps.ts";

/** A column whose values a change can be split over. */
export interface SplittingColumn {
  id: string;
  /** `country`, `product line`. */
  label: string;
}

const FEWEST = 2;
const MOST = 40;
const STEPS = 2;

/**
 * The columns that a figure's change may be split over: texts with few values, in the figure's own table or in a table
 * that it refers to, nearest first. A code beside a name is left out, and so is what the question already fixed.
 */
export function splittingColumns(
  { numerator }: Summable,
  filters: Filter[],
  catalog: Catalog,
): SplittingColumn[] {
  const home = numerator.columns[0] && tableOf(numerator.columns[0]);
  if (!home) return [];
  const fixed = new Set(filters.map(({ column }) => column));
  // One row of a table is chosen by its name: what else is known of that row splits nothing.
  const named = new Set(
    catalog.columns.filter((column) => fixed.has(column.id) && isName(column)).map(({ table }) => table),
  );
  const referring = new Set(catalog.joins.flatMap((join) => [...join.from, ...join.to]));
  const found: Column[] = [];
  for (const table of reached(home, catalog)) {
    if (named.has(table)) continue;
    const texts = catalog.columns.filter(
      (column) =>
        column.table === table && column.kind === "text" && isSmall(column) && !fixed.has(column.id),
    );
    const telling = texts.filter(({ id }) => !referring.has(id));
    // The one that names the rows stands for the table; the other texts describe them.
    found.push(...telling.toSorted((a, b) => Number(isName(b)) - Number(isName(a))));
  }
  return found.map((column) => ({ id: column.id, label: labelOf(column) }));
}

/** Tables that each row of the home table has at most one row of, nearest first. */
function reached(home: string, { joins }: Catalog): string[] {
  const tables = [home];
  let edge = [home];
  for (let step = 0; step < STEPS; step++) {
    edge = joins
      .filter((join) => join.origin !== "inferred" && edge.includes(tableOf(join.from[0]!)))
      .map((join) => tableOf(join.to[0]!))
      .filter((table) => !tables.includes(table));
    tables.push(...new Set(edge));
  }
  return tables;
}

function isSmall({ distinct }: Column): boolean {
  return distinct !== undefined && distinct >= FEWEST && distinct <= MOST;
}

function isName({ name }: Column): boolean {
  return /^(name|title)$/i.test(name);
}

/** `country` rather than `name`; `product line` as it is. */
function labelOf(column: Column): string {
  return isName(column) ? singular(plainName(column.table.split(".").at(-1)!)) : plainName(column.name);
}

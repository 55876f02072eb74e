import type { Catalog, Column, ColumnKind } from "#lib/contracts/catalog.ts";
import type { Finding } from "#lib/contracts/evidence.ts";
import type { Reading } from "#lib/contracts/reading.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { formatText } from "#lib/format/figure.ts";

/** What a figure may come as: some are points in time or spans, as the first order or the longest call. */
const FIGURES = new Set<ColumnKind>(["integer", "decimal", "date", "timestamp", "time", "interval"]);

/**
 * Whether a result can be what was asked: its columns hold the kind of value that the reading promised, and values that
 * stand in it as they are stored lie where the catalog saw that column's values lie. A profile may be a sample and a
 * day old, so only what lies further outside the known range than the range is wide counts.
 */
export function checkPlausible(
  { columns, rows }: StoredResult,
  reading: Reading,
  catalog: Pick<Catalog, "columns">,
): Finding[] {
  const findings: Finding[] = [];
  columns.forEach((column, position) => {
    const output = reading.output.find(({ name }) => name === column.name);
    if (!output) return;
    if (output.role === "measure" && !FIGURES.has(column.kind)) {
      findings.push({
        code: "type_mismatch",
        sentence: `${output.label} was asked as a figure, but the database holds it as ${column.type}, so nothing is computed from it.`,
      });
      return;
    }
    const stored = catalog.columns.find(({ id }) => id === output.binding);
    if (output.role === "measure" || !stored) return;
    const strange = farOutside(
      rows.map((row) => row[position] ?? null),
      stored,
    );
    if (strange !== null)
      findings.push({
        code: "anomaly",
        sentence: `${output.label} ${formatText(String(strange), "en")} lies far outside what the column held when it was last looked at (${stored.min} to ${stored.max}). Check that row before you use it.`,
      });
  });
  return findings;
}

/** A value further outside the column's known range than the range is wide; null where there is none. */
function farOutside(values: Array<string | number | boolean | null>, column: Column): string | number | null {
  const scale = scaleOf(column.kind);
  if (!scale || column.min === undefined || column.max === undefined) return null;
  const [low, high] = [scale(column.min), scale(column.max)];
  const width = high - low;
  if (!(width > 0)) return null;
  for (const value of values) {
    if (value === null || typeof value === "boolean") continue;
    const at = scale(String(value));
    if (at < low - width || at > high + width) return value;
  }
  return null;
}

function scaleOf(kind: ColumnKind): ((text: string) => number) | null {
  if (kind === "integer" || kind === "decimal") return Number;
  return kind === "date" || kind === "timestamp" ? Date.parse : null;
}

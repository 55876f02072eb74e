import type { Chart } from "#lib/contracts/evidence.ts";
import type { OutputColumn, Reading } from "#lib/contracts/reading.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { columnWords, outputOf } from "#lib/format/output-column.ts";

const MAX_BARS = 30;

/** What each result column means: from the reading, or else by its name and kind. */
export function outputColumns(result: StoredResult, reading: Reading | null): OutputColumn[] {
  const known = result.derived?.output ?? reading?.output ?? [];
  return result.columns.map(
    (column, at) =>
      outputOf(column, at, known) ?? {
        name: column.name,
        label: columnWords(column.name),
        role: guessRole(column.kind),
      },
  );
}

function guessRole(kind: string): OutputColumn["role"] {
  if (kind === "date" || kind === "timestamp") return "time";
  return kind === "integer" || kind === "decimal" ? "measure" : "attribute";
}

/**
 * The chart a result calls for, or none: one value is a number card, a measure over time a line, a measure over a
 * dimension bars. It refers to the result by id and column, never to copied rows.
 */
export function chooseChart(result: StoredResult, reading: Reading | null): Chart | null {
  const columns = outputColumns(result, reading);
  const of = (role: OutputColumn["role"]) =>
    columns.flatMap((column, at) => (column.role === role ? [at] : []));
  // What a change is split into is what its table is for; before and after stand beside it.
  const measures = result.derived?.operation === "contributions" ? of("measure").slice(-1) : of("measure");
  const [measure] = measures;
  if (measure === undefined || result.rows.length === 0) return null;
  const base = {
    resultId: result.id,
    title: titleOf(columns, measure),
    y: [measure],
    unit: columns[measure]!.unit,
  };
  if (result.rows.length === 1)
    return columns.length === 1 ? { ...base, kind: "number", x: null, series: null } : null;
  const [time] = of("time");
  // A key beside its name is no second dimension.
  const labels = [...of("dimension"), ...of("attribute")].filter(
    (at) => !/(^|_)id$/i.test(result.columns[at]!.name),
  );
  if (time !== undefined) {
    const series = labels[0] ?? null;
    return labels.length > 1 ? null : { ...base, kind: "line", x: time, series };
  }
  const x = labels.length === 0 ? of("dimension")[0] : labels[0];
  if (x === undefined || result.rows.length > MAX_BARS) return null;
  return { ...base, kind: "bar", x, series: null };
}

function titleOf(columns: OutputColumn[], measure: number): string {
  const by = columns
    .filter((each) => each.role === "dimension" || each.role === "time")
    .map((each) => each.label);
  const label = columns[measure]!.label;
  return by.length === 0 ? label : `${label} by ${by.map((each) => each.toLowerCase()).join(" and ")}`;
}

/** A result set with every cell as the server prints it; null stays null. */
export interface ResultSet {
  columns: number;
  rows: Array<Array<string | null>>;
}

export interface ComparisonRule {
  ordered: boolean;
  columns: "exact" | "superset";
  /** Rows, in the gold statement's columns, that ties allow in place of gold rows. */
  tiedRows?: unknown[][];
}

/**
 * Whether a predicted result equals the gold one: the same multiset of rows (the same sequence where `ordered`) under
 * some assignment of columns, numbers at six significant digits. With `superset` the prediction may have further
 * columns.
 */
export function sameResult(predicted: ResultSet, gold: ResultSet, rule: ComparisonRule): boolean {
  if (predicted.rows.length !== gold.rows.length) return false;
  if (rule.columns === "exact" ? predicted.columns !== gold.columns : predicted.columns < gold.columns)
    return false;
  if (gold.rows.length === 0) return true;
  const given = predicted.rows.map((row) => row.map(normalise));
  const wanted = gold.rows.map((row) => row.map(normalise));
  const tied = rule.tiedRows?.map((row) => row.map((cell) => normalise(cell === null ? null : String(cell))));
  const accepts = (assignment: number[]) => {
    const projected = given.map((row) => assignment.map((column) => row[column]!).join("\u0001"));
    const golden = wanted.map((row) => row.join("\u0001"));
    if (tied && tied.length > 0)
      return withinTies(projected, golden, new Set(tied.map((row) => row.join("\u0001"))));
    if (rule.ordered) return projected.every((row, i) => row === golden[i]);
    return sortedText(projected) === sortedText(golden);
  };
  return assign(candidates(given, wanted, gold.columns, tied !== undefined), accepts);
}

/** Every predicted row is a gold or tied row, none is used twice too often, and rows outside the tie are all there. */
function withinTies(projected: string[], golden: string[], tied: Set<string>): boolean {
  const left = new Map<string, number>();
  for (const row of golden) left.set(row, (left.get(row) ?? 0) + 1);
  for (const row of projected) {
    if (tied.has(row)) continue;
    const count = left.get(row) ?? 0;
    if (count === 0) return false;
    left.set(row, count - 1);
  }
  for (const [row, count] of left) if (count > 0 && !tied.has(row)) return false;
  return true;
}

/** For each gold column the predicted columns that could stand for it: those with the same values. */
function candidates(given: string[][], wanted: string[][], width: number, tied: boolean): number[][] {
  const all = given[0]!.map((_, i) => i);
  if (tied) return Array.from({ length: width }, () => all);
  const texts = all.map((column) => sortedText(given.map((row) => row[column]!)));
  return Array.from({ length: width }, (_, i) => {
    const text = sortedText(wanted.map((row) => row[i]!));
    return all.filter((column) => texts[column] === text);
  });
}

function assign(options: number[][], accepts: (assignment: number[]) => boolean): boolean {
  let tries = 0;
  const walk = (chosen: number[]): boolean => {
    if (chosen.length === options.length) return ++tries <= 5_000 && accepts(chosen);
    return options[chosen.length]!.some((column) => !chosen.includes(column) && walk([...chosen, column]));
  };
  return walk([]);
}

function sortedText(values: string[]): string {
  return [...values].sort().join("\u0002");
}

function normalise(cell: string | null): string {
  if (cell === null) return "\u0000";
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(cell)) {
    const rounded = Number(Number(cell).toPrecision(6));
    return String(rounded === 0 ? 0 : rounded);
  }
  return cell;
}

import { cleanName, uniqueName } from "./names.ts";

export interface Heading {
  /** As the file writes it; null where it has none. */
  heading: string | null;
  name: string;
}

const number = /^[-+(]?[\p{Sc}]?\s?\d[\d.,' \u00a0]*[%)]?\s?\p{Sc}?$/u;
const day = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([ T]|$)/;
const year = /^(19|20)\d\d$/;

const isData = (cell: string | null) => cell !== null && (number.test(cell) || day.test(cell));

/** Whether the first row names the columns: it holds no figures, or only years above figures that are none. */
export function hasHeader(first: Array<string | null>, rows: Array<Array<string | null>>): boolean {
  const texts = first.filter((cell) => cell !== null);
  if (texts.length === 0) return false;
  const data = first.map((cell, i) => ({ cell, i })).filter(({ cell }) => isData(cell));
  if (data.length === 0) return true;
  const years = data.every(
    ({ cell, i }) => year.test(cell!) && rows.some((row) => row[i] && !year.test(row[i])),
  );
  return years && data.length < texts.length && new Set(texts).size === texts.length;
}

/**
 * Names for columns, from a header row or, without one, by position. What was changed is said.
 *
 * @returns names that are unique whatever their letter case, as the engine compares them
 */
export function headings(
  header: Array<string | null> | null,
  width: number,
): { columns: Heading[]; notes: string[] } {
  const taken = new Set<string>();
  const notes: string[] = [];
  if (!header) notes.push("The first row holds data, so the columns are named by their position.");
  const renamed: string[] = [];
  const unnamed: number[] = [];
  const columns = Array.from({ length: width }, (_, i): Heading => {
    const heading = header?.[i] ?? null;
    const wanted = heading === null ? "" : cleanName(heading);
    if (header && wanted === "") unnamed.push(i + 1);
    const name = uniqueName(wanted || `column_${i + 1}`, taken);
    if (wanted !== "" && name !== wanted) renamed.push(`"${heading}" a second time: ${name}`);
    return { heading, name };
  });
  if (renamed.length > 0) notes.push(`Columns of the same name were told apart (${listed(renamed)}).`);
  if (unnamed.length > 0)
    notes.push(`Columns without a heading are named by their position (${listed(unnamed.map(String))}).`);
  return { columns, notes };
}

function listed(items: string[]): string {
  return items.length > 5
    ? `${items.slice(0, 5).join("; ")}; and ${items.length - 5} more`
    : items.join("; ");
}

import type { Approach } from "../approach.ts";
import { type Extension, isDone, isPlanned, nothingMore, type Progress, passagesStep } from "./steps.ts";

/** More names than these are no name. */
export const MOST_NAMES = 3;

/** Once the names are known, the question is searched with them in the place of what they stand for. */
export function extendNamedInRows(
  { span, text }: Extract<Approach, { kind: "named_in_rows" }>,
  progress: Progress,
): Extension {
  if (!isDone(progress, "rows") || isPlanned(progress, "passages")) return nothingMore;
  const names = namesIn(progress);
  const search = names.length === 0 ? text : text.replace(span, names.join(" and "));
  return {
    computed: [],
    steps: [
      passagesStep(
        "passages",
        names.length === 0 ? "What the documents say" : `What the documents say about ${names.join(" and ")}`,
        { text: search },
        ["rows"],
      ),
    ],
  };
}

/** What the rows are called by: the first column of text. */
export function namesIn({ results }: Pick<Progress, "results">): string[] {
  const found = results.get("rows");
  const at = found?.columns.findIndex(({ kind }) => kind === "text") ?? -1;
  if (!found || at < 0 || found.rows.length > MOST_NAMES) return [];
  return [...new Set(found.rows.map((row) => String(row[at] ?? "")).filter((name) => name !== ""))];
}

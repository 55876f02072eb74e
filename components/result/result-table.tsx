import { useTranslations } from "next-intl";
import { cellAnchor, type Place } from "./cell-anchor.ts";
import { cellText, type ShownColumn } from "./columns.ts";
import { type LoadedResult, TABLE_ROWS } from "./load-rows.ts";

interface ResultTableProps {
  result: LoadedResult;
  columns: ShownColumn[];
  /** Where a figure was opened from: a cell, a column, or all rows. */
  marked: Place | null;
  /** How many rows to show; more may be loaded, and fewer while they are on their way. */
  shownRows: number;
  more: (rows: number) => void;
  locale: string;
}

/** Rows as they are stored: exact figures, missing values in grey italics, and the true count. */
export function ResultTable({ result, columns, marked, shownRows, more, locale }: ResultTableProps) {
  const t = useTranslations("result");
  const anchored = marked === null ? null : cellAnchor(marked);
  const count = (
    result.truncated ? result.storedRows : (result.rowCount ?? result.storedRows)
  ).toLocaleString(locale);
  const rows = result.rows.slice(0, shownRows);
  const shown = rows.length.toLocaleString(locale);
  const isWhole = rows.length === result.storedRows;
  return (
    <div className="flex flex-col gap-2">
      <section
        aria-label={t("table")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        className={`max-h-96 overflow-auto rounded-md border ${anchored === result.id ? "border-rows" : "border-line"}`}
      >
        <table className="w-full border-collapse text-sm">
          <thead className="sticky top-0 bg-panel">
            <tr>
              {columns.map((column, at) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may share a name
                  key={at}
                  scope="col"
                  className={`border-line border-b px-3 py-1.5 font-medium text-ink-soft ${column.numeric ? "text-right" : "text-left"}`}
                >
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, rowAt) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a stored result never move
              <tr key={rowAt} className="border-line border-b last:border-0">
                {row.map((cell, at) => {
                  const anchor = cellAnchor({ resultId: result.id, row: rowAt, column: at });
                  const total = cellAnchor({ resultId: result.id, column: at });
                  const column = columns[at]!;
                  return (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: see above
                      key={at}
                      id={anchor}
                      tabIndex={anchored === anchor ? -1 : undefined}
                      className={`max-w-80 scroll-mt-10 truncate px-3 py-1.5 ${column.numeric ? "text-right" : ""} ${anchored === anchor ? "bg-rows-soft outline-2 outline-rows -outline-offset-2" : anchored === total ? "bg-rows-soft" : ""}`}
                    >
                      {cell === null ? (
                        <span className="text-ink-faint italic">{t("null")}</span>
                      ) : (
                        cellText(cell, column, locale)
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {(result.truncated || !isWhole) && (
        <p className="flex items-center justify-between gap-3 text-ink-faint text-sm">
          {t(result.truncated ? "rowsCut" : "rowsShown", { shown, count })}
          {!isWhole && (
            <button
              type="button"
              className="text-rows underline underline-offset-4"
              onClick={() => more(rows.length + TABLE_ROWS)}
            >
              {t("more")}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

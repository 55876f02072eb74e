import { useTranslations } from "next-intl";
import { cellAnchor } from "./cell-anchor.ts";
import { cellText, type ShownColumn } from "./columns.ts";
import type { LoadedResult } from "./use-result.ts";

interface ResultTableProps {
  result: LoadedResult;
  columns: ShownColumn[];
  /** Anchor of the cell a figure was opened from. */
  marked: string | null;
  more: (() => void) | null;
  locale: string;
}

/** Rows as they are stored: exact figures, missing values in grey italics, and the true count. */
export function ResultTable({ result, columns, marked, more, locale }: ResultTableProps) {
  const t = useTranslations("result");
  return (
    <div className="flex flex-col gap-2">
      <div className="max-h-96 overflow-auto rounded-md border border-line">
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
            {result.rows.map((row, rowAt) => (
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
                      className={`max-w-80 scroll-mt-10 truncate px-3 py-1.5 ${column.numeric ? "text-right" : ""} ${marked === anchor ? "bg-rows-soft outline-2 outline-rows -outline-offset-2" : marked === total ? "bg-rows-soft" : ""}`}
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
      </div>
      <p className="flex items-center justify-between gap-3 text-ink-faint text-sm">
        {result.truncated
          ? t("rowsCut", { count: result.storedRows.toLocaleString(locale) })
          : t("rows", { count: result.rowCount ?? result.storedRows })}
        {more && (
          <button type="button" className="text-rows underline underline-offset-4" onClick={more}>
            {t("more")}
          </button>
        )}
      </p>
    </div>
  );
}

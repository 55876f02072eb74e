"use client";

import { FileSpreadsheet, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { FileReport, FileTable } from "#lib/contracts/file-report.ts";

interface FileReportsProps {
  sourceId: string;
  reports: FileReport[];
  remove: (file: string) => void;
}

/** What became of each file: its tables, what was decided while reading, and the rows that were left out. */
export function FileReports({ sourceId, reports, remove }: FileReportsProps) {
  const t = useTranslations("data.upload");
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-medium">{t("existing")}</h2>
        <Link href={`/data/${sourceId}`} className="text-rows text-sm hover:underline">
          {t("browse")}
        </Link>
      </div>
      <ul className="divide-y divide-line border-line border-y">
        {reports.map((report) => (
          <li key={report.file} className="flex flex-col gap-2 py-3">
            <div className="flex items-center gap-2.5">
              <FileSpreadsheet className="size-4 shrink-0 text-rows" aria-hidden />
              <p className="min-w-0 flex-1 break-words font-medium text-sm">{report.file}</p>
              <button
                type="button"
                aria-label={t("removeFile", { file: report.file })}
                onClick={() => remove(report.file)}
                className="grid size-8 place-items-center rounded-lg text-ink-faint hover:bg-panel hover:text-ink"
              >
                <X className="size-4" aria-hidden />
              </button>
            </div>
            {report.fault && <p className="pl-6.5 text-person text-sm">{report.fault.sentence}</p>}
            {report.tables.map((table) => (
              <TableLine key={table.table} table={table} />
            ))}
          </li>
        ))}
      </ul>
      <p className="text-ink-faint text-sm">{t("asked")}</p>
    </section>
  );
}

function TableLine({ table }: { table: FileTable }) {
  const t = useTranslations("data.upload");
  return (
    <div className="flex flex-col gap-1.5 pl-6.5 text-sm">
      <p>
        <span className="font-mono text-[0.8rem]">{table.table}</span>
        <span className="ml-2 text-ink-faint">
          {t("rows", { rows: table.rows, columns: table.columns.length })}
        </span>
      </p>
      {table.notes.map((note) => (
        <p key={note} className="text-ink-soft">
          {note}
        </p>
      ))}
      {table.rejectedRows > 0 && (
        <details>
          <summary className="w-fit text-person">{t("rejected", { count: table.rejectedRows })}</summary>
          <ul className="mt-1.5 flex flex-col gap-1 border-line border-l-2 pl-3">
            {table.rejected.map(({ line, reason, text }) => (
              <li key={`${line}-${reason}`} className="break-words">
                <span className="text-ink-soft">{t("line", { line })}: </span>
                {reason}
                <span className="ml-2 font-mono text-[0.75rem] text-ink-faint">{text}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

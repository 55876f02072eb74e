import { KeyRound } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { formatText } from "#lib/format/figure.ts";
import type { ColumnLine, JoinLine, TableView } from "./schema-view.ts";

const MOST_VALUES = 8;

interface TableDetailProps {
  table: TableView;
  /** Where another table stands. */
  hrefOf: (table: string) => string;
}

/** A table with its columns, what is known of their values, and the tables it joins. */
export function TableDetail({ table, hrefOf }: TableDetailProps) {
  const t = useTranslations("schema");
  const { id, schema, name, kind, comment, rows, list, joins } = table;
  return (
    <article className="flex flex-col gap-6" aria-labelledby="table-name">
      <header className="flex flex-col gap-1.5">
        <h2 id="table-name" className="break-words font-mono font-semibold text-lg">
          <span className="font-normal text-ink-faint">{schema}.</span>
          {name}
        </h2>
        {comment && <p className="max-w-2xl text-ink-soft">{comment}</p>}
        <p className="text-ink-faint text-sm">
          {[
            kind === "view" ? t("view") : null,
            rows === null ? null : t("rowsEstimated", { rows }),
            t("columns", { columns: list.length }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </header>
      <ul aria-label={t("columnsOf", { table: id })} className="divide-y divide-line border-line border-y">
        {list.map((column) => (
          <ColumnItem key={column.id} column={column} />
        ))}
      </ul>
      {joins.length > 0 && <Joins joins={joins} hrefOf={hrefOf} />}
    </article>
  );
}

function ColumnItem({ column }: { column: ColumnLine }) {
  const t = useTranslations("schema");
  const format = useFormatter();
  const { name, type, comment, key, synonyms, nullShare, distinct, range, top } = column;
  const facts = [
    nullShare === null ? null : nullShare === 0 ? t("noNulls") : t("nulls", { share: share(nullShare) }),
    distinct === null ? null : t("distinct", { distinct }),
    range && t("range", { min: formatText(range.min, "en"), max: formatText(range.max, "en") }),
  ].filter(Boolean);
  function share(of: number): string {
    return format.number(of, { style: "percent", maximumFractionDigits: of < 0.01 ? 2 : 0 });
  }
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="flex items-center gap-1.5 break-all font-medium font-mono text-sm">
          {name}
          {key && (
            <span className="inline-flex items-center gap-1 rounded-full bg-rows-soft px-1.5 py-0.5 font-sans text-rows text-xs">
              <KeyRound className="size-3" aria-hidden />
              {t(`key.${key}`)}
            </span>
          )}
        </p>
        <p className="break-words font-mono text-ink-faint text-xs">{type}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-1 text-sm">
        {comment && <p className="text-ink-soft">{comment}</p>}
        {synonyms.length > 0 && (
          <p className="text-ink-faint">{t("synonyms", { names: synonyms.join(", ") })}</p>
        )}
        {facts.length > 0 && <p className="break-words text-ink-soft">{facts.join(" · ")}</p>}
        {top.length > 0 && (
          <ul aria-label={t("frequent")} className="flex flex-wrap gap-1">
            {top.slice(0, MOST_VALUES).map((value) => (
              <li
                key={value}
                className="max-w-full truncate rounded-md bg-code px-1.5 py-0.5 text-ink-soft text-xs"
              >
                {value}
              </li>
            ))}
          </ul>
        )}
        {!comment && facts.length === 0 && top.length === 0 && (
          <p className="text-ink-faint">{t("unknown")}</p>
        )}
      </div>
    </li>
  );
}

function Joins({ joins, hrefOf }: { joins: JoinLine[]; hrefOf: TableDetailProps["hrefOf"] }) {
  const t = useTranslations("schema");
  return (
    <section aria-labelledby="table-joins" className="flex flex-col gap-2">
      <h3 id="table-joins" className="font-semibold text-sm">
        {t("joinsTitle")}
      </h3>
      <ul className="flex flex-col gap-1.5 text-sm">
        {joins.map(({ from, to, other, origin, refers }) => (
          <li key={`${from.join()}>${to.join()}`} className="flex flex-wrap items-baseline gap-x-2">
            <span className="break-all font-mono text-xs">
              {refers ? names(from) : names(to)} {refers ? "→" : "←"}{" "}
            </span>
            <Link href={hrefOf(other)} className="break-all font-mono text-xs underline underline-offset-2">
              {other}.{refers ? names(to) : names(from)}
            </Link>
            <span className="text-ink-faint text-xs">{t(`origin.${origin}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const names = (columns: string[]) => columns.map((id) => id.slice(id.lastIndexOf(".") + 1)).join(", ");

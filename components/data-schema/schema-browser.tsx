import { ChevronLeft, Search } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { ReadAgain, type ReadAgainDoor } from "./read-again.tsx";
import type { TableLine, TableList, TableView } from "./schema-view.ts";
import { TableDetail } from "./table-detail.tsx";

interface SchemaBrowserProps {
  sourceId: string;
  /** Whose rights it is seen with. */
  role: string;
  search: string;
  list: TableList;
  table: TableView | null;
  /** ISO instant. */
  readAt: string | null;
  profiled: boolean;
  readAgain: ReadAgainDoor;
}

/** What a source holds, as the asking role sees it: its tables by name or by a word of theirs, and one of them in full. */
export function SchemaBrowser(props: SchemaBrowserProps) {
  const { sourceId, role, search, list, table, readAt, profiled, readAgain } = props;
  const t = useTranslations("schema");
  const format = useFormatter();
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-ink-soft text-sm">
          {t("seenAs", { role })}{" "}
          {readAt &&
            t("readAt", {
              at: format.dateTime(new Date(readAt), { dateStyle: "medium", timeStyle: "short" }),
            })}{" "}
          {!profiled && <span className="text-person">{t("unprofiled")}</span>}
        </p>
        <ReadAgain sourceId={sourceId} readAgain={readAgain} />
      </div>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <section aria-label={t("tables")} className={`flex flex-col gap-3 ${table ? "max-lg:hidden" : ""}`}>
          <SearchBox sourceId={sourceId} search={search} />
          <p className="text-ink-faint text-sm" role="status">
            {search ? t("found", { count: list.total, search }) : t("count", { count: list.total })}
          </p>
          <ul className="-mx-2 flex flex-col">
            {list.lines.map((line) => (
              <TableItem
                key={line.id}
                line={line}
                href={hrefOf(sourceId, { q: search, page: list.page, table: line.id })}
                isHere={line.id === table?.id}
              />
            ))}
          </ul>
          {list.total === 0 && search && (
            <Link href={`/data/${sourceId}`} className="w-fit text-sm underline underline-offset-2">
              {t("all")}
            </Link>
          )}
          <Pages list={list} hrefAt={(page) => hrefOf(sourceId, { q: search, page })} />
        </section>
        <div className="min-w-0">
          {table ? (
            <>
              <Link
                href={hrefOf(sourceId, { q: search, page: list.page })}
                className="mb-4 flex w-fit items-center gap-1 text-ink-soft text-sm lg:hidden"
              >
                <ChevronLeft className="size-3.5" aria-hidden />
                {t("tables")}
              </Link>
              <TableDetail table={table} hrefOf={(id) => hrefOf(sourceId, { q: search, table: id })} />
            </>
          ) : (
            <p className="hidden text-ink-faint text-sm lg:block">{t("choose")}</p>
          )}
        </div>
      </div>
    </div>
  );
}

function SearchBox({ sourceId, search }: { sourceId: string; search: string }) {
  const t = useTranslations("schema");
  return (
    <form action={`/data/${sourceId}`} className="relative">
      <label htmlFor="schema-search" className="sr-only">
        {t("search")}
      </label>
      <Search className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-faint" aria-hidden />
      <input
        id="schema-search"
        name="q"
        type="search"
        defaultValue={search}
        placeholder={t("searchPlaceholder")}
        maxLength={100}
        className="w-full rounded-lg border border-line-strong bg-raised py-2 pr-3 pl-9 text-sm placeholder:text-ink-faint max-sm:text-base"
      />
    </form>
  );
}

function TableItem({ line, href, isHere }: { line: TableLine; href: string; isHere: boolean }) {
  const t = useTranslations("schema");
  const { schema, name, kind, comment, rows, columns, found } = line;
  return (
    <li>
      <Link
        href={href}
        aria-current={isHere ? "true" : undefined}
        className={`block rounded-md px-2 py-1.5 transition-colors ${isHere ? "bg-rows-soft" : "hover:bg-panel"}`}
      >
        <span className="block break-words font-mono text-sm">
          <span className="text-ink-faint">{schema}.</span>
          {name}
        </span>
        <span className="block text-ink-faint text-xs">
          {[
            kind === "view" ? t("view") : null,
            rows === null ? null : t("rows", { rows }),
            t("columns", { columns }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {comment && <span className="line-clamp-2 block text-ink-soft text-xs">{comment}</span>}
        {found.length > 0 && (
          <span className="block break-words font-mono text-rows text-xs">{found.join(", ")}</span>
        )}
      </Link>
    </li>
  );
}

function Pages({ list, hrefAt }: { list: TableList; hrefAt: (page: number) => string }) {
  const t = useTranslations("schema");
  if (list.pages < 2) return null;
  const { page, pages } = list;
  const step = "rounded-md border border-line-strong px-2.5 py-1 hover:border-ink-faint";
  return (
    <nav aria-label={t("pages")} className="flex items-center gap-3 text-sm">
      {page > 1 && (
        <Link href={hrefAt(page - 1)} className={step}>
          {t("before")}
        </Link>
      )}
      <span className="text-ink-faint">{t("page", { page, pages })}</span>
      {page < pages && (
        <Link href={hrefAt(page + 1)} className={step}>
          {t("next")}
        </Link>
      )}
    </nav>
  );
}

function hrefOf(sourceId: string, place: { q?: string; page?: number; table?: string }): string {
  const query = new URLSearchParams();
  if (place.q) query.set("q", place.q);
  if (place.page !== undefined && place.page > 1) query.set("page", String(place.page));
  if (place.table !== undefined) query.set("table", place.table);
  const text = query.toString();
  return `/data/${sourceId}${text ? `?${text}` : ""}`;
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { SchemaBrowser } from "#components/data-schema/schema-browser.tsx";
import { tableList, tableView } from "#components/data-schema/schema-view.ts";
import { readAgain } from "./actions.ts";
import { catalogSeen } from "./catalog-seen.tsx";

interface Props {
  params: Promise<{ source: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const placeSchema = z.object({
  q: z.string().trim().max(100).catch(""),
  page: z.coerce.number().int().min(1).catch(1),
  table: z.string().max(300).optional().catch(undefined),
});

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("data"))("tabs.tables") };
}

/** The tables of a source, as whoever asks may see them. */
export default async function TablesPage({ params, searchParams }: Props) {
  const { q, page, table } = placeSchema.parse(await searchParams);
  const seen = await catalogSeen((await params).source);
  if ("fault" in seen) return seen.fault;
  const { catalog, actor, source } = seen;
  return (
    <SchemaBrowser
      sourceId={source.config.id}
      role={actor.role}
      search={q}
      list={tableList(catalog, q, page)}
      table={table === undefined ? null : tableView(catalog, table)}
      readAt={catalog.readAt ?? null}
      profiled={catalog.profiled ?? true}
      readAgain={readAgain}
    />
  );
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { engine } from "#app/engine.ts";
import { joinGroups } from "#components/data-schema/join-groups.ts";
import { JoinList } from "#components/data-schema/join-list.tsx";
import { readDecisions } from "#lib/warehouse/catalog/decisions.ts";
import { isUnsure } from "#lib/warehouse/catalog/used-joins.ts";
import { sayJoin } from "../actions.ts";
import { catalogSeen } from "../catalog-seen.tsx";

interface Props {
  params: Promise<{ source: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const searchSchema = z.object({ q: z.string().trim().max(100).catch("") });

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("data"))("tabs.joins") };
}

/** How the tables of a source are joined, why, and who said so. */
export default async function JoinsPage({ params, searchParams }: Props) {
  const { q: search } = searchSchema.parse(await searchParams);
  const seen = await catalogSeen((await params).source);
  if ("fault" in seen) return seen.fault;
  const { catalog, actor, source } = seen;
  const { joins } = await readDecisions((await engine()).core.db, source.config.id);
  const groups = joinGroups(catalog, joins, { reader: actor.id, isUnsure, search });
  return <JoinList sourceId={source.config.id} groups={groups} search={search} sayJoin={sayJoin} />;
}

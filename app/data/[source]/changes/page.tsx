import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { engine } from "#app/engine.ts";
import { changeGroups } from "#components/data-schema/change-entries.ts";
import { ChangeList } from "#components/data-schema/change-list.tsx";
import { readChanges, readDecisions } from "#lib/warehouse/catalog/decisions.ts";
import { sayRename } from "../actions.ts";
import { catalogSeen } from "../catalog-seen.tsx";

interface Props {
  params: Promise<{ source: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("data"))("tabs.changes") };
}

/** What changed in the structure of a source, as whoever asks may see it. */
export default async function ChangesPage({ params }: Props) {
  const seen = await catalogSeen((await params).source);
  if ("fault" in seen) return seen.fault;
  const { actor, source } = seen;
  const { db } = (await engine()).core;
  const place = { sourceId: source.config.id, role: actor.role };
  const { renames } = await readDecisions(db, place.sourceId);
  const groups = changeGroups(await readChanges(db, place), renames, actor.id);
  return <ChangeList {...place} groups={groups} sayRename={sayRename} />;
}

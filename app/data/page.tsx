import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SourceList } from "#components/data/source-list.tsx";
import { checkSource, removeSourceAction } from "./actions.ts";
import { sourceViews } from "./sources.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("data"))("title") };
}

/** Everything that can be asked, and the ways to add to it. */
export default async function DataPage() {
  return <SourceList sources={await sourceViews()} check={checkSource} remove={removeSourceAction} />;
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { currentActor } from "#app/actor.ts";
import { engine } from "#app/engine.ts";
import { MeaningPage } from "#components/data-meaning/meaning-page.tsx";
import { saveMeaning } from "./actions.ts";
import { meaningView } from "./view.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("data"))("tabs.meaning") };
}

/** What words mean at this source: terms, metrics, and questions with a statement somebody vouches for. */
export default async function SourceMeaningPage({ params }: { params: Promise<{ source: string }> }) {
  const { actor, source } = await currentActor((await params).source);
  const { core } = await engine();
  return <MeaningPage view={await meaningView(core.db, actor, source)} save={saveMeaning} />;
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { currentActor } from "#app/actor.ts";
import { PolicyPage } from "#components/data/policy-page.tsx";
import { policyView } from "./view.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("data"))("tabs.policy") };
}

/** What may not be read from this source, how much may, and why. */
export default async function SourcePolicyPage({ params }: { params: Promise<{ source: string }> }) {
  const { source } = await currentActor((await params).source);
  return <PolicyPage policy={await policyView(source)} />;
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { currentActor } from "#app/actor.ts";
import { engine } from "#app/engine.ts";
import { DocumentView } from "#components/document/document-view.tsx";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const placeSchema = z.object({
  version: z.string().max(100).optional().catch(undefined),
  from: z.coerce.number().int().min(0).optional().catch(undefined),
  to: z.coerce.number().int().min(0).optional().catch(undefined),
});

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await load(props)).document.title };
}

/** A document as the asker may read it, in the version that was cited, at the passage. */
export default async function DocumentPage(props: Props) {
  const { document, cited } = await load(props);
  return <DocumentView document={document} cited={cited} />;
}

async function load({ params, searchParams }: Props) {
  const { version, from, to } = placeSchema.parse(await searchParams);
  const { actor, source } = await currentActor();
  const { retrieval, config } = await engine();
  const asOf = source.config.as_of;
  const document = await retrieval.document(decoded((await params).id), actor.role, {
    ...(version !== undefined && { version }),
    ...(asOf !== undefined && { asOf }),
  });
  if (!document) notFound();
  const collection = config.documents.find(({ id }) => id === document.collection)?.name;
  const cited = from !== undefined && to !== undefined && from < to ? { start: from, end: to } : null;
  return { document: { ...document, collection: collection ?? document.collection }, cited };
}

/** A document's id may be a path: it comes as it stands in the address. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

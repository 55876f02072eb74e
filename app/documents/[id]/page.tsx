import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { currentActor } from "#app/actor.ts";
import { engine } from "#app/engine.ts";
import { DocumentView } from "#components/document/document-view.tsx";
import type { Span } from "#components/passage/passage-anchor.ts";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const offsetSchema = z.coerce.number().int().min(0).optional().catch(undefined);
const placeSchema = z.object({
  version: z.string().max(100).optional().catch(undefined),
  from: offsetSchema,
  to: offsetSchema,
  quoteFrom: offsetSchema,
  quoteTo: offsetSchema,
});

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await load(props)).document.title };
}

/** A document as the asker may read it, in the version that was cited, at the passage and its quoted words. */
export default async function DocumentPage(props: Props) {
  return <DocumentView {...(await load(props))} />;
}

async function load({ params, searchParams }: Props) {
  const { version, from, to, quoteFrom, quoteTo } = placeSchema.parse(await searchParams);
  const { actor, source } = await currentActor();
  const { retrieval, config } = await engine();
  const asOf = source.config.as_of;
  const document = await retrieval.document(decoded((await params).id), actor.role, {
    ...(version !== undefined && { version }),
    ...(asOf !== undefined && { asOf }),
  });
  if (!document) notFound();
  const collection = config.documents.find(({ id }) => id === document.collection)?.name;
  return {
    document: { ...document, collection: collection ?? document.collection },
    cited: spanOf(from, to),
    quoted: spanOf(quoteFrom, quoteTo),
  };
}

function spanOf(start: number | undefined, end: number | undefined): Span | null {
  return start !== undefined && end !== undefined && start < end ? { start, end } : null;
}

/** A document's id may be a path: it comes as it stands in the address. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { engine } from "#app/engine.ts";
import { SourceHeader } from "#components/data/source-header.tsx";
import { sourceView } from "../sources.ts";

interface Props {
  children: ReactNode;
  params: Promise<{ source: string }>;
}

/** One source: its name, and the pages about it. */
export default async function SourceLayout({ children, params }: Props) {
  const { source: id } = await params;
  const source = (await engine()).sources.all().find(({ config }) => config.id === id);
  if (!source) notFound();
  return <SourceHeader source={sourceView(source)}>{children}</SourceHeader>;
}

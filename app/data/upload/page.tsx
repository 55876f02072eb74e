import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { engine } from "#app/engine.ts";
import { UploadForm } from "#components/data/upload-form.tsx";
import { createFiles, removeUploaded, uploadedFiles } from "./actions.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("data"))("upload.title") };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Files into a source of their own, or into one that was made here before. */
export default async function UploadPage({ searchParams }: Props) {
  const { sources } = await engine();
  const own = sources
    .all()
    .filter(({ config, origin }) => config.kind === "files" && origin === "connected")
    .map(({ config }) => ({ id: config.id, name: config.name }));
  const { to } = z.object({ to: z.string().optional().catch(undefined) }).parse(await searchParams);
  const chosen = own.some(({ id }) => id === to) ? to! : null;
  return (
    <UploadForm
      sources={own}
      chosen={chosen}
      create={createFiles}
      list={uploadedFiles}
      remove={removeUploaded}
    />
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Choice } from "#components/controls/choice.tsx";
import { TextField } from "#components/controls/field.tsx";
import { attempt } from "#components/wire/attempt.ts";
import type { MeaningEntry, MeaningView, ModelChangeInput } from "#lib/contracts/meaning.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { EntryForm } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { FileNotes } from "./file-notes.tsx";

const KINDS = ["term", "metric", "verified-query"] as const;

interface MeaningPageProps {
  view: MeaningView;
  save: (input: ModelChangeInput) => Promise<Outcome<null>>;
}

/** Terms, metrics and verified queries of a source, with their forms, and the file they stand in. */
export function MeaningPage({ view, save }: MeaningPageProps) {
  const t = useTranslations("meaning");
  const [wanted, setWanted] = useState("");
  const [open, setOpen] = useState<{ kind: MeaningEntry["kind"]; was?: MeaningEntry } | null>(null);
  const [refusal, setRefusal] = useState("");
  const send = async (edit: ModelChangeInput["edit"]) => {
    const answer = await attempt(save({ sourceId: view.sourceId, hash: view.hash, edit }), t("unreachable"));
    setRefusal(answer.ok ? "" : answer.sentence);
    if (answer.ok) setOpen(null);
  };
  const shown = view.entries.filter((each) =>
    [each.name, each.definition, ...each.synonyms].join(" ").toLowerCase().includes(wanted.toLowerCase()),
  );
  const show = (next: typeof open) => {
    setOpen(next);
    setRefusal("");
  };
  return (
    <div className="flex flex-col gap-8">
      <p className="max-w-2xl text-pretty text-ink-soft leading-relaxed">{t("lead")}</p>
      <TextField label={t("search")} type="search" value={wanted} onText={setWanted} className="max-w-sm" />
      {refusal && (
        <p role="alert" className="text-sm">
          {refusal}
        </p>
      )}
      {KINDS.map((kind) => (
        <section key={kind} aria-label={t(`${kind}.title`)} className="flex flex-col gap-3">
          <div className="flex items-center justify-between gap-3">
            <h2 className="font-medium text-lg">{t(`${kind}.title`)}</h2>
            <Choice onClick={() => show({ kind })} className="max-sm:grow-0">
              {t(`${kind}.add`)}
            </Choice>
          </div>
          {open?.kind === kind && (
            <EntryForm
              key={open.was?.name ?? ""}
              kind={kind}
              entry={open.was}
              send={send}
              close={() => show(null)}
            />
          )}
          <EntryList
            entries={shown.filter((each) => each.kind === kind)}
            edit={(was) => show({ kind, was })}
            remove={({ name }) => send({ kind, was: name, to: null })}
          />
        </section>
      ))}
      <FileNotes view={view} />
    </div>
  );
}

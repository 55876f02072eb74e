import { useTranslations } from "next-intl";
import { useState } from "react";
import { Choice } from "#components/controls/choice.tsx";
import { TextField } from "#components/controls/field.tsx";
import type { MeaningEntry, ModelChangeInput } from "#lib/contracts/meaning.ts";

interface EntryFormProps {
  kind: MeaningEntry["kind"];
  /** The one to change; undefined for a new one. */
  entry: MeaningEntry | undefined;
  send: (edit: ModelChangeInput["edit"]) => Promise<void>;
  close: () => void;
}

export function EntryForm({ kind, entry, send, close }: EntryFormProps) {
  const t = useTranslations("meaning");
  const [name, setName] = useState(entry?.name ?? "");
  const [definition, setDefinition] = useState(entry?.definition ?? "");
  const [description, setDescription] = useState(entry?.description ?? "");
  const [synonyms, setSynonyms] = useState(entry?.synonyms.join(", ") ?? "");
  const [isSending, setSending] = useState(false);
  const edit = (): ModelChangeInput["edit"] => {
    const was = entry && { was: entry.name };
    const list = synonyms
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "");
    if (kind === "term") return { kind, ...was, to: { term: name, synonyms: list, means: definition } };
    if (kind === "metric")
      return { kind, ...was, to: { name, description, expression: definition, synonyms: list } };
    return { kind, ...was, to: { question: name, sql: definition } };
  };
  return (
    <form
      className="flex flex-col gap-3 rounded-lg border border-line bg-panel p-4"
      onSubmit={async (event) => {
        event.preventDefault();
        setSending(true);
        await send(edit());
        setSending(false);
      }}
    >
      <TextField label={t(`${kind}.name`)} value={name} onText={setName} required />
      <TextField
        label={t(`${kind}.definition`)}
        hint={t(`${kind}.hint`)}
        value={definition}
        onText={setDefinition}
        required
      />
      {kind === "metric" && (
        <TextField label={t("description")} value={description} onText={setDescription} />
      )}
      {kind !== "verified-query" && (
        <TextField label={t("synonyms")} hint={t("synonymsHint")} value={synonyms} onText={setSynonyms} />
      )}
      <div className="flex gap-2">
        <Choice look="primary" type="submit" disabled={isSending}>
          {t("save")}
        </Choice>
        <Choice onClick={close}>{t("cancel")}</Choice>
      </div>
    </form>
  );
}

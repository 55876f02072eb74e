"use client";

import { ChevronLeft, Upload } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { ChoiceField, TextField } from "#components/controls/field.tsx";
import { attempt } from "#components/wire/attempt.ts";
import type { FileReport } from "#lib/contracts/file-report.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { FileReports } from "./file-reports.tsx";
import { PageFrame } from "./page-frame.tsx";
import { sendFile } from "./send-file.ts";

interface UploadFormProps {
  sources: Array<{ id: string; name: string }>;
  /** The source that files go into; null for a new one. */
  chosen: string | null;
  create: (name: string) => Promise<Outcome<string>>;
  list: (sourceId: string) => Promise<Outcome<FileReport[]>>;
  remove: (sourceId: string, file: string) => Promise<Outcome<FileReport[]>>;
}

const NEW = "";

/** Takes files in, one after the other, and shows what became of each. */
export function UploadForm({ sources, chosen, create, list, remove }: UploadFormProps) {
  const t = useTranslations();
  const input = useRef<HTMLInputElement>(null);
  const [known, setKnown] = useState(sources);
  const [target, setTarget] = useState(chosen ?? NEW);
  const [name, setName] = useState("");
  const [reports, setReports] = useState<FileReport[]>([]);
  const [faults, setFaults] = useState<string[]>([]);
  const [reading, setReading] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    setReports([]);
    if (target === NEW) return;
    let stale = false;
    void attempt(list(target), t("error.unreachable")).then((outcome) => {
      if (stale) return;
      if (outcome.ok) setReports(outcome.value);
      else setFaults([outcome.sentence]);
    });
    return () => {
      stale = true;
    };
  }, [target, list, t]);

  const take = async (files: readonly File[]) => {
    setFaults([]);
    if (files.length === 0) return;
    let id = target;
    if (id === NEW) {
      if (name.trim() === "") {
        setFaults([t("data.upload.nameMissing")]);
        return;
      }
      const made = await attempt(create(name), t("error.unreachable"));
      if (!made.ok) {
        setFaults([made.sentence]);
        return;
      }
      id = made.value;
      setKnown((before) => [...before, { id: made.value, name: name.trim() }]);
    }
    for (const file of files) {
      setReading(file.name);
      const outcome = await sendFile(id, file, t("error.unreachable"));
      if (!outcome.ok) setFaults((before) => [...before, outcome.sentence]);
    }
    setReading(null);
    const all = await attempt(list(id), t("error.unreachable"));
    if (all.ok) setReports(all.value);
    setTarget(id);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  return (
    <PageFrame
      title={t("data.upload.title")}
      lead={t("data.upload.lead")}
      above={
        <Link href="/data" className="flex w-fit items-center gap-1 text-ink-soft text-sm hover:text-ink">
          <ChevronLeft className="size-3.5" aria-hidden />
          {t("data.title")}
        </Link>
      }
    >
      <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
        <ChoiceField
          label={t("data.upload.to")}
          value={target}
          disabled={reading !== null}
          options={[
            { value: NEW, label: t("data.upload.newSet") },
            ...known.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChoose={setTarget}
        />
        {target === NEW && (
          <TextField
            label={t("data.upload.name")}
            value={name}
            placeholder={t("data.upload.namePlaceholder")}
            onText={setName}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={`flex max-w-2xl flex-col items-center gap-2 rounded-xl border border-dashed px-6 py-10 text-center transition-colors ${isOver ? "border-action bg-rows-soft" : "border-line-strong"}`}
      >
        <Upload className="size-5 text-ink-faint" aria-hidden />
        <button
          type="button"
          disabled={reading !== null}
          onClick={() => input.current?.click()}
          className="rounded-lg bg-action px-3 py-1.5 font-medium text-action-ink text-sm hover:opacity-90 disabled:opacity-50 max-sm:min-h-11"
        >
          {t("data.upload.choose")}
        </button>
        <p className="text-ink-faint text-sm">{t("data.upload.drop")}</p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          data-testid="files"
          accept=".csv,.tsv,.tab,.txt,.json,.ndjson,.jsonl,.parquet,.xlsx,.html,.htm"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = "";
            void take(files);
          }}
        />
      </div>
      <p role="status" className="text-ink-soft text-sm empty:hidden">
        {reading !== null && t("data.upload.reading", { file: reading })}
      </p>
      {faults.length > 0 && (
        <ul role="alert" className="flex max-w-2xl flex-col gap-1 text-person text-sm">
          {faults.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {target !== NEW && reports.length > 0 && (
        <FileReports
          sourceId={target}
          reports={reports}
          remove={async (file) => {
            const outcome = await attempt(remove(target, file), t("error.unreachable"));
            if (outcome.ok) setReports(outcome.value);
            else setFaults([outcome.sentence]);
          }}
        />
      )}
    </PageFrame>
  );
}

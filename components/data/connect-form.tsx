"use client";

import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Choice } from "#components/controls/choice.tsx";
import { ChoiceField, TextField } from "#components/controls/field.tsx";
import { attempt } from "#components/wire/attempt.ts";
import type { ConnectionForm, ConnectionTest, SourceHealth } from "#lib/contracts/source.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { type ConnectionDraft, emptyDraft, formOf, missingIn, withKind } from "./connection-draft.ts";
import { HealthLines } from "./health-lines.tsx";
import { LoginFields } from "./login-fields.tsx";
import { PageFrame } from "./page-frame.tsx";

interface ConnectFormProps {
  test: (form: ConnectionForm) => Promise<Outcome<ConnectionTest>>;
  connect: (form: ConnectionForm) => Promise<Outcome<string>>;
}

/** Connects a database: where it is, a login a role, a test that says what each login can do, and only then saves. */
export function ConnectForm({ test, connect }: ConnectFormProps) {
  const t = useTranslations();
  const router = useRouter();
  const [draft, setDraft] = useState<ConnectionDraft>(() =>
    emptyDraft(Intl.DateTimeFormat().resolvedOptions().timeZone),
  );
  const [health, setHealth] = useState<SourceHealth[] | null>(null);
  const [accept, setAccept] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const isUnsafe = health?.some(({ state }) => state === "unsafe") ?? false;

  const isReady = health?.every(({ state }) => state === "ready" || (accept && state === "unsafe"));

  const change = (part: Partial<ConnectionDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    // What was tested is not what would be saved any more.
    setHealth(null);
    setAccept(false);
  };
  const run = async <T,>(work: (form: ConnectionForm) => Promise<Outcome<T>>, done: (value: T) => void) => {
    const [missing] = missingIn(draft);
    setFault(missing ? t(`data.connect.missing.${missing}`) : null);
    if (missing) return;
    setPending(true);
    const outcome = await attempt(work(formOf(draft, accept)), t("error.unreachable"));
    setPending(false);
    if (outcome.ok) done(outcome.value);
    else setFault(outcome.sentence);
  };
  const onTest = () => run(test, ({ health }) => setHealth(health));
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    // A login that can do too much is shown with its script before anybody is asked whether to use it all the same.
    if (isReady) await run(connect, (id) => router.push(`/data/${id}`));
    else await onTest();
  };
  const text = (field: "name" | "host" | "port" | "database") => ({
    label: t(`data.connect.${field}`),
    value: draft[field],
    onText: (value: string) => change({ [field]: value }),
  });
  return (
    <PageFrame
      title={t("data.connect.title")}
      lead={t("data.connect.lead")}
      above={
        <Link href="/data" className="flex w-fit items-center gap-1 text-ink-soft text-sm hover:text-ink">
          <ChevronLeft className="size-3.5" aria-hidden />
          {t("data.title")}
        </Link>
      }
    >
      <form onSubmit={(event) => void onSubmit(event)} className="flex max-w-2xl flex-col gap-5" noValidate>
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceField
            label={t("data.connect.kind")}
            value={draft.kind}
            options={(["postgres", "mysql"] as const).map((value) => ({
              value,
              label: t(`data.kind.${value}`),
            }))}
            onChoose={(kind) => change(withKind(draft, kind as ConnectionDraft["kind"]))}
          />
          <TextField {...text("name")} placeholder={t("data.connect.namePlaceholder")} />
          <TextField {...text("host")} placeholder="db.example.com" autoComplete="off" spellCheck={false} />
          <div className="grid grid-cols-[1fr_7rem] gap-4">
            <TextField {...text("database")} autoComplete="off" spellCheck={false} />
            <TextField {...text("port")} inputMode="numeric" />
          </div>
          <ChoiceField
            label={t("data.connect.tls")}
            value={draft.tls}
            options={(["on", "verified", "off"] as const).map((value) => ({
              value,
              label: t(`data.connect.tlsKind.${value}`),
            }))}
            onChoose={(tls) => change({ tls: tls as ConnectionDraft["tls"] })}
          />
          <div className="grid grid-cols-2 gap-4">
            <TextField
              label={t("data.connect.timeZone")}
              value={draft.timeZone}
              onText={(timeZone) => change({ timeZone })}
            />
            <TextField
              label={t("data.connect.asOf")}
              type="date"
              value={draft.asOf}
              onText={(asOf) => change({ asOf })}
            />
          </div>
        </div>
        <LoginFields logins={draft.logins} change={(logins) => change({ logins })} />
        {health && (
          <section
            aria-live="polite"
            aria-label={t("data.connect.found")}
            className="flex flex-col gap-3 border-line border-t pt-4"
          >
            <HealthLines health={health} />
            {isUnsafe && (
              <label className="flex items-start gap-2.5 text-sm">
                <input
                  type="checkbox"
                  checked={accept}
                  onChange={(event) => setAccept(event.target.checked)}
                  className="mt-1"
                />
                {t("data.connect.accept")}
              </label>
            )}
          </section>
        )}
        {fault && (
          <p role="alert" className="text-person text-sm">
            {fault}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Choice type="submit" look="primary" disabled={pending || (isUnsafe && !accept)}>
            {t(health === null ? "data.connect.test" : isReady ? "data.connect.save" : "data.connect.again")}
          </Choice>
          {(isReady || isUnsafe) && (
            <Choice disabled={pending} onClick={() => void onTest()}>
              {t("data.connect.again")}
            </Choice>
          )}
          {pending && (
            <p role="status" className="self-center text-ink-soft text-sm">
              {t("data.connect.trying")}
            </p>
          )}
        </div>
      </form>
    </PageFrame>
  );
}

"use client";

import { Database, FileSpreadsheet } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Choice } from "#components/controls/choice.tsx";
import { attempt } from "#components/wire/attempt.ts";
import type { SourceHealth, SourceView } from "#lib/contracts/source.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { HealthLines } from "./health-lines.tsx";
import { PageFrame } from "./page-frame.tsx";

interface SourceDoors {
  check: (id: string) => Promise<Outcome<SourceHealth[]>>;
  remove: (id: string) => Promise<Outcome<null>>;
}

interface SourceListProps extends SourceDoors {
  sources: SourceView[];
}

/** Everything that can be asked; each source with what can be done to it. */
export function SourceList({ sources, check, remove }: SourceListProps) {
  const t = useTranslations("data");
  return (
    <PageFrame
      title={t("title")}
      lead={t("lead")}
      actions={
        <>
          <LinkButton href="/data/upload">{t("upload.title")}</LinkButton>
          <LinkButton href="/data/connect" primary>
            {t("connect.title")}
          </LinkButton>
        </>
      }
    >
      <ul className="divide-y divide-line border-line border-y">
        {sources.map((source) => (
          <SourceRow key={source.id} source={source} check={check} remove={remove} />
        ))}
      </ul>
    </PageFrame>
  );
}

function LinkButton({
  href,
  primary = false,
  children,
}: {
  href: string;
  primary?: boolean;
  children: string;
}) {
  return (
    <Link
      href={href}
      className={`grid place-items-center rounded-lg px-3 py-1.5 font-medium text-sm transition-colors max-sm:min-h-11 ${primary ? "bg-action text-action-ink hover:opacity-90" : "border border-line-strong hover:border-ink-faint"}`}
    >
      {children}
    </Link>
  );
}

function SourceRow({ source, check, remove }: SourceDoors & { source: SourceView }) {
  const t = useTranslations();
  const router = useRouter();
  const [health, setHealth] = useState<SourceHealth[] | null>(null);
  const [pending, setPending] = useState(false);
  const [asked, setAsked] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { id, name, kind, origin, roles, place, acceptsUnsafe } = source;
  const Icon = kind === "files" ? FileSpreadsheet : Database;

  const run = async <T,>(work: Promise<Outcome<T>>, done: (value: T) => void) => {
    setPending(true);
    setFault(null);
    const outcome = await attempt(work, t("error.unreachable"));
    setPending(false);
    if (outcome.ok) done(outcome.value);
    else setFault(outcome.sentence);
  };
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Icon className="size-4.5 shrink-0 text-rows" aria-hidden />
        <div className="min-w-0 flex-1 basis-64">
          <Link href={`/data/${id}`} className="font-medium hover:underline">
            {name}
          </Link>
          <p className="break-words text-ink-faint text-sm">
            {[
              t(`data.kind.${kind}`),
              place,
              t("data.roles", { roles: roles.join(", ") }),
              t(`data.origin.${origin}`),
            ].join(" · ")}
          </p>
        </div>
        <div className="flex gap-1">
          {kind === "files" && origin === "connected" && (
            <Link
              href={`/data/upload?to=${id}`}
              className="rounded-lg px-3 py-1.5 text-ink-soft text-sm hover:bg-panel hover:text-ink"
            >
              {t("data.addFiles")}
            </Link>
          )}
          <Choice look="quiet" disabled={pending} onClick={() => void run(check(id), setHealth)}>
            {t("data.check")}
          </Choice>
          {origin === "connected" && (
            <Choice look="quiet" disabled={pending} onClick={() => setAsked(true)}>
              {t("data.remove")}
            </Choice>
          )}
        </div>
      </div>
      {acceptsUnsafe && <p className="text-person text-sm">{t("data.unsafe")}</p>}
      {asked && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <p className="mr-auto">{t("data.removeSure", { name })}</p>
          <Choice disabled={pending} onClick={() => void run(remove(id), () => router.refresh())}>
            {t("data.removeYes")}
          </Choice>
          <Choice look="quiet" onClick={() => setAsked(false)}>
            {t("data.removeNo")}
          </Choice>
        </div>
      )}
      {fault && (
        <p role="alert" className="text-person text-sm">
          {fault}
        </p>
      )}
      {health && <HealthLines health={health} />}
    </li>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { Choice } from "#components/controls/choice.tsx";
import { attempt } from "#components/wire/attempt.ts";
import type { Decision } from "#lib/contracts/catalog-changes.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { JOIN_GROUPS, type JoinEntry, type JoinGroup } from "./join-groups.ts";

export type SayJoinDoor = (input: {
  sourceId: string;
  from: string[];
  to: string[];
  decision: Decision | null;
}) => Promise<Outcome<null>>;

interface JoinListProps {
  sourceId: string;
  groups: Record<JoinGroup, JoinEntry[]>;
  search: string;
  sayJoin: SayJoinDoor;
}

/** Entries of a group that are shown before more are asked for. */
const FIRST = 20;

/** How tables are joined, by what speaks for it; where nobody declared it, a person may decide. */
export function JoinList({ sourceId, groups, search, sayJoin }: JoinListProps) {
  const t = useTranslations("schema.joins");
  const shown = JOIN_GROUPS.filter((group) => groups[group].length > 0);
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <p className="max-w-2xl text-pretty text-ink-soft">{t("lead")}</p>
        <form action={`/data/${sourceId}/joins`} className="flex flex-col gap-1 sm:w-72">
          <label htmlFor="join-search" className="text-ink-faint text-sm">
            {t("filter")}
          </label>
          <input
            id="join-search"
            name="q"
            type="search"
            defaultValue={search}
            placeholder={t("filterPlaceholder")}
            maxLength={100}
            className="rounded-lg border border-line-strong bg-raised px-3 py-2 text-sm placeholder:text-ink-faint max-sm:text-base"
          />
        </form>
      </div>
      {shown.length === 0 && (
        <p role="status" className="text-ink-faint">
          {search ? t("noneFound", { search }) : t("none")}
        </p>
      )}
      {shown.map((group) => (
        <Group key={group} group={group} entries={groups[group]} sourceId={sourceId} sayJoin={sayJoin} />
      ))}
    </div>
  );
}

interface GroupProps extends Pick<JoinListProps, "sourceId" | "sayJoin"> {
  group: JoinGroup;
  entries: JoinEntry[];
}

function Group({ group, entries, sourceId, sayJoin }: GroupProps) {
  const t = useTranslations("schema.joins");
  const [most, setMost] = useState(FIRST);
  const left = entries.length - most;
  return (
    <section aria-labelledby={`joins-${group}`} className="flex flex-col gap-2">
      <h2 id={`joins-${group}`} className="font-semibold">
        {t(group)} <span className="font-normal text-ink-faint text-sm">{entries.length}</span>
      </h2>
      <p className="max-w-2xl text-ink-faint text-sm">{t(`${group}Hint`)}</p>
      <ul className="divide-y divide-line border-line border-y">
        {entries.slice(0, most).map((entry) => (
          <JoinItem key={entry.key} entry={entry} sourceId={sourceId} sayJoin={sayJoin} />
        ))}
      </ul>
      {left > 0 && (
        <Choice look="quiet" className="w-fit max-sm:grow-0" onClick={() => setMost(most + 5 * FIRST)}>
          {t("more", { count: left })}
        </Choice>
      )}
    </section>
  );
}

function JoinItem({
  entry,
  sourceId,
  sayJoin,
}: { entry: JoinEntry } & Pick<GroupProps, "sourceId" | "sayJoin">) {
  const t = useTranslations();
  const format = useFormatter();
  const router = useRouter();
  const [isSaying, start] = useTransition();
  const [fault, setFault] = useState<string | null>(null);
  const { from, to, score, reasons, said, can } = entry;
  const join = `${from.join(", ")} → ${to.join(", ")}`;
  const say = (decision: Decision | null) =>
    start(async () => {
      setFault(null);
      const outcome = await attempt(sayJoin({ sourceId, from, to, decision }), t("error.unreachable"));
      if (outcome.ok) router.refresh();
      else setFault(outcome.sentence);
    });
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1">
        <p className="break-words font-mono text-sm [overflow-wrap:anywhere]">
          {from.join(", ")} <span className="text-ink-faint">→</span> {to.join(", ")}
        </p>
        {(reasons.length > 0 || score !== null) && (
          <p className="text-ink-soft text-sm">
            {reasons.join("; ")}
            {score !== null && (
              <span className="text-ink-faint">
                {reasons.length > 0 && " · "}
                {t("schema.joins.score", { score: score.toFixed(2) })}
              </span>
            )}
          </p>
        )}
        {said && (
          <p className="text-ink-faint text-sm">
            {t("schema.joins.by", {
              decision: said.decision,
              by: said.by ?? t("schema.joins.you"),
              at: format.dateTime(new Date(said.at), { dateStyle: "medium" }),
            })}
          </p>
        )}
        {fault && (
          <p role="alert" className="text-person text-sm">
            {fault}
          </p>
        )}
      </div>
      {can === "decide" && (
        <div className="flex gap-2 max-sm:w-full">
          <Choice
            disabled={isSaying}
            aria-label={t("schema.joins.confirmLabel", { join })}
            onClick={() => say("confirmed")}
          >
            {t("schema.joins.confirm")}
          </Choice>
          <Choice
            look="quiet"
            disabled={isSaying}
            aria-label={t("schema.joins.rejectLabel", { join })}
            onClick={() => say("rejected")}
          >
            {t("schema.joins.reject")}
          </Choice>
        </div>
      )}
      {can === "undo" && (
        <Choice
          look="quiet"
          disabled={isSaying}
          aria-label={t("schema.joins.undoLabel", { join })}
          onClick={() => say(null)}
        >
          {t("schema.joins.undo")}
        </Choice>
      )}
    </li>
  );
}

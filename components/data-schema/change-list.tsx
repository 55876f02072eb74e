"use client";

import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { Choice } from "#components/controls/choice.tsx";
import { attempt } from "#components/wire/attempt.ts";
import type { Decision } from "#lib/contracts/catalog-changes.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import type { ChangeEntry, ChangeGroup } from "./change-entries.ts";

export type SayRenameDoor = (input: {
  sourceId: string;
  from: string;
  to: string;
  decision: Decision;
}) => Promise<Outcome<null>>;

interface ChangeListProps {
  sourceId: string;
  role: string;
  groups: ChangeGroup[];
  sayRename: SayRenameDoor;
}

/** How a source's structure drifted, and what vanished columns are probably called now. */
export function ChangeList({ sourceId, role, groups, sayRename }: ChangeListProps) {
  const t = useTranslations("schema.changes");
  const format = useFormatter();
  return (
    <div className="flex flex-col gap-8">
      <p className="max-w-2xl text-pretty text-ink-soft">{t("lead")}</p>
      {groups.length === 0 && <p className="text-ink-faint">{t("none", { role })}</p>}
      {groups.map(({ foundAt, entries }) => {
        const at = format.dateTime(new Date(foundAt), { dateStyle: "medium", timeStyle: "short" });
        return (
          <section key={foundAt} aria-label={t("at", { at })} className="flex flex-col gap-2">
            <h2 className="text-ink-faint text-sm">{t("at", { at })}</h2>
            <ul className="divide-y divide-line border-line border-y">
              {entries.map((entry) => (
                <ChangeItem
                  key={`${entry.change.kind} ${entry.change.id}`}
                  entry={entry}
                  sourceId={sourceId}
                  sayRename={sayRename}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface ChangeItemProps extends Pick<ChangeListProps, "sourceId" | "sayRename"> {
  entry: ChangeEntry;
}

function ChangeItem({ entry: { change, said }, sourceId, sayRename }: ChangeItemProps) {
  const t = useTranslations("schema.changes");
  const { kind, object, id, before, after, proposal } = change;
  const name = kind === "type-changed" ? t("typeChanged") : t(kind, { object });
  return (
    <li className="grid gap-x-6 gap-y-1.5 py-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <p className={`text-sm ${kind === "removed" ? "text-person" : "text-ink-soft"}`}>{name}</p>
      <div className="flex min-w-0 flex-col gap-2">
        <p className="font-mono text-sm [overflow-wrap:anywhere]">{id}</p>
        {kind === "type-changed" && (
          <p className="text-ink-soft text-sm">{t("type", { before: before ?? "", after: after ?? "" })}</p>
        )}
        {proposal ? (
          <Proposal from={id} proposal={proposal} said={said} sourceId={sourceId} sayRename={sayRename} />
        ) : (
          kind === "removed" && <p className="text-ink-faint text-sm">{t("noProposal")}</p>
        )}
      </div>
    </li>
  );
}

interface ProposalProps extends Pick<ChangeListProps, "sourceId" | "sayRename"> {
  from: string;
  proposal: NonNullable<ChangeEntry["change"]["proposal"]>;
  said: ChangeEntry["said"];
}

function Proposal({ from, proposal: { to, reasons }, said, sourceId, sayRename }: ProposalProps) {
  const t = useTranslations();
  const format = useFormatter();
  const router = useRouter();
  const [isSaying, start] = useTransition();
  const [fault, setFault] = useState<string | null>(null);
  const say = (decision: Decision) =>
    start(async () => {
      setFault(null);
      const outcome = await attempt(sayRename({ sourceId, from, to, decision }), t("error.unreachable"));
      if (outcome.ok) router.refresh();
      else setFault(outcome.sentence);
    });
  if (said) {
    const about = {
      to,
      by: said.by ?? t("schema.joins.you"),
      at: format.dateTime(new Date(said.at), { dateStyle: "medium" }),
    };
    return (
      <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
        {said.decision === "confirmed"
          ? t("schema.changes.renamed", about)
          : t("schema.changes.notRenamed", about)}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-2 border-person border-l-2 pl-3">
      <p className="text-sm [overflow-wrap:anywhere]">{t("schema.changes.proposal", { to })}</p>
      <p className="text-ink-soft text-sm">{reasons.join("; ")}</p>
      <div className="flex flex-wrap gap-2">
        <Choice
          disabled={isSaying}
          aria-label={t("schema.changes.yesLabel", { from, to })}
          onClick={() => say("confirmed")}
        >
          {t("schema.changes.yes")}
        </Choice>
        <Choice
          look="quiet"
          disabled={isSaying}
          aria-label={t("schema.changes.noLabel", { from, to })}
          onClick={() => say("rejected")}
        >
          {t("schema.changes.no")}
        </Choice>
      </div>
      {fault && (
        <p role="alert" className="text-person text-sm">
          {fault}
        </p>
      )}
    </div>
  );
}

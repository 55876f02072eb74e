"use client";

import { useTranslations } from "next-intl";
import { cellAnchor, openCell } from "#components/result/cell-anchor.ts";
import type { EventData } from "#lib/contracts/event.ts";
import type { Answer, Claim } from "#lib/contracts/evidence.ts";

interface AnswerTextProps {
  answer: Answer;
  executed: EventData<"sql-executed"> | null;
  isLatest: boolean;
}

type Block = Answer["blocks"][number];

const STYLES: Record<Block["kind"], string> = {
  finding: "text-pretty text-lg leading-relaxed font-medium",
  detail: "text-pretty leading-relaxed",
  caveat: "border-l-2 border-line-strong pl-3 text-ink-soft text-sm",
  next: "text-ink-soft",
};

/** The answer, finding first. Each figure carries the colour of its source and opens the cell it came from. */
export function AnswerText({ answer, executed, isLatest }: AnswerTextProps) {
  const claims = new Map(answer.claims.map((claim) => [claim.id, claim]));
  return (
    <div className="flex flex-col gap-3" aria-live={isLatest ? "polite" : undefined}>
      {answer.blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an answer is written once and never reordered
        <p key={at} className={STYLES[block.kind]}>
          {block.spans.map((span, position) =>
            "claim" in span && claims.has(span.claim) ? (
              <Figure key={span.claim} claim={claims.get(span.claim)!} text={span.text} executed={executed} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <span key={position}>{span.text}</span>
            ),
          )}
          {block.kind === "finding" && executed && answer.claims.length > 0 && <SourceMark />}
        </p>
      ))}
    </div>
  );
}

function Figure({
  claim,
  text,
  executed,
}: {
  claim: Claim;
  text: string;
  executed: AnswerTextProps["executed"];
}) {
  const t = useTranslations("answer");
  const { basis } = claim;
  const column = "column" in basis ? (executed?.columns[basis.column]?.name ?? "") : "";
  const explained =
    basis.kind === "cell" || basis.kind === "extreme"
      ? t("figure", { value: String(claim.value), row: basis.row + 1, column })
      : basis.kind === "total"
        ? t("total", { value: String(claim.value), column })
        : basis.kind === "rowCount"
          ? t("count", { value: String(claim.value) })
          : t("computed", { value: String(claim.value) });
  const anchor = "resultId" in basis ? cellAnchor(basis) : undefined;
  return (
    <a
      href={anchor ? `#${anchor}` : undefined}
      onClick={(event) => {
        if (!("resultId" in basis)) return;
        event.preventDefault();
        openCell(basis);
      }}
      title={explained}
      className="rounded-xs border-rows/60 border-b-[1.5px] decoration-0 transition-colors hover:bg-rows-soft"
    >
      {text}
    </a>
  );
}

/** S for SQL: colour is never alone. */
function SourceMark() {
  const t = useTranslations("answer");
  return (
    <span
      role="img"
      aria-label={t("source")}
      title={t("source")}
      className="ml-1.5 inline-block rounded-sm bg-rows-soft px-1 align-[0.1em] font-mono font-normal text-rows text-xs"
    >
      S1
    </span>
  );
}

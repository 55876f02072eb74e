"use client";

import { useTranslations } from "next-intl";
import type { ShownColumn } from "#components/result/columns.ts";
import type { Answer } from "#lib/contracts/evidence.ts";
import { Figure } from "./figure.tsx";

interface AnswerTextProps {
  answer: Answer;
  /** The columns of the result that its figures are cells of. */
  columns: ShownColumn[];
  isLatest: boolean;
}

type Block = Answer["blocks"][number];

const STYLES: Record<Block["kind"], string> = {
  finding: "text-pretty text-[1.3rem] leading-normal font-medium tracking-[-0.01em] sm:text-[1.45rem]",
  detail: "text-pretty leading-relaxed sm:text-[1.06rem]",
  quote: "border-l-2 border-line-strong pl-3 leading-relaxed",
  contradiction: "border-l-2 border-person pl-3 leading-relaxed",
  caveat: "border-l-2 border-line-strong pl-3 text-ink-soft text-sm",
  next: "text-ink-soft",
};

/** The answer, finding first. Each figure carries the colour of its source and opens the cell it came from. */
export function AnswerText({ answer, columns, isLatest }: AnswerTextProps) {
  const claims = new Map(answer.claims.map((claim) => [claim.id, claim]));
  return (
    <div className="flex flex-col gap-3 [overflow-wrap:anywhere]" aria-live={isLatest ? "polite" : undefined}>
      {answer.blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an answer is written once and never reordered
        <p key={at} className={STYLES[block.kind]}>
          {block.spans.map((span, position) =>
            "claim" in span && claims.has(span.claim) ? (
              <Figure key={span.claim} claim={claims.get(span.claim)!} text={span.text} columns={columns} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <span key={position}>{span.text}</span>
            ),
          )}
          {block.kind === "finding" && answer.claims.length > 0 && <SourceMark />}
        </p>
      ))}
    </div>
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
      className="ml-1.5 inline-block rounded-sm bg-rows-soft px-1 align-[0.2em] font-mono font-normal text-rows text-xs"
    >
      S1
    </span>
  );
}

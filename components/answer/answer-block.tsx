import { CornerDownRight, GitCompareArrows, Info } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { AnswerBlock as Block } from "#lib/contracts/evidence.ts";

interface AnswerBlockProps {
  kind: Block["kind"];
  /** Whether the block before it is of another kind: only then a heading stands above it. */
  isFirst: boolean;
  /** Whether it is what the answer says first of all: one sentence in headline type, everything after it reads on. */
  isHeadline: boolean;
  children: ReactNode;
}

const BODY = "text-pretty leading-relaxed sm:text-[1.06rem]";

/** A part of the answer by its weight: the first finding largest, a quotation and a contradiction set apart, a caveat small. */
export function AnswerBlock({ kind, isFirst, isHeadline, children }: AnswerBlockProps) {
  const t = useTranslations("answer");
  switch (kind) {
    case "finding":
      if (isHeadline)
        return (
          <p className="text-pretty font-medium text-[1.3rem] leading-normal tracking-[-0.01em] sm:text-[1.45rem]">
            {children}
          </p>
        );
      return <p className={BODY}>{children}</p>;
    case "detail":
      return <p className={BODY}>{children}</p>;
    case "quote":
      return <blockquote className={`border-passages border-l-2 pl-3.5 ${BODY}`}>{children}</blockquote>;
    case "contradiction":
      return (
        <div className="flex flex-col gap-1 rounded-lg border border-person/50 px-3.5 py-2.5">
          {isFirst && (
            <h2 className="flex items-center gap-2 font-medium text-person text-sm">
              <GitCompareArrows className="size-4" aria-hidden />
              {t("contradiction")}
            </h2>
          )}
          <p className={BODY}>{children}</p>
        </div>
      );
    case "caveat":
      return (
        <p className="flex gap-2 border-line-strong border-l-2 pl-3 text-ink-soft text-sm">
          <Info className="mt-[0.2em] size-3.5 shrink-0 text-ink-faint" aria-hidden />
          <span className="min-w-0">{children}</span>
        </p>
      );
    case "next":
      return (
        <p className="flex gap-2 text-ink-soft">
          <CornerDownRight className="mt-[0.3em] size-4 shrink-0 text-ink-faint" aria-hidden />
          <span className="min-w-0">{children}</span>
        </p>
      );
  }
}

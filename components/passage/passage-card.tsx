"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { MarkChip } from "#components/mark/mark-chip.tsx";
import type { Mark } from "#components/wire/marks.ts";
import type { ScoredPassage, SearchResult } from "#lib/contracts/passage.ts";
import { AboutPassage } from "./about-passage.tsx";
import { PassageBadges } from "./badges.tsx";
import { documentHref } from "./document-href.ts";
import { MARKED_WORDS, OPENED_WORDS } from "./marked-words.ts";
import { onOpenPassage, passageAnchor, type Span } from "./passage-anchor.ts";
import { PassageText } from "./passage-text.tsx";
import { Scores } from "./scores.tsx";

interface PassageCardProps {
  passage: ScoredPassage;
  mark: Mark;
  /** What the answer quotes of it. */
  quoted: readonly Span[];
  threshold: SearchResult["threshold"];
}

/** Text that stays in view above a quotation, in pixels. */
const QUOTE_MARGIN = 48;

/** A passage that an answer cites: where it stands, its text with the quoted words marked, and why it was found. */
export function PassageCard({ passage, mark, quoted, threshold }: PassageCardProps) {
  const t = useTranslations("passage");
  const card = useRef<HTMLElement>(null);
  const text = useRef<HTMLQuoteElement>(null);
  const [opened, setOpened] = useState<{ span: Span | null } | null>(null);
  useEffect(() => onOpenPassage(passage.id, ({ span }) => setOpened({ span })), [passage.id]);
  useEffect(() => {
    // What is quoted from far down a long passage is what the card is there to show.
    const words = text.current?.querySelector<HTMLElement>(MARKED_WORDS);
    if (text.current && words) text.current.scrollTop = Math.max(0, words.offsetTop - QUOTE_MARGIN);
  }, []);
  useEffect(() => {
    if (opened === null || !card.current) return;
    const words = card.current.querySelector(OPENED_WORDS);
    (words ?? card.current).scrollIntoView({ block: "center", inline: "nearest" });
    card.current.focus({ preventScroll: true });
  }, [opened]);
  return (
    <section
      ref={card}
      id={passageAnchor(passage.id)}
      tabIndex={-1}
      aria-label={t("card", { mark: mark.label, title: passage.title })}
      className="flex scroll-mt-20 flex-col gap-2 rounded-xl border border-line border-l-[3px] border-l-passages bg-raised px-4 py-3 shadow-card"
    >
      <header className="flex flex-col gap-0.5">
        <div className="flex items-baseline gap-2">
          <MarkChip mark={mark} />
          <h3 className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{passage.title}</h3>
          <Link
            href={documentHref(passage, opened?.span ?? quoted[0])}
            className="shrink-0 text-passages text-sm underline decoration-passages/50 underline-offset-4 hover:decoration-current"
          >
            {t("inContext")}
          </Link>
        </div>
        <AboutPassage about={passage} />
        {passage.headings.length > 0 && (
          <p className="text-ink-faint text-sm">{passage.headings.join(" › ")}</p>
        )}
      </header>
      <PassageBadges {...passage} />
      <blockquote
        ref={text}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        className="relative max-h-72 overflow-y-auto text-[0.95rem]"
      >
        <PassageText text={passage.text} quoted={quoted} opened={opened?.span ?? null} />
      </blockquote>
      <details className="group text-sm">
        <summary className="flex w-fit items-center gap-1 text-ink-faint hover:text-ink">
          <ChevronRight className="size-3.5 transition-transform group-open:rotate-90" aria-hidden />
          {t("why")}
        </summary>
        <div className="pt-1.5">
          <Scores passage={passage} threshold={threshold} />
        </div>
      </details>
    </section>
  );
}

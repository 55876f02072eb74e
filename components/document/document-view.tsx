"use client";

import { ArrowLeft, FileText } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { AboutPassage } from "#components/passage/about-passage.tsx";
import { PassageBadges } from "#components/passage/badges.tsx";
import { MARKED_WORDS, OPENED_WORDS } from "#components/passage/marked-words.ts";
import type { Span } from "#components/passage/passage-anchor.ts";
import { PassageText } from "#components/passage/passage-text.tsx";
import type { ScoredPassage } from "#lib/contracts/passage.ts";
import { formatText } from "#lib/format/figure.ts";

type About = Pick<
  ScoredPassage,
  "title" | "kind" | "reference" | "author" | "published" | "effective" | "supersededBy" | "row"
>;

/** A document opened for reading. */
export interface ShownDocument extends About {
  id: string;
  /** The version that is shown. */
  version: string;
  /** The name of the collection it belongs to. */
  collection: string;
  text: string;
  /** All that are kept, the present one first. */
  versions: { version: string; indexedAt: string; published?: string | undefined }[];
}

interface DocumentViewProps {
  document: ShownDocument;
  /** The passage that was found. */
  cited: Span | null;
  /** The words of it that an answer quotes. */
  quoted: Span | null;
}

/** A document to read a citation in: its versions, and its whole text with the passage marked, its quoted words more. */
export function DocumentView({ document, cited, quoted }: DocumentViewProps) {
  const t = useTranslations("document");
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const words = text.current?.querySelector(OPENED_WORDS) ?? text.current?.querySelector(MARKED_WORDS);
    if (cited || quoted) words?.scrollIntoView({ block: "center" });
  }, [cited, quoted]);
  const isEarlier = document.version !== document.versions[0]?.version;
  return (
    <main id="answer" className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-4 pb-20 sm:px-6 lg:pt-7">
      {/* On a narrow screen the button of the sidebar stands here, and the text scrolls away beneath. */}
      <div className="-mx-4 sm:-mx-6 sticky top-0 z-10 flex h-14 shrink-0 items-center bg-paper/95 pr-4 pl-15 backdrop-blur-sm lg:static lg:mx-0 lg:h-auto lg:p-0">
        <BackLink />
      </div>
      <header className="flex flex-col gap-2">
        <p className="flex items-center gap-1.5 text-passages text-sm">
          <FileText className="size-4" aria-hidden />
          {document.collection}
        </p>
        <h1 className="text-balance font-semibold text-2xl leading-snug tracking-tight [overflow-wrap:anywhere]">
          {document.title}
        </h1>
        <AboutPassage about={document} />
        <PassageBadges supersededBy={document.supersededBy} suspicious={undefined} />
        {document.supersededBy?.documentId && (
          <Link
            href={`/documents/${encodeURIComponent(document.supersededBy.documentId)}`}
            className="w-fit text-passages text-sm underline underline-offset-4"
          >
            {t("toNewer")}
          </Link>
        )}
        {isEarlier && <p className="text-person text-sm">{t("earlier")}</p>}
      </header>
      <Versions document={document} />
      <div ref={text} className="border-line border-t pt-5">
        <PassageText text={document.text} quoted={cited ? [cited] : []} opened={quoted} />
      </div>
    </main>
  );
}

/** Back to where the citation was followed from; to the first page where there is no such place. */
function BackLink() {
  const t = useTranslations("document");
  return (
    <Link
      href="/"
      onClick={(event) => {
        if (window.history.length < 2) return;
        event.preventDefault();
        window.history.back();
      }}
      className="flex w-fit items-center gap-1.5 text-ink-soft text-sm hover:text-ink"
    >
      <ArrowLeft className="size-4" aria-hidden />
      {t("back")}
    </Link>
  );
}

/** The versions that are kept; nothing where there is only one. */
function Versions({ document: { id, version, versions } }: { document: ShownDocument }) {
  const t = useTranslations("document");
  const locale = useLocale();
  if (versions.length < 2) return null;
  return (
    <nav aria-label={t("versions")} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
      <span className="text-ink-faint">{t("versions")}</span>
      {versions.map((each, at) => {
        const date = formatText((each.published ?? each.indexedAt).slice(0, 10), locale);
        const name = at === 0 ? t("present", { date }) : date;
        return each.version === version ? (
          <span key={each.version} aria-current="page" className="font-medium">
            {name}
          </span>
        ) : (
          <Link
            key={each.version}
            href={`/documents/${encodeURIComponent(id)}?${new URLSearchParams({ version: each.version })}`}
            className="text-passages underline decoration-passages/50 underline-offset-4"
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}

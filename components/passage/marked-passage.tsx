import { useTranslations } from "next-intl";
import { markText } from "./marked-text.ts";
import type { Span } from "./passage-anchor.ts";

interface MarkedPassageProps {
  text: string;
  quoted: readonly Span[];
  opened: Span | null;
}

/** A passage's text with what an answer quotes of it marked. */
export function MarkedPassage({ text, quoted, opened }: MarkedPassageProps) {
  const t = useTranslations("passage");
  return markText(text, quoted, opened).map((piece, at) =>
    piece.state === "plain" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text
      <span key={at}>{piece.text}</span>
    ) : (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text
        key={at}
        title={t("quoted")}
        data-opened={piece.state === "opened" ? "" : undefined}
        className={`rounded-xs text-ink ${piece.state === "opened" ? "bg-passages/25 underline decoration-2 decoration-passages underline-offset-4" : "bg-passages-soft"}`}
      >
        {piece.text}
      </mark>
    ),
  );
}

import { useTranslations } from "next-intl";
import { type DiffLine, lineDiff } from "./line-diff.ts";

const LOOKS: Record<DiffLine["kind"], [sign: string, look: string]> = {
  same: [" ", "text-ink-soft"],
  removed: ["−", "bg-person-soft text-person"],
  added: ["+", "bg-rows-soft text-rows"],
};

/** An edit of a statement, line by line: a sign and a colour for what went and what came. */
export function SqlDiff({ before, after }: { before: string; after: string }) {
  const t = useTranslations("result");
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-md bg-code py-2.5 font-mono text-[0.8rem] leading-relaxed"
    >
      <code className="block w-fit min-w-full">
        {lineDiff(before, after).map(({ kind, text }, at) => {
          const [sign, look] = LOOKS[kind];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of two fixed texts
            <span key={at} className={`block px-3.5 ${look}`}>
              <span aria-hidden className="inline-block w-5 select-none">
                {sign}
              </span>
              {kind !== "same" && <span className="sr-only">{t(kind)}: </span>}
              {text}
            </span>
          );
        })}
      </code>
    </pre>
  );
}

"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Parameter } from "#lib/contracts/reading.ts";
import { highlightSql, type SqlToken } from "./highlight.ts";

/** A statement to read: coloured, with its parameters' values under it. */
export function SqlBlock({ sql, params }: { sql: string; params: Parameter[] }) {
  const t = useTranslations("result");
  const [lines, setLines] = useState<SqlToken[][] | null>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    let stale = false;
    highlightSql(sql).then(
      (tokens) => {
        if (!stale) setLines(tokens);
      },
      // Without colours it reads as well.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [sql]);
  const copy = async () => {
    await navigator.clipboard.writeText(sql);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <div className="relative rounded-md bg-code">
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={copied ? t("copied") : t("copy")}
        title={copied ? t("copied") : t("copy")}
        className="absolute top-1.5 right-1.5 grid size-7 place-items-center rounded text-ink-faint hover:bg-line hover:text-ink"
      >
        {copied ? <Check className="size-3.5" aria-hidden /> : <Copy className="size-3.5" aria-hidden />}
      </button>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        className="max-h-80 overflow-auto py-2.5 pr-10 pl-3.5 font-mono text-[0.8rem] leading-relaxed"
      >
        <code>
          {lines
            ? lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text
                <span key={at}>
                  {line.map((token, position) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a fixed text
                    <span key={position} style={{ color: token.colour }}>
                      {token.text}
                    </span>
                  ))}
                  {"\n"}
                </span>
              ))
            : sql}
        </code>
      </pre>
      {params.length > 0 && (
        <p className="border-line border-t px-3.5 py-1.5 font-mono text-ink-soft text-xs">
          {t("parameter", {
            parameters: params
              .map((value, at) => `$${at + 1} = ${value === null ? "NULL" : String(value)}`)
              .join(", "),
          })}
        </p>
      )}
    </div>
  );
}

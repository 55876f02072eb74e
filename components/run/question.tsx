"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

/** Beyond this a question would push its own answer off the screen. */
const LONG = 280;

/** What was asked; a long question shows its beginning. */
export function Question({ text }: { text: string }) {
  const t = useTranslations("run");
  const [whole, setWhole] = useState(false);
  const long = text.length > LONG;
  return (
    <div className="flex flex-col items-start gap-1">
      <h1
        className={`text-pretty font-semibold leading-snug tracking-tight [overflow-wrap:anywhere] ${long ? "text-base" : "text-xl"} ${long && !whole ? "line-clamp-4" : ""}`}
      >
        {text}
      </h1>
      {long && (
        <button
          type="button"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="text-rows text-sm underline underline-offset-4"
        >
          {whole ? t("showLess") : t("showAll")}
        </button>
      )}
    </div>
  );
}

"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { QUESTION_BOX } from "#components/wire/question-box.ts";

/** Starts a new question, from anywhere by ⌘K or Ctrl+K. */
export function NewQuestion() {
  const t = useTranslations("sidebar");
  const pathname = usePathname();
  const link = useRef<HTMLAnchorElement>(null);
  const [keys, setKeys] = useState("⌘K");
  useEffect(() => {
    if (!/Mac|iP(hone|ad)/.test(navigator.userAgent)) setKeys("Ctrl K");
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (pathname === "/") document.getElementById(QUESTION_BOX)?.focus();
      else link.current?.click();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [pathname]);
  return (
    // A plain link: a new question starts from a fresh page, whatever is on screen.
    <a
      ref={link}
      href="/"
      aria-keyshortcuts="Meta+K Control+K"
      className="flex items-center justify-between rounded-lg border border-line-strong bg-raised px-3 py-2 font-medium text-sm shadow-card transition-colors hover:border-ink-faint"
    >
      {t("newQuestion")}
      <kbd
        aria-hidden
        className="rounded border border-line px-1.5 py-0.5 font-sans font-normal text-ink-faint text-xs max-lg:hidden"
      >
        {keys}
      </kbd>
    </a>
  );
}

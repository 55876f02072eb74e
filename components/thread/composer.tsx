"use client";

import { ArrowUp, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";

interface ComposerProps {
  onAsk: (question: string) => void;
  /** Set while a run works: the button stops it. */
  onStop?: (() => void) | undefined;
  /** Why nothing can be asked now, in words. */
  blocked?: string | null;
  autoFocus?: boolean;
}

/** The question box: Enter asks, Shift+Enter makes a line, ⌘K or Ctrl+K comes here from anywhere. */
export function Composer({ onAsk, onStop, blocked = null, autoFocus = false }: ComposerProps) {
  const t = useTranslations("composer");
  const [text, setText] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (autoFocus) box.current?.focus();
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      box.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [autoFocus]);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (blocked !== null || text.trim() === "") return;
    onAsk(text);
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-1.5">
      <div className="flex items-end gap-2 rounded-xl border border-line-strong bg-raised p-2 shadow-card transition-colors focus-within:border-ink-faint">
        <textarea
          ref={box}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          rows={1}
          aria-label={t("label")}
          placeholder={t("placeholder")}
          className="field-sizing-content max-h-48 min-h-9 flex-1 resize-none bg-transparent px-2 py-1.5 leading-6 outline-none placeholder:text-ink-faint"
        />
        {onStop ? (
          <button
            type="button"
            onClick={onStop}
            className="flex h-9 items-center gap-2 rounded-lg border border-line-strong px-3 font-medium text-sm hover:border-ink-faint"
          >
            <Square className="size-3 fill-current" aria-hidden />
            {t("stop")}
          </button>
        ) : (
          <button
            type="submit"
            disabled={blocked !== null || text.trim() === ""}
            className="flex h-9 items-center gap-1.5 rounded-lg bg-action px-3 font-medium text-action-ink text-sm transition-opacity disabled:opacity-40"
          >
            {t("send")}
            <ArrowUp className="size-3.5" aria-hidden />
          </button>
        )}
      </div>
      {blocked !== null && text.trim() !== "" && (
        <p role="status" className="px-1 text-person text-sm">
          {blocked}
        </p>
      )}
    </form>
  );
}

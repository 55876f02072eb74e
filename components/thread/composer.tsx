"use client";

import { ArrowUp, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { QUESTION_BOX } from "#components/wire/question-box.ts";

interface ComposerProps {
  /** Whether the question was taken: only then the box is emptied. */
  onAsk: (question: string) => boolean | Promise<boolean>;
  /** Set while a run works: the button stops it. */
  onStop?: (() => void) | undefined;
  /** Why nothing can be asked now, in words. */
  blocked?: string | null;
  autoFocus?: boolean;
  /** There were questions before this one, or one waits for an answer: the hint says what may be asked. */
  hint?: "first" | "next" | "waits";
}

/** The question box: Enter asks, Shift+Enter makes a line. */
export function Composer({
  onAsk,
  onStop,
  blocked = null,
  autoFocus = false,
  hint = "first",
}: ComposerProps) {
  const t = useTranslations("composer");
  const [text, setText] = useState("");
  const [asking, setAsking] = useState(false);
  const [pressed, setPressed] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (autoFocus) box.current?.focus();
  }, [autoFocus]);

  const isEmpty = text.trim() === "";
  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    setPressed(true);
    if (blocked !== null || asking || isEmpty) return;
    setAsking(true);
    if (await onAsk(text)) {
      setText("");
      setPressed(false);
    }
    setAsking(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) void submit(event);
  };
  return (
    <form aria-label={t("label")} onSubmit={(event) => void submit(event)} className="flex flex-col gap-1.5">
      <div className="flex items-end gap-2 rounded-xl border border-line-strong bg-raised p-2 shadow-card transition-colors focus-within:border-ink-faint">
        <textarea
          ref={box}
          id={QUESTION_BOX}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPressed(false);
          }}
          onKeyDown={onKeyDown}
          rows={1}
          aria-label={t("label")}
          placeholder={t(`placeholder.${hint}`)}
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
            disabled={asking}
            className="flex h-9 items-center gap-1.5 rounded-lg bg-action px-3 font-medium text-action-ink text-sm transition-opacity disabled:opacity-40"
          >
            {t("send")}
            <ArrowUp className="size-3.5" aria-hidden />
          </button>
        )}
      </div>
      <p role="status" className="px-1 text-person text-sm empty:hidden">
        {blocked !== null ? (pressed || !isEmpty) && blocked : pressed && !asking && isEmpty && t("empty")}
      </p>
    </form>
  );
}

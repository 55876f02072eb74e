import type { ButtonHTMLAttributes } from "react";

const LOOKS = {
  primary: "bg-action text-action-ink font-medium hover:opacity-90",
  plain: "border border-line-strong hover:border-ink-faint font-medium",
  quiet: "text-ink-soft hover:bg-panel hover:text-ink",
};

interface ChoiceProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof LOOKS;
}

/** A button that answers something that waits; on a phone as tall as a thumb. */
export function Choice({ look = "plain", type = "button", className = "", ...rest }: ChoiceProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`rounded-lg px-3 py-1.5 text-sm transition-colors disabled:opacity-50 max-sm:min-h-11 max-sm:grow ${LOOKS[look]} ${className}`}
    />
  );
}

"use client";

import { type ReactNode, useId, useState } from "react";

const WIDTH = 256;

interface Place {
  left: number;
  top: number;
}

export interface HintState {
  id: string;
  at: Place | null;
  show: (element: HTMLElement) => void;
  hide: () => void;
}

/** What is shown beside a figure while it is pointed at or has the keyboard's focus. */
export function useHint(): HintState {
  const id = useId();
  const [at, setAt] = useState<Place | null>(null);
  const show = (element: HTMLElement) => {
    // The first line's box: a figure that wraps has one on each line.
    const box = element.getClientRects()[0];
    if (!box) return;
    const middle = box.left + box.width / 2 - WIDTH / 2;
    setAt({ left: Math.max(8, Math.min(middle, window.innerWidth - WIDTH - 8)), top: box.top });
  };
  return { id, at, show, hide: () => setAt(null) };
}

/** The handlers of an element that shows a hint. */
export function hintHandlers({ show, hide }: HintState) {
  return {
    onPointerEnter: (event: React.PointerEvent<HTMLElement>) =>
      event.pointerType === "mouse" && show(event.currentTarget),
    onPointerLeave: hide,
    onFocus: (event: React.FocusEvent<HTMLElement>) =>
      event.currentTarget.matches(":focus-visible") && show(event.currentTarget),
    onBlur: hide,
    onKeyDown: (event: React.KeyboardEvent) => event.key === "Escape" && hide(),
  };
}

/** The hint itself: what is exact, and where it stands. */
export function Hint({
  state: { id, at },
  exact,
  where,
}: {
  state: HintState;
  exact: ReactNode;
  where: ReactNode;
}) {
  return (
    <span
      id={id}
      role="tooltip"
      hidden={at === null}
      style={{ left: at?.left, top: at?.top, width: WIDTH }}
      className="-translate-y-full pointer-events-none fixed z-30 pb-2 text-center"
    >
      <span className="inline-block max-w-full rounded-md border border-line-strong bg-raised px-2.5 py-1.5 text-left font-normal text-ink text-sm leading-snug tracking-normal shadow-lg">
        <span className="block font-medium">{exact}</span>
        <span className="block text-ink-faint text-xs">{where}</span>
      </span>
    </span>
  );
}

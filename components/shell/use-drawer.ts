import { type RefObject, useEffect, useRef, useState } from "react";

interface Drawer {
  open: boolean;
  show: () => void;
  close: () => void;
  /** Goes on the drawer: focus enters it when it opens, and returns to where it was. */
  panel: RefObject<HTMLElement | null>;
}

/** A drawer that Escape closes and that a new page closes. */
export function useDrawer(pathname: string): Drawer {
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    panel.current?.querySelector<HTMLElement>("a, button")?.focus();
    const close = () => setOpen(false);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") close();
    };
    // On a wide screen the panel stands beside the page and covers nothing.
    const wide = window.matchMedia("(min-width: 64rem)");
    wide.addEventListener("change", close);
    window.addEventListener("keydown", onKey);
    return () => {
      wide.removeEventListener("change", close);
      window.removeEventListener("keydown", onKey);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [open]);
  return { open, panel, show: () => setOpen(true), close: () => setOpen(false) };
}

import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * A new question comes to the top, with its answer beneath it; a run that streams does not pull the page along. `list`
 * holds the runs as articles.
 *
 * @returns whether the latest question was asked on this page: only then it needs room beneath it to stand at the top
 */
export function useScrollToQuestion(list: RefObject<HTMLElement | null>, count: number): boolean {
  const [initial] = useState(count);
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) {
      const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      list.current
        ?.querySelector(":scope > article:last-of-type")
        ?.scrollIntoView({ block: "start", behavior: calm ? "instant" : "smooth" });
    }
    before.current = count;
  }, [list, count]);
  return count > initial;
}

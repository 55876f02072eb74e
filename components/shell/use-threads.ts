import { useEffect, useState } from "react";
import type { ThreadView } from "#lib/contracts/run.ts";

const CHANGED = "causeway:threads-changed";
const POLL_MS = 15_000;

/** Told by whatever starts, ends or parks a run on this page. */
export function announceThreadsChanged(): void {
  window.dispatchEvent(new Event(CHANGED));
}

/** The list of conversations, fresh after each change here and now and then for changes elsewhere. */
export function useThreads(initial: ThreadView[], load: () => Promise<ThreadView[]>): ThreadView[] {
  const [threads, setThreads] = useState(initial);
  useEffect(() => {
    let stale = false;
    const refresh = () => {
      load().then(
        (fresh) => {
          if (!stale) setThreads(fresh);
        },
        // The server is away for a moment: what is shown stays, and the next round tries again.
        () => undefined,
      );
    };
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refresh();
    }, POLL_MS);
    window.addEventListener(CHANGED, refresh);
    return () => {
      stale = true;
      clearInterval(timer);
      window.removeEventListener(CHANGED, refresh);
    };
  }, [load]);
  return threads;
}

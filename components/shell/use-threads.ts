import { useEffect, useState } from "react";
import { onThreadsChanged } from "#components/wire/threads-changed.ts";
import type { ThreadView } from "#lib/contracts/run.ts";

const POLL_MS = 15_000;

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
    const stopListening = onThreadsChanged(refresh);
    return () => {
      stale = true;
      clearInterval(timer);
      stopListening();
    };
  }, [load]);
  return threads;
}

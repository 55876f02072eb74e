"use client";

import { useEffect, useRef, useState } from "react";
import { hasRows, type LoadedResult, loadRows, type ResultPage } from "./load-rows.ts";

export type ResultState =
  | { state: "loading" }
  | { state: "failed" }
  /** `enough`: the rows that were asked for are there, or all that are stored. */
  | { state: "ready"; result: LoadedResult; enough: boolean };

/**
 * Loads a result's rows until `need` of them are there. A result never changes, so what was loaded stays and each load
 * goes on from it; one that was overtaken writes nothing.
 */
export function useResult(resultId: string, need: number): ResultState & { retry: () => void } {
  const known = useRef<LoadedResult | null>(null);
  const [result, setResult] = useState<LoadedResult | null>(null);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads again
  useEffect(() => {
    const overtaken = new AbortController();
    const fetchPage = async (from: number, rows: number) => {
      const address = `/api/results/${encodeURIComponent(resultId)}?from=${from}&rows=${rows}`;
      const response = await fetch(address, { signal: overtaken.signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return (await response.json()) as ResultPage;
    };
    const load = async () => {
      try {
        for await (const loaded of loadRows(fetchPage, known.current, need)) {
          if (overtaken.signal.aborted) return;
          known.current = loaded;
          setResult(loaded);
        }
      } catch {
        // Shown with a button to try again; the server's log has the cause.
        if (!overtaken.signal.aborted) setFailed(true);
      }
    };
    void load();
    return () => overtaken.abort();
  }, [resultId, need, tries]);
  const retry = () => {
    setFailed(false);
    setTries((count) => count + 1);
  };
  if (failed) return { state: "failed", retry };
  if (!result) return { state: "loading", retry };
  return { state: "ready", result, enough: hasRows(result, need), retry };
}

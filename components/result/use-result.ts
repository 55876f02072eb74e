"use client";

import { useCallback, useEffect, useState } from "react";
import type { StoredResult } from "#lib/contracts/statement.ts";

/** A stored result as far as it was loaded. */
export interface LoadedResult extends StoredResult {
  /** Rows that are stored, of which `rows` may be the first part. */
  storedRows: number;
}

export type ResultState =
  | { state: "loading" }
  | { state: "failed" }
  | { state: "ready"; result: LoadedResult; more: (() => void) | null };

/** Loads a result's rows, a page at a time. A result never changes, so each page is asked for once. */
export function useResult(resultId: string): ResultState & { retry: () => void } {
  const [result, setResult] = useState<LoadedResult | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(
    async (from: number) => {
      setFailed(false);
      try {
        const response = await fetch(`/api/results/${encodeURIComponent(resultId)}?from=${from}`);
        if (!response.ok) throw new Error(`status ${response.status}`);
        const page = (await response.json()) as LoadedResult;
        setResult((known) => (known && from > 0 ? { ...page, rows: [...known.rows, ...page.rows] } : page));
      } catch {
        // Shown with a button to try again; the server's log has the cause.
        setFailed(true);
      }
    },
    [resultId],
  );
  useEffect(() => {
    void load(0);
  }, [load]);
  const retry = () => void load(result?.rows.length ?? 0);
  if (failed) return { state: "failed", retry };
  if (!result) return { state: "loading", retry };
  const more = result.rows.length < result.storedRows ? () => void load(result.rows.length) : null;
  return { state: "ready", result, more, retry };
}

/** A duration for the timeline: `0.4 ms`, `212 ms`, `1.4 s`. */
export function formatMs(ms: number): string {
  return ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

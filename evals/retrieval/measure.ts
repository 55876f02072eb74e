/**
 * Normalised discounted cumulative gain (Järvelin & Kekäläinen 2002) at `depth`, with the judgement as gain, as
 * trec_eval counts it. 0 to 1.
 */
export function ndcg(
  ranking: readonly string[],
  relevance: ReadonlyMap<string, number>,
  depth: number,
): number {
  const gain = (scores: readonly number[]) =>
    scores.slice(0, depth).reduce((sum, score, at) => sum + score / Math.log2(at + 2), 0);
  const ideal = gain([...relevance.values()].sort((a, b) => b - a));
  return ideal === 0 ? 0 : gain(ranking.map((id) => relevance.get(id) ?? 0)) / ideal;
}

/** The share of the relevant documents among the first `depth`. 0 to 1. */
export function recall(
  ranking: readonly string[],
  relevance: ReadonlyMap<string, number>,
  depth: number,
): number {
  const found = ranking.slice(0, depth).filter((id) => relevance.has(id)).length;
  return relevance.size === 0 ? 0 : found / relevance.size;
}

/** The value that the given share of all values does not exceed (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length;
}

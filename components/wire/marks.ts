import type { Answer, Claim } from "#lib/contracts/evidence.ts";
import type { FoundResult } from "./fold-sources.ts";

/** What kind of source a mark stands for; each has its colour and its letter. */
export type SourceKind = "rows" | "statistic" | "passage";

/** `S1` rows of a statement, `A1` a computed table, `D1` a passage of a document. */
export interface Mark {
  label: string;
  kind: SourceKind;
}

export interface Marks {
  results: ReadonlyMap<string, Mark>;
  passages: ReadonlyMap<string, Mark>;
  /** Results that the answer's text rests on. */
  used: ReadonlySet<string>;
}

/** Numbers the sources of an answer in the order of their first use; tables that it does not use come after. */
export function numberMarks(answer: Answer | null, found: FoundResult[]): Marks {
  const counts = { S: 0, A: 0, D: 0 };
  const results = new Map<string, Mark>();
  const passages = new Map<string, Mark>();
  const next = (letter: keyof typeof counts, kind: SourceKind): Mark => {
    counts[letter] += 1;
    return { label: `${letter}${counts[letter]}`, kind };
  };
  const markResult = (id: string) => {
    if (results.has(id)) return;
    const isComputed = found.some((each) => each.resultId === id && each.derivation !== null);
    results.set(id, isComputed ? next("A", "statistic") : next("S", "rows"));
  };
  for (const claim of claimsInOrder(answer))
    if ("resultId" in claim.basis) markResult(claim.basis.resultId);
    else if ("passageId" in claim.basis && !passages.has(claim.basis.passageId))
      passages.set(claim.basis.passageId, next("D", "passage"));
  const used = new Set(results.keys());
  for (const { resultId } of found) markResult(resultId);
  return { results, passages, used };
}

/** The source of a claim; null where it rests on several, or on a search as a whole. */
export function markOf({ basis }: Claim, marks: Marks): Mark | null {
  if ("resultId" in basis) return marks.results.get(basis.resultId) ?? null;
  if ("passageId" in basis) return marks.passages.get(basis.passageId) ?? null;
  return null;
}

/** The claims that one was computed from; empty where it stands on a source itself. */
export function claimsUnder({ basis }: Claim, claims: ReadonlyMap<string, Claim>): Claim[] {
  const ids =
    basis.kind === "computed" ? basis.claims : basis.kind === "direction" ? [basis.from, basis.to] : [];
  return ids.flatMap((id) => claims.get(id) ?? []);
}

/** Claims as the text names them, each followed by those it was computed from. */
function claimsInOrder(answer: Answer | null): Claim[] {
  if (answer === null) return [];
  const claims = new Map(answer.claims.map((claim) => [claim.id, claim]));
  const ordered = new Set<Claim>();
  const visit = (claim: Claim | undefined) => {
    if (claim === undefined || ordered.has(claim)) return;
    ordered.add(claim);
    for (const under of claimsUnder(claim, claims)) visit(under);
  };
  for (const block of answer.blocks)
    for (const span of block.spans) if ("claim" in span) visit(claims.get(span.claim));
  return [...ordered];
}

/**
 * After which spans of a block its sources' marks stand: after the last of the figures in a row that share a source,
 * within a sentence.
 */
export function markPlaces(
  spans: Answer["blocks"][number]["spans"],
  claims: ReadonlyMap<string, Claim>,
  marks: Marks,
): ReadonlyMap<number, { mark: Mark; claim: Claim }> {
  const places = new Map<number, { mark: Mark; claim: Claim }>();
  let open: { at: number; mark: Mark; claim: Claim } | null = null;
  const close = () => {
    if (open) places.set(open.at, open);
    open = null;
  };
  spans.forEach((span, at) => {
    const claim = "claim" in span ? claims.get(span.claim) : undefined;
    const mark = claim && markOf(claim, marks);
    if (claim && mark) {
      if (open && open.mark !== mark) close();
      open = { at, mark, claim };
    } else if (!claim && /[.!?;]\s/.test(span.text)) close();
  });
  close();
  return places;
}

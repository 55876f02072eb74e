import type { Answer, Claim } from "#lib/contracts/evidence.ts";
import { formatFigure } from "#lib/format/figure.ts";
import type { DraftAnswer } from "../reasoners/reasoner.ts";
import { sameFigure } from "./arithmetic.ts";
import { type Basis, recompute } from "./recompute.ts";

export interface Verified {
  answer: Answer;
  verified: number;
  /** What was taken out, in words, because nothing carries it. */
  removed: string[];
}

/** Better a bare sentence than an empty page: the rows themselves are there. */
const NOTHING_HELD = {
  kind: "finding" as const,
  text: "The rows are below. No sentence about them held when its figures were computed again.",
};

const SLOT = /\{\{(c\d+)\}\}/;

/**
 * Renders a draft and lets no figure through that nothing carries. Each claim is recomputed from its basis; a block
 * whose claim does not hold is left out whole, and so is one with a numeral of its own, unless the numeral quotes the
 * question or the reading (`quotable`).
 */
export function verify(
  draft: DraftAnswer,
  stored: Basis,
  quotable: string,
  locale: string,
  formats: ReadonlyMap<string, string> = new Map(),
): Verified {
  const held = new Map<string, Claim>();
  for (const claim of draft.claims) {
    const value = recompute(claim, draft.claims, stored);
    if (value !== undefined && sameFigure(value, claim.value)) held.set(claim.id, claim);
  }
  const known = new Set(numerals(quotable));
  const removed: string[] = [];
  const blocks: Answer["blocks"] = [];
  for (const block of draft.blocks) {
    const parts = block.text.split(/(\{\{c\d+\}\})/).filter((part) => part !== "");
    const fault = parts.map((part) => faultOf(part, held, known)).find((each) => each !== null);
    if (fault) {
      removed.push(fault);
      continue;
    }
    const spans = parts.map((part) => {
      const id = SLOT.exec(part)?.[1];
      if (id === undefined) return { text: part };
      const { value, unit } = held.get(id)!;
      return { text: formats.get(id) ?? formatFigure(value, unit, locale), claim: id };
    });
    blocks.push({ ...block, spans });
  }
  if (blocks.length === 0 && draft.blocks.length > 0)
    blocks.push({ ...NOTHING_HELD, spans: [{ text: NOTHING_HELD.text }] });
  const used = new Set(
    blocks.flatMap((block) => block.spans.flatMap((span) => ("claim" in span ? [span.claim] : []))),
  );
  const claims = [...held.values()].filter(({ id }) => used.has(id) || isPartOf(id, held, used));
  const text = blocks.map((block) => block.spans.map((span) => span.text).join("")).join("\n\n");
  return { answer: { text, blocks, claims }, verified: claims.length, removed };
}

function faultOf(part: string, held: Map<string, Claim>, known: Set<string>): string | null {
  const id = SLOT.exec(part)?.[1];
  if (id !== undefined)
    return held.has(id)
      ? null
      : `A sentence whose figure (${id}) could not be computed again from the result.`;
  const loose = numerals(part).find((each) => !known.has(each));
  return loose === undefined ? null : `A sentence with the figure ${loose}, which no result holds.`;
}

function numerals(text: string): string[] {
  return text.match(/\d+(?:[.,]\d+)*/g) ?? [];
}

function isPartOf(id: string, held: Map<string, Claim>, used: Set<string>): boolean {
  return [...held.values()].some(
    ({ id: whole, basis }) => used.has(whole) && basis.kind === "computed" && basis.claims.includes(id),
  );
}

import type { AnswerBlock, Claim } from "#lib/contracts/evidence.ts";
import type { ScoredPassage } from "#lib/contracts/passage.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import { addClaim } from "./claim-writer.ts";
import { contentStems, looksLikeAnswer, type Sentence, sentencesOf } from "./sentences.ts";

/** A sentence of a passage that answers, with how well. */
export interface Quotation {
  retrieval: StoredRetrieval;
  passage: ScoredPassage;
  sentence: Sentence;
  score: number;
  /** Share of what the question asks about that the sentence, or what it stands under, speaks of: 0 to 1. */
  share: number;
}

/** Documents that are quoted in one answer. */
const MOST_QUOTED = 3;
/** Sentences further behind the best than this are left out. */
const NEAR = 0.6;

/**
 * Answers from passages by quoting: of each document the sentence that holds most of the question's words and looks like
 * an answer to it, the best first. Nothing is reworded, so that nothing can be wrongly reworded.
 */
export function passagesAnswer(
  question: string,
  retrievals: StoredRetrieval[],
  claims: Claim[],
  figures = false,
): AnswerBlock[] {
  const quotations = quotationsFor(question, retrievals);
  const [best] = quotations;
  if (!best || best.share < NEAREST) return [];
  if (!answers(best, figures))
    return [
      { kind: "finding", text: "The documents you may read do not answer this." },
      { kind: "detail", text: `What comes nearest: ${quoted(best, claims)}.` },
    ];
  const blocks: AnswerBlock[] = [{ kind: "finding", text: quoted(best, claims) }];
  blocks.push(
    ...furtherOf(question, best, retrievals).map(
      (each): AnswerBlock => ({ kind: "quote", text: quoted(each, claims) }),
    ),
  );
  for (const other of quotations.slice(1, MOST_QUOTED))
    if (other.score >= NEAR * best.score) blocks.push({ kind: "quote", text: quoted(other, claims) });
  const old = olderVersion(question, best, retrievals);
  if (old)
    blocks.push({
      kind: "detail",
      text: `An older version, which this one superseded, said: ${quoted(old, claims)}.`,
    });
  return blocks;
}

/** Whether the best that was found answers the question, rather than coming nearest to it. */
export function isAnswered(question: string, figures: boolean, retrievals: StoredRetrieval[]): boolean {
  const [best] = quotationsFor(question, retrievals);
  return best !== undefined && answers(best, figures);
}

function answers({ share, sentence }: Quotation, figures: boolean): boolean {
  return figures ? share >= OUTRIGHT && /\d/.test(sentence.text) : share >= CONFIDENT;
}

/** Below the first a passage says something else; from the second on it answers; a figure has to be told outright. */
const NEAREST = 0.35;
const CONFIDENT = 0.5;
const OUTRIGHT = 0.75;

/** The best sentence of each document, best first; of superseded ones only where asked for. */
export function quotationsFor(
  question: string,
  retrievals: StoredRetrieval[],
  withSuperseded = false,
): Quotation[] {
  const words = contentStems(question);
  const weights = weightsOf(words, retrievals);
  const best = new Map<string, Quotation>();
  for (const retrieval of retrievals)
    retrieval.passages.forEach((passage, rank) => {
      if (!isQuotable(passage, withSuperseded)) return;
      const sentences = sentencesOf(passage.text);
      const above = new Set(contentStems(`${passage.title} ${passage.headings.join(" ")}`));
      for (const [at, bare] of sentences.entries()) {
        const sentence = withAntecedent(bare, sentences[at - 1], passage.text);
        const own = new Set(contentStems(sentence.text));
        const share = sharedOf(words, own, above, weights);
        const told = words.reduce(
          (sum, word) => sum + (own.has(word) ? 1 : above.has(word) ? 0.45 : 0) * weights.get(word)!,
          0,
        );
        // The order of the search breaks ties; a sentence that shares no word says something else.
        const held = words.some((word) => own.has(word));
        const score =
          (held ? told : told * 0.5) + LIKENESS * looksLikeAnswer(question, sentence.text) - 0.08 * rank;
        const known = best.get(passage.documentId);
        if (score > 0.5 && (!known || score > known.score))
          best.set(passage.documentId, { retrieval, passage, sentence, score, share });
      }
    });
  return [...best.values()].sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1));
}

/** A second sentence of the same document, where it says nearly as much. */
function furtherOf(question: string, best: Quotation, retrievals: StoredRetrieval[]): Quotation[] {
  const words = contentStems(question);
  const weights = weightsOf(words, retrievals);
  return retrievals
    .flatMap((retrieval) =>
      retrieval.passages
        .filter((passage) => passage.documentId === best.passage.documentId && isQuotable(passage))
        .flatMap((passage) =>
          sentencesOf(passage.text).map((sentence) => {
            const own = new Set(contentStems(sentence.text));
            const told = words.reduce((sum, word) => sum + (own.has(word) ? weights.get(word)! : 0), 0);
            const score = told + LIKENESS * looksLikeAnswer(question, sentence.text);
            return { retrieval, passage, sentence, score, share: 0 };
          }),
        ),
    )
    .filter(({ sentence, score }) => sentence.text !== best.sentence.text && score >= FURTHER * best.score)
    .sort((a, b) => b.score - a.score)
    .slice(0, 1);
}

const FURTHER = 0.65;
/** What looking like an answer weighs, against holding the question's words. */
const LIKENESS = 0.9;

/** How much of the question's weight the sentence holds, or what it stands under, which counts a little less. */
function sharedOf(
  words: string[],
  own: ReadonlySet<string>,
  above: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
): number {
  const known = [...weights.values()].filter((weight) => weight > 0);
  const usual = known.length === 0 ? 1 : known.reduce((sum, weight) => sum + weight, 0) / known.length;
  // A word that no passage holds counts like the others: it may be what the question is about.
  const weightOf = (word: string) => weights.get(word) || usual;
  const whole = words.reduce((sum, word) => sum + weightOf(word), 0);
  const held = words.reduce(
    (sum, word) => sum + (own.has(word) ? 1 : above.has(word) ? ABOVE : 0) * weightOf(word),
    0,
  );
  return whole === 0 ? 0 : held / whole;
}

const ABOVE = 0.85;

/** A sentence that begins with what the one before it named is quoted with that one. */
function withAntecedent(sentence: Sentence, before: Sentence | undefined, text: string): Sentence {
  if (!before || !/^(it|they|this|that|these|those|both|such|he|she|there)\b/i.test(sentence.text))
    return sentence;
  const between = text.slice(before.end, sentence.start);
  if (between.trim() !== "" || sentence.end - before.start > LONGEST_QUOTE) return sentence;
  return { text: text.slice(before.start, sentence.end), start: before.start, end: sentence.end };
}

const LONGEST_QUOTE = 600;

/** A word that stands in every passage found tells none from another. */
function weightsOf(words: string[], retrievals: StoredRetrieval[]): Map<string, number> {
  const texts = retrievals.flatMap(({ passages }) =>
    passages.map(
      ({ text, title, headings }) => new Set(contentStems(`${title} ${headings.join(" ")} ${text}`)),
    ),
  );
  return new Map(
    words.map((word) => {
      const holding = texts.filter((text) => text.has(word)).length;
      return [word, holding === 0 ? 0 : Math.log(1 + (texts.length + 1) / holding)];
    }),
  );
}

/** What the document that the quoted one supersedes said of the same, where it said something else. */
function olderVersion(question: string, best: Quotation, retrievals: StoredRetrieval[]): Quotation | null {
  for (const retrieval of retrievals) {
    const passages = [...retrieval.passages, ...retrieval.below].filter(
      ({ supersededBy }) => supersededBy?.documentId === best.passage.documentId,
    );
    const [said] = quotationsFor(question, [{ ...retrieval, passages }], true);
    if (said && said.share >= CONFIDENT && plain(said.sentence.text) !== plain(best.sentence.text))
      return said;
  }
  return null;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * What may be quoted as an answer: not what gives orders to a machine, and not what is no longer or not yet in force.
 */
export function isQuotable(passage: ScoredPassage, withSuperseded = false): boolean {
  if (passage.suspicious || passage.notYetInForce) return false;
  return withSuperseded || !passage.supersededBy;
}

/** `“…” (Refund policy, RP-2.0)`: the sentence and where it stands, each a claim. */
export function quoted(quotation: Quotation, claims: Claim[]): string {
  return `“${quoteSlot(quotation, claims)}” (${sourceOf(quotation, claims)})`;
}

function quoteSlot({ retrieval, passage, sentence }: Quotation, claims: Claim[]): string {
  return addClaim(claims, {
    value: sentence.text,
    unit: "text",
    basis: {
      kind: "span",
      retrievalId: retrieval.id,
      passageId: passage.id,
      start: sentence.start,
      end: sentence.end,
    },
  });
}

/** The document's title, reference and date, as far as they are known. */
export function sourceOf(
  { retrieval, passage }: Pick<Quotation, "retrieval" | "passage">,
  claims: Claim[],
): string {
  const slot = (field: "title" | "reference" | "published" | "effective", value: string) =>
    addClaim(claims, {
      value,
      unit: "text",
      basis: { kind: "document", retrievalId: retrieval.id, passageId: passage.id, field },
    });
  return [
    slot("title", passage.title),
    ...(passage.reference ? [slot("reference", passage.reference)] : []),
    // From when it holds says more than when it was written.
    ...(passage.effective
      ? [`in force since ${slot("effective", passage.effective)}`]
      : passage.published
        ? [slot("published", passage.published)]
        : []),
  ].join(", ");
}

/** What was searched, where nothing was found: an explicit none. */
export function nothingWritten(retrievals: StoredRetrieval[]): AnswerBlock[] {
  const [first] = retrievals;
  if (!first) return [];
  const { searched, none } = first;
  if (none === "cold_start")
    return [
      { kind: "finding", text: "No documents are indexed yet, so nothing could be looked up in them." },
    ];
  if (none === "denied")
    return [{ kind: "finding", text: "Your role may read none of the documents this asks about." }];
  const unknown = searched.unknownWords.map((word) => `“${word}”`).join(", ");
  return [
    {
      kind: "finding",
      text: `Nothing in the documents you may read answers this.${unknown ? ` No document holds ${unknown}.` : ""}`,
    },
  ];
}

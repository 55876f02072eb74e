import type { AnswerBlock, Claim } from "#lib/contracts/evidence.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";
import type { Approach } from "../../supervisor/approach.ts";
import type { SynthesisInput } from "../reasoner.ts";
import { ClaimWriter } from "./claim-writer.ts";
import { disagrees, toldChange } from "./contradictions.ts";
import { spanOf } from "./moved-figures.ts";
import { isQuotable, type Quotation, quotationsFor, quoted } from "./passages-answer.ts";
import { contentStems, sentencesOf, statesCause } from "./sentences.ts";

type Reasons = Extract<Approach, { kind: "reasons" }>;

const MOST_QUOTED = 4;

/** The passages: those that name a cause first, then those that tell of what moved. */
export function toldReasons(
  approach: Reasons,
  { question, retrievals }: SynthesisInput,
  place: string,
  about: string[],
  disputed: Disputed[],
  claims: Claim[],
): AnswerBlock[] {
  const found = new Map<string, Quotation>();
  const offer = (quotations: Quotation[], bonus: number, figures: string) => {
    for (const quotation of quotations.slice(0, 3)) {
      // What the rows do not bear out is told as that, and not as a reason.
      if (disputed.some(({ sentence }) => sentence.text === quotation.sentence.text)) continue;
      if (!speaksOf(quotation, about) || !saysMore(quotation, figures)) continue;
      const cause = statesCause(quotation.sentence.text) ? 1.5 : 0;
      const score = quotation.score + bonus + cause;
      const known = found.get(quotation.passage.documentId);
      if (!known || known.score < score) found.set(quotation.passage.documentId, { ...quotation, score });
    }
  };
  for (const retrieval of retrievals)
    offer(
      quotationsFor(
        retrieval.task === "texts-question"
          ? `${question} reason ${approach.metric.name} ${place}`
          : retrieval.text,
        [retrieval],
      ),
      retrieval.task === "texts-question" ? 0 : 0.3,
      retrieval.task === "texts-question" ? approach.metric.name : retrieval.text,
    );
  return [...found.values()]
    .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1))
    .slice(0, MOST_QUOTED)
    .map((quotation) => ({
      kind: "quote",
      text: `${statesCause(quotation.sentence.text) ? "A document names a cause" : "This coincides with"}: ${quoted(quotation, claims)}.`,
    }));
}

/** Whether a sentence, or what it stands under, names one of the places or things the question is narrowed to. */
function speaksOf({ passage, sentence }: Quotation, about: string[]): boolean {
  const names = about.flatMap(contentStems);
  if (names.length === 0) return true;
  const words = contentStems(`${passage.title} ${passage.headings.join(" ")} ${sentence.text}`);
  // `German` for Germany: what begins alike is of the same thing.
  return names.some((name) => words.some((word) => word.slice(0, ALIKE) === name.slice(0, ALIKE)));
}

/** Whether it names a cause, or speaks of the figure it was looked up for. */
function saysMore({ sentence }: Quotation, figures: string): boolean {
  if (statesCause(sentence.text)) return true;
  const own = new Set(contentStems(sentence.text));
  return contentStems(figures).some((word) => own.has(word));
}

const ALIKE = 5;

/** A sentence about a figure that the rows do not bear out. */
export interface Disputed extends Quotation {
  /** The figure's row among those that moved. */
  row: number;
}

const MOST_DISPUTED = 2;

export function disputedBy(
  moved: StoredResult | undefined,
  retrievals: SynthesisInput["retrievals"],
  about: string[],
): Disputed[] {
  if (!moved) return [];
  const found = new Map<string, Disputed>();
  const years = yearsIn(moved.derived!.output.map(({ label }) => label).join(" "));
  for (const [row, cells] of moved.rows.entries()) {
    const change = toNumber(cells[4] ?? null);
    if (change === null) continue;
    for (const retrieval of retrievals)
      for (const passage of retrieval.passages.filter((each) => isQuotable(each)))
        for (const sentence of sentencesOf(passage.text)) {
          const quotation = { retrieval, passage, sentence, score: 0, share: 0 };
          const told = toldChange(sentence.text, String(cells[0]));
          // Of another place or another time it says nothing of these rows.
          const isOfThis = speaksOf(quotation, about) && overlaps(yearsIn(sentence.text), years);
          if (told && isOfThis && disagrees(told.factor, 1 + change))
            found.set(`${passage.id}/${sentence.start}`, { ...quotation, row });
        }
  }
  return [...found.values()].slice(0, MOST_DISPUTED);
}

function yearsIn(text: string): number[] {
  return (text.match(/\b(?:19|20)\d\d\b/g) ?? []).map(Number);
}

/** Whether any of the years told lies in the span; a sentence that tells none is of the time it is found in. */
function overlaps(told: number[], span: number[]): boolean {
  if (told.length === 0 || span.length === 0) return true;
  return told.some((year) => year >= Math.min(...span) && year <= Math.max(...span));
}

export function contradicted(moved: StoredResult, disputed: Disputed[], claims: Claim[]): AnswerBlock[] {
  return disputed.map((each) => {
    const writer = new ClaimWriter(moved, claims);
    const { row } = each;
    const [from, to] = spanOf(writer, moved.rows[row]!, row);
    return {
      kind: "contradiction",
      text: `A document and the rows disagree: ${quoted(each, claims)}. In the rows, ${writer.cell(row, 0, "text")} went from ${from} to ${to}.`,
    };
  });
}

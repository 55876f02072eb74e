import type { AnswerBlock, Claim } from "#lib/contracts/evidence.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";
import type { Approach } from "../../supervisor/approach.ts";
import { decisiveMember, scopeLabel } from "../../supervisor/plans/reasons.ts";
import type { SynthesisInput } from "../reasoner.ts";
import { addClaim, ClaimWriter, claimIn } from "./claim-writer.ts";
import { disagrees, toldChange } from "./contradictions.ts";
import { nothingWritten, type Quotation, quotationsFor, quoted } from "./passages-answer.ts";
import { contentStems, sentencesOf, statesCause } from "./sentences.ts";
import { capital, joined } from "./wording.ts";

type Reasons = Extract<Approach, { kind: "reasons" }>;

const MOST_MOVED = 3;
const MOST_QUOTED = 4;
/** A peer whose figure moved by less than this share of the one asked about stayed as it was. */
const STEADY = 0.25;

/**
 * Tells what changed, what explains it in the rows, what moved at the same time, and what the documents say of that.
 * It says "coincides with": a cause is named only in the words of a passage that names one.
 */
export function reasonsAnswer(approach: Reasons, input: SynthesisInput, claims: Claim[]): AnswerBlock[] {
  const { results, retrievals } = input;
  const change = results.get("change");
  if (!change) return withoutChange(approach, input, claims);
  const winner = decisiveMember(input);
  const moved = results.get("moved");
  const place = winner?.filter.label ?? approach.filters.at(-1)?.label ?? "";
  const disputed = disputedBy(moved, retrievals);
  return [
    ...changed(approach, change, claims),
    ...peers(approach, results.get("of-peers"), change, claims),
    ...(winner ? explained(approach, results.get(winner.table)!, change, claims) : spreadOut(input)),
    ...madeUp(approach, results.get("of-parts"), place, claims),
    ...(moved ? movedToo(moved, place, claims) : []),
    ...told(approach, input, place, disputed, claims),
    ...(moved ? contradicted(moved, disputed, claims) : []),
    ...(retrievals.length > 0 && retrievals.every(({ passages }) => passages.length === 0)
      ? nothingWritten(retrievals).map((block) => ({ ...block, kind: "detail" as const }))
      : []),
    {
      kind: "caveat",
      text: "What moved at the same time need not be the cause. A cause is named here only where a document names it.",
    },
  ];
}

/** `Net margin for EMEA fell from … to …`; where the question has it the other way round, that first. */
function changed(approach: Reasons, change: StoredResult, claims: Claim[]): AnswerBlock[] {
  const writer = new ClaimWriter(change, claims);
  const { output } = change.derived!;
  const unit = output[1]!.unit;
  const before = writer.cell(0, 1, unit);
  const after = writer.cell(0, 2, unit);
  const direction = addClaim(claims, {
    value: wordFor(toNumber(change.rows[0]![1]!) ?? 0, toNumber(change.rows[0]![2]!) ?? 0),
    unit: "text",
    basis: { kind: "direction", from: claimIn(before), to: claimIn(after) },
  });
  const what = capital(`${approach.metric.name}${scopeLabel(approach.filters)}`);
  const difference = toNumber(change.rows[0]![3]!) ?? 0;
  const against =
    (approach.direction === "down" && difference > 0) || (approach.direction === "up" && difference < 0);
  const text = `${what} ${direction} from ${before} (${output[1]!.label}) to ${after} (${output[2]!.label}).`;
  return [
    {
      kind: "finding",
      text: against
        ? `The figures do not show a ${approach.direction === "down" ? "fall" : "rise"}. ${text}`
        : text,
    },
  ];
}

export function wordFor(before: number, after: number): string {
  return after > before ? "rose" : after < before ? "fell" : "stayed the same";
}

/** How the others beside it did. */
function peers(
  approach: Reasons,
  table: StoredResult | undefined,
  change: StoredResult,
  claims: Claim[],
): AnswerBlock[] {
  const own = approach.filters[0]?.values[0];
  if (!table || own === undefined || table.rows.length < 2) return [];
  const writer = new ClaimWriter(table, claims);
  const { output } = table.derived!;
  const whole = Math.abs(toNumber(change.rows[0]![3]!) ?? 0);
  const others = table.rows.flatMap((row, at) => (row[0] === own ? [] : [at])).slice(0, 4);
  const steady = others.every((at) => Math.abs(toNumber(table.rows[at]![3]!) ?? 0) < STEADY * whole);
  const parts = others.map(
    (at) =>
      `${writer.cell(at, 0, "text")} ${writer.cell(at, 1, output[1]!.unit)} to ${writer.cell(at, 2, output[2]!.unit)}`,
  );
  return [
    {
      kind: "detail",
      text: `${steady ? "The others hardly moved in that time" : "The others in that time"}: ${joined(parts)}.`,
    },
  ];
}

/** Which member of which dimension explains it. */
function explained(
  approach: Reasons,
  table: StoredResult,
  change: StoredResult,
  claims: Claim[],
): AnswerBlock[] {
  const writer = new ClaimWriter(table, claims);
  const { output } = table.derived!;
  const whole = new ClaimWriter(change, claims);
  const contribution = writer.cell(0, 3, output[3]!.unit);
  const total = whole.cell(0, 3, output[3]!.unit);
  const next = table.rows[1] && (toNumber(table.rows[1][3]!) ?? 0) !== 0 ? 1 : null;
  const second =
    next === null
      ? ""
      : `; next comes ${writer.cell(next, 0, "text")} with ${writer.cell(next, 3, output[3]!.unit)}`;
  const from = writer.cell(0, 1, output[1]!.unit);
  const to = writer.cell(0, 2, output[2]!.unit);
  return [
    {
      kind: "finding",
      text: `${writer.cell(0, 0, "text")} accounts for ${contribution} of the ${total}${second}. There ${approach.metric.name} went from ${from} to ${to}.`,
    },
  ];
}

function spreadOut({ plan }: SynthesisInput): AnswerBlock[] {
  const tried = plan.steps.filter(({ id }) => id.startsWith("split-") && id !== "");
  if (tried.length === 0) return [];
  return [
    {
      kind: "detail",
      text: "No single member explains most of the change in any of the ways it was split; it is spread out.",
    },
  ];
}

/** Which of the figure's own parts made the difference; a part that is always the whole of it says nothing. */
function madeUp(
  approach: Reasons,
  table: StoredResult | undefined,
  place: string,
  claims: Claim[],
): AnswerBlock[] {
  if (!table) return [];
  const writer = new ClaimWriter(table, claims);
  const { output } = table.derived!;
  const parts = table.rows
    .flatMap((row, at) => ((toNumber(row[3] ?? null) ?? 0) === 0 ? [] : [at]))
    .slice(0, MOST_MOVED)
    .map(
      (at) =>
        `${writer.cell(at, 0, "text")} ${writer.cell(at, 3, output[3]!.unit)} (from ${writer.cell(at, 1, output[1]!.unit)} to ${writer.cell(at, 2, output[2]!.unit)})`,
    );
  if (parts.length === 0) return [];
  return [
    {
      kind: "detail",
      text: `What made up the change of ${approach.metric.name}${place ? ` for ${place}` : ""}: ${joined(parts)}.`,
    },
  ];
}

/** What else moved where the change happened. */
function movedToo(moved: StoredResult, place: string, claims: Claim[]): AnswerBlock[] {
  const writer = new ClaimWriter(moved, claims);
  const parts = moved.rows.slice(0, MOST_MOVED).map((row, at) => {
    const unit = row[1] ? ` ${writer.cell(at, 1, "text")}` : "";
    return `${writer.cell(at, 0, "text")} went from ${writer.cell(at, 2)} to ${writer.cell(at, 3)}${unit} (${writer.cell(at, 4, "change")})`;
  });
  return [
    {
      kind: "detail",
      text: `Most of all moved at the same time${place ? ` for ${place}` : ""}: ${joined(parts)}.`,
    },
  ];
}

/** The passages: those that name a cause first, then those that tell of what moved. */
function told(
  approach: Reasons,
  { question, retrievals }: SynthesisInput,
  place: string,
  disputed: Disputed[],
  claims: Claim[],
): AnswerBlock[] {
  const found = new Map<string, Quotation>();
  const about = [place, ...approach.filters.flatMap(({ label, values }) => [label, ...values])];
  const offer = (quotations: Quotation[], bonus: number) => {
    for (const quotation of quotations.slice(0, 3)) {
      // What the rows do not bear out is told as that, and not as a reason.
      if (disputed.some(({ sentence }) => sentence.text === quotation.sentence.text)) continue;
      if (!speaksOf(quotation, about)) continue;
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

const ALIKE = 5;

/** A sentence about a figure that the rows do not bear out. */
interface Disputed extends Quotation {
  /** The figure's row among those that moved. */
  row: number;
}

const MOST_DISPUTED = 2;

function disputedBy(moved: StoredResult | undefined, retrievals: SynthesisInput["retrievals"]): Disputed[] {
  const found = new Map<string, Disputed>();
  for (const [row, cells] of (moved?.rows ?? []).entries()) {
    const computed = 1 + (toNumber(cells[4] ?? null) ?? 0);
    for (const retrieval of retrievals)
      for (const passage of retrieval.passages)
        for (const sentence of sentencesOf(passage.text)) {
          const change = toldChange(sentence.text, String(cells[0]));
          if (change && disagrees(change.factor, computed))
            found.set(`${passage.id}/${sentence.start}`, { retrieval, passage, sentence, score: 0, row });
        }
  }
  return [...found.values()].slice(0, MOST_DISPUTED);
}

function contradicted(moved: StoredResult, disputed: Disputed[], claims: Claim[]): AnswerBlock[] {
  return disputed.map((each) => {
    const writer = new ClaimWriter(moved, claims);
    const { row } = each;
    const unit = moved.rows[row]![1] ? ` ${writer.cell(row, 1, "text")}` : "";
    return {
      kind: "contradiction",
      text: `A document and the rows disagree: ${quoted(each, claims)}. In the rows, ${writer.cell(row, 0, "text")} went from ${writer.cell(row, 2)} to ${writer.cell(row, 3)}${unit}.`,
    };
  });
}

/** The figure could not be compared over time: what the documents say is all there is. */
function withoutChange(
  approach: Reasons,
  { question, retrievals }: SynthesisInput,
  claims: Claim[],
): AnswerBlock[] {
  const quotations = quotationsFor(question, retrievals);
  const lead: AnswerBlock = {
    kind: "finding",
    text: `There are too few whole quarters of ${approach.metric.name}${scopeLabel(approach.filters)} to compare.`,
  };
  return [
    lead,
    ...quotations
      .slice(0, MOST_QUOTED)
      .map((each): AnswerBlock => ({ kind: "quote", text: quoted(each, claims) })),
    ...(quotations.length === 0 ? nothingWritten(retrievals) : []),
  ];
}

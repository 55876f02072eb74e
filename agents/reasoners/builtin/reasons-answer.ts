import type { AnswerBlock, Claim } from "#lib/contracts/evidence.ts";
import type { Cell, StoredResult } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";
import { type Approach, scopeLabel } from "../../supervisor/approach.ts";
import { winnerOf } from "../../supervisor/plans/reasons-within.ts";
import type { SynthesisInput } from "../reasoner.ts";
import { addClaim, ClaimWriter, claimIn } from "./claim-writer.ts";
import { spanOf } from "./moved-figures.ts";
import { nothingWritten, quotationsFor, quoted } from "./passages-answer.ts";
import { contradicted, disputedBy, toldReasons } from "./reasons-documents.ts";
import { capital, joined } from "./wording.ts";

type Reasons = Extract<Approach, { kind: "reasons" }>;

const MOST_MOVED = 3;
const MOST_QUOTED = 4;
/** A peer whose figure moved by less than this share of the one asked about stayed as it was. */
const STEADY = 0.25;
const MOST_PEERS = 4;

/**
 * Tells what changed, what explains it in the rows, what moved at the same time, and what the documents say of that.
 * It says "coincides with": a cause is named only in the words of a passage that names one.
 */
export function reasonsAnswer(approach: Reasons, input: SynthesisInput, claims: Claim[]): AnswerBlock[] {
  const { results, retrievals } = input;
  const change = results.get("change");
  if (!change) return withoutChange(approach, input, claims);
  const winner = winnerOf(input);
  const moved = results.get("moved");
  const place = winner?.filter.label ?? approach.filters.at(-1)?.label ?? "";
  const about = [place, ...approach.filters.flatMap(({ label, values }) => [label, ...values])];
  const disputed = disputedBy(moved, retrievals, about);
  return [
    ...changed(approach, change, claims),
    ...peers(approach, results.get("of-peers"), change, claims),
    ...(winner ? explained(approach, results.get(winner.task)!, change, claims) : spreadOut(input)),
    ...madeUp(approach, results.get("of-parts"), place, claims),
    ...(moved ? movedToo(moved, place, claims) : []),
    ...toldReasons(approach, input, place, about, disputed, claims),
    ...(moved ? contradicted(moved, disputed, claims) : []),
    ...(retrievals.length > 0 && retrievals.every(({ passages }) => passages.length === 0)
      ? nothingWritten(retrievals).map((block) => ({ ...block, kind: "detail" as const }))
      : []),
    { kind: "caveat", text: change.derived!.method },
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

/** How the others beside it did, each against its own level, the one that moved most first. */
function peers(
  approach: Reasons,
  table: StoredResult | undefined,
  change: StoredResult,
  claims: Claim[],
): AnswerBlock[] {
  const own = new Set(approach.filters[0]?.values ?? []);
  if (!table || own.size === 0) return [];
  const isRatio = table.derived!.output[1]!.unit === "ratio";
  const moved = (row: Cell[]) => {
    const [before, difference] = [toNumber(row[1] ?? null), toNumber(row[3] ?? null)];
    if (before === null || difference === null) return null;
    return isRatio ? difference : before === 0 ? null : difference / before;
  };
  const asked = moved(change.rows[0]!);
  const others = table.rows
    .flatMap((row, at) => {
      const by = row[0] === null || own.has(String(row[0])) ? null : moved(row);
      return by === null ? [] : [{ at, by }];
    })
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  if (others.length === 0 || asked === null) return [];
  const steady = others.every(({ by }) => Math.abs(by) < STEADY * Math.abs(asked));
  const writer = new ClaimWriter(table, claims);
  const { output } = table.derived!;
  const shown = others
    .slice(0, MOST_PEERS)
    .map(
      ({ at }) =>
        `${writer.cell(at, 0, "text")} ${writer.cell(at, 1, output[1]!.unit)} to ${writer.cell(at, 2, output[2]!.unit)}`,
    );
  const lead = steady
    ? "The others hardly moved in that time"
    : others.length > MOST_PEERS
      ? "Of the others, these moved most in that time"
      : "The others in that time";
  return [{ kind: "detail", text: `${lead}: ${joined(shown)}.` }];
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
      : ` Next comes ${writer.cell(next, 0, "text")} with ${writer.cell(next, 3, output[3]!.unit)}.`;
  const from = writer.cell(0, 1, output[1]!.unit);
  const to = writer.cell(0, 2, output[2]!.unit);
  return [
    {
      kind: "finding",
      text: `${writer.cell(0, 0, "text")} accounts for ${contribution} of the ${total}: ${approach.metric.name} went from ${from} to ${to} there.${second}`,
    },
  ];
}

function spreadOut({ plan }: SynthesisInput): AnswerBlock[] {
  const tried = plan.steps.filter(({ id }) => id.startsWith("split-"));
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
        `${writer.cell(at, 0, "text")} went from ${writer.cell(at, 1, output[1]!.unit)} to ${writer.cell(at, 2, output[2]!.unit)} (effect ${writer.cell(at, 3, output[3]!.unit)})`,
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
    const [from, to] = spanOf(writer, row, at);
    const change = row[4] === null ? noteOf(row) : ` (${writer.cell(at, 4, "change")})`;
    return `${writer.cell(at, 0, "text")} went from ${from} to ${to}${change}`;
  });
  return [
    {
      kind: "detail",
      text: `Most of all moved at the same time${place ? ` for ${place}` : ""}: ${joined(parts)}.`,
    },
  ];
}

/** `from nothing`: where a percentage would say nothing. */
function noteOf(row: Cell[]): string {
  return row[5] ? ` (${row[5]})` : "";
}

/** The figure could not be compared over time: what the documents say is all there is. */
function withoutChange(
  approach: Reasons,
  { question, retrievals, plan }: SynthesisInput,
  claims: Claim[],
): AnswerBlock[] {
  const quotations = quotationsFor(question, retrievals);
  const course = plan.steps.find(({ id }) => id === "course");
  const what = `${approach.metric.name}${scopeLabel(approach.filters)}`;
  const lead: AnswerBlock = {
    kind: "finding",
    text:
      course?.state === "left_out"
        ? `The course of ${what} could not be read, so nothing is compared.`
        : `There are too few whole quarters of ${what} to compare.`,
  };
  return [
    lead,
    ...quotations
      .slice(0, MOST_QUOTED)
      .map((each): AnswerBlock => ({ kind: "quote", text: quoted(each, claims) })),
    ...(quotations.length === 0 ? nothingWritten(retrievals) : []),
  ];
}

import type { AnswerBlock, Claim, ClaimBasis } from "#lib/contracts/evidence.ts";
import type { OutputColumn } from "#lib/contracts/reading.ts";
import type { Cell, StoredResult } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";
import { exactSum } from "../../answer/arithmetic.ts";
import { outputColumns } from "../../answer/visualise.ts";
import type { DraftAnswer, SynthesisInput } from "../reasoner.ts";

/** Rows named in a sentence; the rest is in the table. */
const NAMED_ROWS = 3;

/**
 * Writes the answer from the shape of the result: one figure, a ranking, a course over time, or a list. It leads with
 * the finding. Every figure and every "most" is a claim with its basis; the text itself holds slots only.
 */
export function synthesise(input: SynthesisInput): DraftAnswer {
  const { result, findings } = input;
  const writer = new ClaimWriter(result);
  const blocks = result.rows.length === 0 ? nothingFound(input) : findingOf(input, writer);
  const caveats = findings
    .filter((each) => each.code !== "empty")
    .map<AnswerBlock>((each) => ({ kind: "caveat", text: each.sentence }));
  return { blocks: [...blocks, ...caveats], claims: writer.claims };
}

/** Hands out slots for claims. */
class ClaimWriter {
  readonly claims: Claim[] = [];
  readonly #result: StoredResult;

  constructor(result: StoredResult) {
    this.#result = result;
  }

  cell(row: number, column: number, unit?: string): string {
    return this.#slot(this.#at(row, column), { kind: "cell", resultId: this.#result.id, row, column }, unit);
  }

  extreme(row: number, column: number, which: "max" | "min", unit?: string): string {
    return this.#slot(
      this.#at(row, column),
      { kind: "extreme", resultId: this.#result.id, row, column, which },
      unit,
    );
  }

  total(column: number, unit?: string): string {
    const value = exactSum(this.#result.rows.map((row) => row[column] ?? null));
    return this.#slot(value, { kind: "total", resultId: this.#result.id, column }, unit);
  }

  rowCount(): string {
    return this.#slot(this.#result.rowCount, { kind: "rowCount", resultId: this.#result.id });
  }

  #at(row: number, column: number): Cell {
    return this.#result.rows[row]?.[column] ?? null;
  }

  #slot(value: Cell, basis: ClaimBasis, unit?: string): string {
    const id = `c${this.claims.length + 1}`;
    this.claims.push({ id, value, ...(unit === undefined ? {} : { unit }), basis });
    return `{{${id}}}`;
  }
}

function findingOf({ reading, result }: SynthesisInput, writer: ClaimWriter): AnswerBlock[] {
  const columns = outputColumns(result, reading);
  const measures = columns.flatMap((each, at) => (each.role === "measure" ? [at] : []));
  const [measure] = measures;
  const labels = labelColumns(columns, result);
  const time = columns.findIndex((each) => each.role === "time");
  const scope = scopeOf(reading);

  if (measure === undefined) return listed(columns, labels, result, writer, scope);
  if (result.rows.length === 1 && labels.length === 0 && time === -1)
    return singleFigures(measures, columns, result, writer, scope);
  if (time !== -1 && labels.length === 0) return course(time, measure, columns, result, writer, scope);
  return ranking(labels.length > 0 ? labels : [time], measure, columns, result, writer, scope);
}

function singleFigures(
  measures: number[],
  columns: OutputColumn[],
  result: StoredResult,
  writer: ClaimWriter,
  scope: string,
): AnswerBlock[] {
  const [first] = measures;
  const verb = scope.includes(" in ") ? "was" : "is";
  if (measures.length === 1 && result.rows[0]![first!] === null)
    return [
      {
        kind: "finding",
        text: `There is no ${lower(columns[first!]!.label)}${scope}: no row carries a value.`,
      },
    ];
  const figures = measures.map((at) => {
    const { label, unit } = columns[at]!;
    return `${lower(label)}${at === first ? `${scope} ${verb}` : ""} ${writer.cell(0, at, unit)}`;
  });
  return [{ kind: "finding", text: `${capital(joined(figures))}.` }];
}

function ranking(
  labels: number[],
  measure: number,
  columns: OutputColumn[],
  result: StoredResult,
  writer: ClaimWriter,
  scope: string,
): AnswerBlock[] {
  const { label, unit } = columns[measure]!;
  const name = (row: number) => labels.map((at) => writer.cell(row, at, "text")).join(" · ");
  const order = rankedRows(result, measure);
  const [top] = order;
  if (top === undefined)
    return [{ kind: "finding", text: `There is no ${lower(label)}${scope}: no row carries a value.` }];
  if (result.rows.length === 1)
    return [
      {
        kind: "finding",
        text: `${name(top)}: ${lower(label)}${scope} is ${writer.cell(top, measure, unit)}.`,
      },
    ];

  const lead = result.truncated
    ? `${name(top)} comes first among the rows read, with ${lower(label)} of ${writer.cell(top, measure, unit)}`
    : `${name(top)} has the highest ${lower(label)}${scope}: ${writer.extreme(top, measure, "max", unit)}`;
  const next = order.slice(1, NAMED_ROWS).map((row) => `${name(row)} (${writer.cell(row, measure, unit)})`);
  const blocks: AnswerBlock[] = [
    { kind: "finding", text: `${lead}${next.length > 0 ? `, ahead of ${joined(next)}` : ""}.` },
  ];
  if (!result.truncated && columns[measure]!.additive && result.rows.length > 2)
    blocks.push({
      kind: "detail",
      text: `All ${writer.rowCount()} rows shown add up to ${writer.total(measure, unit)}.`,
    });
  return blocks;
}

function course(
  time: number,
  measure: number,
  columns: OutputColumn[],
  result: StoredResult,
  writer: ClaimWriter,
  scope: string,
): AnswerBlock[] {
  const { label, unit } = columns[measure]!;
  const inTime = result.rows
    .map((row, at) => ({ at, when: String(row[time] ?? "") }))
    .sort((a, b) => a.when.localeCompare(b.when));
  const [first, last] = [inTime[0]!.at, inTime.at(-1)!.at];
  const period = (row: number) => writer.cell(row, time, `period:${columns[time]!.label.toLowerCase()}`);
  if (result.rows.length === 1)
    return [
      {
        kind: "finding",
        text: `In ${period(first)}, ${lower(label)}${scope} was ${writer.cell(first, measure, unit)}.`,
      },
    ];
  const blocks: AnswerBlock[] = [
    {
      kind: "finding",
      text: `${capital(label)}${scope} went from ${writer.cell(first, measure, unit)} in ${period(first)} to ${writer.cell(last, measure, unit)} in ${period(last)}.`,
    },
  ];
  const ranked = rankedRows(result, measure);
  const [highest, lowest] = [ranked[0], ranked.at(-1)];
  if (!result.truncated && highest !== undefined && lowest !== undefined && highest !== lowest)
    blocks.push({
      kind: "detail",
      text: `The highest was ${writer.extreme(highest, measure, "max", unit)} in ${period(highest)}, the lowest ${writer.extreme(lowest, measure, "min", unit)} in ${period(lowest)}.`,
    });
  return blocks;
}

function listed(
  columns: OutputColumn[],
  labels: number[],
  result: StoredResult,
  writer: ClaimWriter,
  scope: string,
): AnswerBlock[] {
  const shown = labels.length > 0 ? labels : [0];
  const what = lower(columns[shown[0]!]!.label);
  const name = (row: number) => shown.map((at) => writer.cell(row, at, "text")).join(" ");
  const names = result.rows.slice(0, NAMED_ROWS).map((_, row) => name(row));
  if (result.rows.length <= NAMED_ROWS)
    return [{ kind: "finding", text: `${capital(what)}${scope}: ${joined(names)}.` }];
  const count = result.truncated
    ? "More rows match than are shown"
    : `${writer.rowCount()} rows match${scope}`;
  return [{ kind: "finding", text: `${count}, among them ${joined(names)}.` }];
}

function nothingFound({ findings, reading }: SynthesisInput): AnswerBlock[] {
  const empty = findings.find((each) => each.code === "empty");
  return [
    { kind: "finding", text: empty?.sentence ?? "No rows match." },
    {
      kind: "next",
      text: `It was read as: ${reading.words}. Change a filter or the period if something else was meant.`,
    },
  ];
}

/** Where the figures hold: ` for Germany, in Q3 2025`. */
function scopeOf(reading: SynthesisInput["reading"]): string {
  const filters = reading.filters.map((each) => each.label).filter((each) => each !== "");
  const time = reading.time?.from === undefined ? "" : ` in ${reading.time.label}`;
  return `${filters.length > 0 ? ` for ${joined(filters)}` : ""}${time}`;
}

/** Columns that name a row: dimensions and attributes, without keys where there is a name beside them. */
function labelColumns(columns: OutputColumn[], result: StoredResult): number[] {
  const named = columns.flatMap((each, at) =>
    each.role === "dimension" || each.role === "attribute" ? [at] : [],
  );
  const words = named.filter((at) => !/(^|_)id$|Id$/.test(result.columns[at]!.name));
  return (words.length > 0 ? words : named).slice(0, 2);
}

/** Row positions by a measure, highest first; rows without a number are left out. */
function rankedRows(result: StoredResult, measure: number): number[] {
  return result.rows
    .map((row, at) => ({ at, value: toNumber(row[measure] ?? null) }))
    .filter((each): each is { at: number; value: number } => each.value !== null)
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .map((each) => each.at);
}

function joined(parts: string[]): string {
  if (parts.length <= 1) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lower case for the middle of a sentence, unless the word is an abbreviation. */
function lower(text: string): string {
  return /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

import type { AnswerBlock, Claim, Finding } from "#lib/contracts/evidence.ts";
import type { OutputColumn, Reading } from "#lib/contracts/reading.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";
import { isEmpty } from "../../answer/is-empty.ts";
import { outputColumns } from "../../answer/visualise.ts";
import { ClaimWriter } from "./claim-writer.ts";
import { capital, joined, lower, scopeOf } from "./wording.ts";

/** Rows named in a sentence; the rest is in the table. */
const NAMED_ROWS = 3;

/**
 * Writes what a result says from its shape: one figure, a ranking, a course over time, or a list. It leads with the
 * finding. Every figure and every "most" is a claim with its basis, added to `claims`; the text itself holds slots only.
 */
export function rowsAnswer(
  {
    reading,
    result,
    findings,
    wider = [],
  }: { reading: Reading; result: StoredResult; findings: Finding[]; wider?: Wider[] },
  claims: Claim[],
): AnswerBlock[] {
  if (isEmpty(result, reading)) return nothingFound(reading, findings, wider, claims);
  return findingOf(subjectOf(reading, result, new ClaimWriter(result, claims)));
}

/** The same question without one of its filters, with what that found. */
export interface Wider {
  /** `The same without Germany`. */
  title: string;
  reading: Reading;
  result: StoredResult;
}

/** A result with what its columns mean and how a row is called. */
interface Subject {
  reading: Reading;
  result: StoredResult;
  writer: ClaimWriter;
  columns: OutputColumn[];
  measures: number[];
  /** Columns that name a row, keys left out where there is a name beside them. */
  labels: number[];
  time: number | null;
  scope: string;
}

function subjectOf(reading: Reading, result: StoredResult, writer: ClaimWriter): Subject {
  const columns = outputColumns(result, reading);
  const at = (...roles: OutputColumn["role"][]) =>
    columns.flatMap((each, position) => (roles.includes(each.role) ? [position] : []));
  const named = at("dimension", "attribute");
  const words = named.filter((position) => !/(^|_)id$|Id$/.test(result.columns[position]!.name));
  return {
    reading,
    result,
    writer,
    columns,
    measures: at("measure"),
    labels: (words.length > 0 ? words : named).slice(0, 2),
    time: at("time")[0] ?? null,
    scope: scopeOf(reading),
  };
}

function findingOf(subject: Subject): AnswerBlock[] {
  const { reading, result, measures, labels, time } = subject;
  const [measure] = measures;
  if (measure === undefined || reading.measures.length === 0) return listed(subject);
  if (result.rows.length === 1 && labels.length === 0 && time === null) return singleFigures(subject);
  if (time !== null && labels.length === 0) return course(subject, time, measure);
  return ranking(subject, measure);
}

function finding(text: string): AnswerBlock {
  return { kind: "finding", text };
}

/** `Revenue in Q3 2025 was €23.06M.` */
function singleFigures({ measures, columns, result, writer, scope, reading }: Subject): AnswerBlock[] {
  const [first] = measures;
  if (measures.length === 1 && result.rows[0]![first!] === null)
    return [finding(`There is no ${lower(columns[first!]!.label)}${scope}: no row carries a value.`)];
  const verb = reading.time?.to === undefined ? "is" : "was";
  const figures = measures.map((at) => {
    const { label, unit } = columns[at]!;
    return `${lower(label)}${at === first ? `${scope} ${verb}` : ""} ${writer.cell(0, at, unit)}`;
  });
  return [finding(`${capital(joined(figures))}.`)];
}

/** `ENTERPRISE has the highest revenue: €179.38M, ahead of …` */
function ranking(subject: Subject, measure: number): AnswerBlock[] {
  const { result, columns, writer, scope, reading } = subject;
  const { label, unit, additive } = columns[measure]!;
  const what = lower(label);
  const ascending = reading.order?.direction === "asc";
  const descending = rankedRows(result, measure);
  const order = ascending ? descending.toReversed() : descending;
  const [top] = order;
  if (top === undefined) return [finding(`There is no ${what}${scope}: no row carries a value.`)];
  if (result.rows.length === 1) return [onlyRow(subject, measure, top)];
  const lead = result.truncated
    ? `${rowName(subject, top)} comes first among the rows read, with ${what} of ${writer.cell(top, measure, unit)}`
    : `${rowName(subject, top)} has the ${ascending ? "lowest" : "highest"} ${what}${scope}: ${writer.extreme(top, measure, ascending ? "min" : "max", unit)}`;
  const next = order
    .slice(1, NAMED_ROWS)
    .map((row) => `${rowName(subject, row)} (${writer.cell(row, measure, unit)})`);
  const blocks = [
    finding(
      `${lead}${next.length > 0 ? `, ${ascending ? "followed by" : "ahead of"} ${joined(next)}` : ""}.`,
    ),
  ];
  if (!result.truncated && additive && result.rows.length > 2)
    blocks.push({
      kind: "detail",
      text: `All ${writer.rowCount()} rows shown add up to ${writer.total(measure, unit)}.`,
    });
  return blocks;
}

/** Where only the first of an order was asked for, the statement's own order carries the comparison. */
function onlyRow(subject: Subject, measure: number, row: number): AnswerBlock {
  const { columns, writer, scope, reading } = subject;
  const { label, unit } = columns[measure]!;
  const value = writer.cell(row, measure, unit);
  const name = rowName(subject, row);
  if (reading.limit !== 1 || !reading.order) return finding(`${name}: ${lower(label)}${scope} is ${value}.`);
  const place = reading.order.direction === "desc" ? "first" : "last";
  return finding(`By ${lower(label)}${scope}, ${name} comes ${place}: ${value}.`);
}

/** `Revenue went from … in January to … in September.` */
function course(subject: Subject, time: number, measure: number): AnswerBlock[] {
  const { columns, result, writer, scope, reading } = subject;
  const { label, unit } = columns[measure]!;
  const inTime = result.rows
    .map((row, at) => ({ at, when: String(row[time] ?? "") }))
    .sort((a, b) => a.when.localeCompare(b.when));
  const [first, last] = [inTime[0]!.at, inTime.at(-1)!.at];
  const period = (row: number) => periodSlot(subject, row, time);
  if (result.rows.length === 1)
    return [
      finding(`In ${period(first)}, ${lower(label)}${scope} was ${writer.cell(first, measure, unit)}.`),
    ];
  const blocks = [
    finding(
      `${capital(label)}${scope} went from ${writer.cell(first, measure, unit)} in ${period(first)} to ${writer.cell(last, measure, unit)} in ${period(last)}.`,
    ),
  ];
  const ranked = rankedRows(result, measure);
  const [highest, lowest] = [ranked[0], ranked.at(-1)];
  // Of the rows that a limit let through, the extremes are those of the rows shown only.
  const whole = !result.truncated && reading.limit === null;
  if (whole && highest !== undefined && lowest !== undefined && highest !== lowest)
    blocks.push({
      kind: "detail",
      text: `The highest was ${writer.extreme(highest, measure, "max", unit)} in ${period(highest)}, the lowest ${writer.extreme(lowest, measure, "min", unit)} in ${period(lowest)}.`,
    });
  return blocks;
}

/** `204 rows match for Germany, among them …`; figures beside a name stand in brackets. */
function listed(subject: Subject): AnswerBlock[] {
  const { columns, labels, measures, result, writer, scope } = subject;
  const naming = labels[0] ?? 0;
  const beside = [...labels.slice(1), ...measures].filter((at) => at !== naming);
  const nameWithDetails = (row: number) => {
    const details = beside.map(
      (at) => `${lower(columns[at]!.label)} ${writer.cell(row, at, columns[at]!.unit)}`,
    );
    return `${writer.cell(row, naming, "text")}${details.length > 0 ? ` (${details.join(", ")})` : ""}`;
  };
  const names = result.rows.slice(0, NAMED_ROWS).map((_, row) => nameWithDetails(row));
  if (result.rows.length <= NAMED_ROWS)
    return [finding(`${capital(lower(columns[naming]!.label))}${scope}: ${joined(names)}.`)];
  const count = result.truncated
    ? "More rows match than are shown"
    : `${writer.rowCount()} rows match${scope}`;
  return [finding(`${count}, among them ${joined(names)}.`)];
}

function nothingFound(reading: Reading, findings: Finding[], wider: Wider[], claims: Claim[]): AnswerBlock[] {
  const empty = findings.find((each) => each.code === "empty");
  return [
    finding(empty?.sentence ?? "No rows match."),
    ...wider.map((each): AnswerBlock => ({ kind: "detail", text: widerInWords(each, claims) })),
    {
      kind: "next",
      text: `It was read as: ${reading.words}. Change a filter or the period if something else was meant.`,
    },
  ];
}

/** `The same without Germany: revenue €3.06M`, or how many rows that gives. */
function widerInWords({ title, reading, result }: Wider, claims: Claim[]): string {
  const writer = new ClaimWriter(result, claims);
  if (isEmpty(result, reading)) return `${title}: nothing either.`;
  const measure = reading.output.findIndex(({ role }) => role === "measure");
  if (result.rows.length > 1 || measure < 0)
    return `${title}: ${result.truncated ? "more rows than are read" : `${writer.rowCount()} rows`}.`;
  const { label, unit } = reading.output[measure]!;
  return `${title}: ${lower(label)} ${writer.cell(0, measure, unit)}.`;
}

/** A row's name: its labels, and its period where rows are told apart by time. */
function rowName(subject: Subject, row: number): string {
  const { labels, time, writer } = subject;
  const parts = labels.map((at) => writer.cell(row, at, "text"));
  if (time !== null) parts.push(periodSlot(subject, row, time));
  return parts.join(" · ");
}

function periodSlot({ writer }: Subject, row: number, time: number): string {
  return writer.cell(row, time, "period");
}

/** Row positions by a measure, highest first; rows without a number are left out. */
function rankedRows(result: StoredResult, measure: number): number[] {
  return result.rows
    .map((row, at) => ({ at, value: toNumber(row[measure] ?? null) }))
    .filter((each): each is { at: number; value: number } => each.value !== null)
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .map((each) => each.at);
}

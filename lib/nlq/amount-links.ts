import type { Column } from "#lib/contracts/catalog.ts";
import { type Candidate, type CandidateOf, ranked } from "./candidates.ts";
import { moneyNames, moneyWords } from "./english/lexicon.ts";
import { stem } from "./english/stem.ts";
import { phraseFit } from "./name-links.ts";
import { isNumber, isTime, phraseStems, type Schema, type SchemaColumn, type SchemaTable } from "./schema.ts";

const moneyLast = new Set(moneyNames);
const perPiece = new Set(["price", "cost", "rate", "fee"].map(stem));

/**
 * What money changing hands may mean in this catalog, without a word for it (`spent`, `took in`): metrics of that
 * kind, amounts, and price times quantity.
 */
export function moneyCandidates(schema: Schema): Candidate[] {
  const found: Candidate[] = [];
  for (const { metric, owner, names } of schema.metrics) {
    if (names.some((name) => name.length === 1 && moneyWords.has(name[0]!))) {
      found.push({ kind: "metric", metric, owner, score: 1, because: "the metric for money taken" });
    }
  }
  for (const column of schema.tables.flatMap(({ columns }) => columns)) {
    if (!isMoneyAmount(column)) continue;
    const view = column.owner.table.kind === "view" ? 0.85 : 1;
    found.push({ kind: "column", column, score: 0.86 * view, because: "an amount of money" });
  }
  for (const amount of schema.lineAmounts) {
    found.push({
      kind: "line-amount",
      amount,
      owner: amount.owner,
      score: 0.84,
      because: "price times quantity",
    });
  }
  return ranked(found);
}

function isMoneyAmount({ column, names, key, owner }: SchemaColumn): boolean {
  if (key || !isNumber(column) || owner.edges.length === 0) return false;
  const last = names[0]!.at(-1)!;
  return moneyLast.has(last) && !names[0]!.some((word) => perPiece.has(word));
}

/** Numeric or date columns of a table (or near it) that an adjective such as `longest` may be about. */
export function aboutCandidates(
  about: string[],
  owner: SchemaTable,
  schema: Schema,
): CandidateOf<"column">[] {
  const found: CandidateOf<"column">[] = [];
  about.forEach((phrase, rank) => {
    const wanted = phraseStems(phrase);
    for (const { term, binding } of schema.catalog.glossary) {
      if (term !== phrase || binding.kind !== "column") continue;
      const column = schema.columnById.get(binding.column);
      if (column?.owner === owner)
        found.push({ kind: "column", column, score: 0.98, because: "by the glossary" });
    }
    for (const column of owner.columns) {
      if (column.key || !(isNumber(column.column) || isDateLike(column.column))) continue;
      const fit = Math.max(...column.names.map((name) => phraseFit(wanted, name)));
      if (fit > 0.5) {
        found.push({
          kind: "column",
          column,
          score: (0.92 - 0.03 * rank) * (0.8 + 0.2 * fit) + ownDeed(column) - atItsEnd(column),
          because: `what “${phrase}” measures`,
        });
      }
    }
  });
  // `newest`: whatever date it has, called by no name for one.
  if (found.length === 0 && about[0] === "date") {
    for (const column of owner.columns) {
      if (isTime(column.column))
        found.push({
          kind: "column",
          column,
          score: 0.82 + ownDeed(column) - atItsEnd(column),
          because: "its only kind of date",
        });
    }
  }
  return ranked(found) as CandidateOf<"column">[];
}

/** Orders are ordered before they are shipped: the date that the table's own name tells goes before others. */
function ownDeed({ column, owner, happening }: SchemaColumn): number {
  return isTime(column) && happening !== null && owner.names.some((name) => name.includes(happening))
    ? 0.05
    : 0;
}

const endings = new Set(
  [
    "end",
    "expiry",
    "expire",
    "expiration",
    "due",
    "finish",
    "close",
    "return",
    "valid",
    "cancel",
    "until",
  ].map(stem),
);

/** The latest policy is the one that started last. */
function atItsEnd({ column, names }: SchemaColumn): number {
  return isTime(column) && names[0]!.some((word) => endings.has(word)) ? 0.05 : 0;
}

function isDateLike(column: Column): boolean {
  return (
    column.kind === "date" ||
    column.kind === "timestamp" ||
    column.kind === "interval" ||
    column.kind === "time"
  );
}

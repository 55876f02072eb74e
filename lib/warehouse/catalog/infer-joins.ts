import type { Column, Join, Table } from "#lib/contracts/catalog.ts";
import { fold } from "./fold.ts";
import type { RawCatalog } from "./raw-catalog.ts";

/** Below this a join is not even worth a question back. */
const leastScore = 0.5;
/** Tables beyond this number are compared by the names of their columns only where those are equal. */
const mostTables = 400;

interface Side {
  column: Column;
  table: Table;
  /** Name in lower-case words. */
  words: string[];
  tableWords: string[];
  unique: boolean;
  values: Set<string> | null;
}

/**
 * Joins that nobody declared, guessed from names, types, uniqueness and stored values, each with a score between 0 and
 * 1: how alike the names are (0.9 for `customer_id` to the key of `customers`, 0.86 for equal names that say
 * something), times how many of the referring side's values occur on the referred side. The referred side has to be
 * unique. Columns that share a name and hardly a value are no join. At most one join leaves a column.
 */
export function inferJoins(raw: RawCatalog): Join[] {
  const sides = sidesOf(raw);
  const targets = sides.filter(({ unique }) => unique);
  const byTarget = Map.groupBy(targets, ({ words }) => words.at(-1)!);
  const found: Join[] = [];
  for (const from of sides) {
    const last = from.words.at(-1)!;
    const near = raw.tables.length > mostTables ? (byTarget.get(last) ?? []) : targets;
    let best: { to: Side; score: number } | null = null;
    for (const to of near) {
      if (to.table === from.table || to.column.kind !== from.column.kind) continue;
      const score = likeness(from, to) * overlap(from, to);
      if (score >= leastScore && (best === null || score > best.score)) best = { to, score };
    }
    if (best === null) continue;
    found.push({
      from: [from.column.id],
      to: [best.to.column.id],
      origin: "inferred",
      score: Math.round(best.score * 100) / 100,
      cardinality: from.unique ? "one_to_one" : "many_to_one",
    });
  }
  return withoutMirrors(found);
}

/** Two unique columns point at each other: the one whose name is the other table's key refers. */
function withoutMirrors(joins: Join[]): Join[] {
  return joins.filter(
    (join, i) =>
      !joins.some((other, j) => other.from[0] === join.to[0] && other.to[0] === join.from[0] && j < i),
  );
}

function sidesOf(raw: RawCatalog): Side[] {
  const tables = new Map(raw.tables.map((table) => [table.id, table]));
  const values = new Map(
    raw.values.filter(({ complete }) => complete).map((list) => [list.column, list.values]),
  );
  return raw.columns.flatMap((column): Side[] => {
    const table = tables.get(column.table);
    if (!table || table.kind === "view" || !["integer", "text"].includes(column.kind)) return [];
    const list = values.get(column.id);
    return [
      {
        column,
        table,
        words: wordsOf(column.name),
        tableWords: wordsOf(table.name),
        unique: isUnique(column, table),
        values: list ? new Set(list.map(fold)) : null,
      },
    ];
  });
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** By a declared key, or by the profile: as many different values as rows, none missing. */
function isUnique(column: Column, table: Table): boolean {
  const keys = [table.primaryKey, ...table.uniqueKeys];
  if (keys.some((key) => key.length === 1 && key[0] === column.id)) return true;
  const rows = table.rows ?? 0;
  return rows > 1 && column.distinct === rows && (column.nullShare ?? 1) === 0;
}

/** Names that every table may have: alike, they say nothing. */
const common = new Set(
  "id name title type status code description desc date year number no key value comment note notes details city state country address phone email gender sex age price amount total score rank rating first_name last_name firstname lastname".split(
    " ",
  ),
);

/** How much the names speak for a join, 0 to 0.92. */
function likeness(from: Side, to: Side): number {
  const name = from.words.join("_");
  const target = to.words.join("_");
  const table = to.tableWords.map(singularOf);
  const own = to.tableWords.at(-1)!;
  const identifies =
    /^(id|key|code|no|number|nr|num)$/.test(to.words.at(-1)!) || to.table.primaryKey[0] === to.column.id;
  // `customer_id` to `customers.id`, also behind a role: `billing_customer_id`.
  const joined = [...table, ...to.words];
  if (identifies && endsWith(from.words, joined)) return from.words.length === joined.length ? 0.92 : 0.88;
  if (identifies && endsWith(from.words, [singularOf(own), ...to.words])) return 0.85;
  if (name === target && !common.has(name)) {
    const ownKey = to.words.some((word) => table.includes(singularOf(word)));
    return ownKey ? 0.92 : identifies ? 0.86 : 0.72;
  }
  // `number_of_hosts` counts them.
  if (/^(number|num|no|count|total|amount)$/.test(from.words[0]!)) return 0;
  // `orders.customer` to the key of `customers`, `city.state` to `state.state_name`.
  const lastWord = singularOf(from.words.at(-1)!);
  const naming = to.words.at(-1) === "name" || identifies;
  if (
    naming &&
    lastWord === singularOf(own) &&
    (identifies || to.words.length === 1 || endsWith(to.words, [own, "name"]))
  )
    return 0.82;
  if (naming && name === `${singularOf(own)}_name` && to.words.join("_") === "name") return 0.86;
  return 0;
}

function endsWith(words: string[], tail: string[]): boolean {
  return (
    tail.length <= words.length &&
    tail.every((word, i) => singularOf(words[words.length - tail.length + i]!) === singularOf(word))
  );
}

function singularOf(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, "y");
  return /(ss|us|is)$/.test(word) ? word : word.replace(/s$/, "");
}

/** The share of referring values that the referred side has: 1 where nothing is known, less where it speaks against. */
function overlap(from: Side, to: Side): number {
  if (from.values && to.values) {
    let shared = 0;
    for (const value of from.values) if (to.values.has(value)) shared++;
    const share = from.values.size === 0 ? 1 : shared / from.values.size;
    return share >= 0.9 ? 1 : share >= 0.5 ? 0.8 + 0.2 * share : 0;
  }
  const range = [from.column.min, from.column.max, to.column.min, to.column.max].map(Number);
  if (range.some((edge) => Number.isNaN(edge))) return 0.95;
  const [low, high, least, most] = range as [number, number, number, number];
  if (high < least || low > most) return 0;
  return low >= least && high <= most ? 1 : 0.85;
}

import type { Column, Join, Table } from "#lib/contracts/catalog.ts";
import { fold } from "./fold.ts";
import type { ProbedOverlap, RawCatalog } from "./raw-catalog.ts";
import { wordsOf } from "./rename-score.ts";

/** Below this a join is not even worth a question back. */
const leastScore = 0.5;
/** A name that more tables than this have as a key of theirs leads to none of them. */
const mostNamesakes = 25;
/** Of so many looked-up values a share says something. */
const leastSample = 5;

export interface Side {
  column: Column;
  table: Table;
  /** Name in lower-case words. */
  words: string[];
  tableWords: string[];
  unique: boolean;
  values: Set<string> | null;
}

/** How much something speaks for a join, and what it is, in words. */
interface Ground {
  share: number;
  because: string;
}

/** Both sides of a join in one text. */
export function joinKey({ from, to }: Pick<Join, "from" | "to">): string {
  return `${from.join()}>${to.join()}`;
}

/**
 * Joins that nobody declared, guessed from names, types, uniqueness and stored values, each with a score between 0 and
 * 1: how alike the names are (0.92 for `customer_id` to the key of `customers`, 0.86 for equal names that say
 * something), times how many of the referring side's values occur on the referred side: by complete lists of values, by a
 * probe of the connector's, or else by ranges. The referred side has to be unique. Columns that share a name and hardly a
 * value are no join. At most one join leaves a column; the reasons say what it rests on.
 *
 * @param rejected keys of joins that are not offered
 */
export function inferJoins(raw: RawCatalog, rejected: ReadonlySet<string> = new Set()): Join[] {
  const sides = sidesOf(raw);
  const near = targetsNear(sides);
  const probes = new Map((raw.overlaps ?? []).map((probe) => [`${probe.from}>${probe.to}`, probe]));
  const found: Join[] = [];
  for (const from of sides) {
    let best: Join | null = null;
    for (const to of near(from)) {
      if (to.table === from.table || to.column.kind !== from.column.kind) continue;
      const name = likeness(from, to);
      if (name === null || name.share < leastScore) continue;
      const values = overlap(from, to, probes.get(`${from.column.id}>${to.column.id}`));
      const score = Math.round(name.share * values.share * 100) / 100;
      const join: Join = {
        from: [from.column.id],
        to: [to.column.id],
        origin: "inferred",
        score,
        cardinality: from.unique ? "one_to_one" : "many_to_one",
        reasons: [name.because, values.because, uniqueness(to), kinds(from)],
      };
      if (score < leastScore || (best !== null && score <= best.score) || rejected.has(joinKey(join)))
        continue;
      best = join;
    }
    if (best !== null) found.push(best);
  }
  return withoutMirrors(found);
}

/** Pairs of columns whose names suggest a join and whose values are not known well enough to say, the likeliest first. */
export function joinCandidates(raw: RawCatalog): Array<{ from: Side; to: Side }> {
  const sides = sidesOf(raw);
  const near = targetsNear(sides);
  const declared = new Set(raw.joins.flatMap(({ from }) => from));
  const pairs = sides
    .filter(({ column }) => !declared.has(column.id))
    .flatMap((from) =>
      near(from).flatMap((to) => {
        if (to.table === from.table || to.column.kind !== from.column.kind) return [];
        const share = likeness(from, to)?.share ?? 0;
        const known = from.values !== null && to.values !== null;
        if (share < leastScore || known || overlap(from, to, undefined).share === 0) return [];
        return [{ from, to, share }];
      }),
    );
  return pairs.toSorted((a, b) => b.share - a.share).map(({ from, to }) => ({ from, to }));
}

/** Whether these columns together name one row of their table, as far as keys and profiles say. */
export function isUniqueSide(raw: RawCatalog, columns: string[]): boolean {
  const first = raw.columns.find(({ id }) => id === columns[0]);
  const table = raw.tables.find(({ id }) => id === first?.table);
  if (!first || !table) return false;
  if (columns.length === 1) return isUnique(first, table);
  return [table.primaryKey, ...table.uniqueKeys].some(
    (key) => key.length > 0 && key.every((column) => columns.includes(column)),
  );
}

/** Unique columns a name may lead to: those called the same, and those of a table that the name has a word of. */
function targetsNear(sides: Side[]): (from: Side) => Side[] {
  const targets = sides.filter(({ unique }) => unique);
  const byName = Map.groupBy(targets, ({ words }) => words.join("_"));
  const naming = targets.filter((side) => identifies(side) || side.words.at(-1) === "name");
  const byTable = Map.groupBy(naming, ({ tableWords }) => singularOf(tableWords.at(-1) ?? ""));
  for (const [name, same] of byName) if (same.length > mostNamesakes) byName.delete(name);
  return ({ words }) => [
    ...new Set([
      ...(byName.get(words.join("_")) ?? []),
      ...words.flatMap((word) => byTable.get(singularOf(word)) ?? []),
    ]),
  ];
}

function uniqueness({ column, table }: Side): string {
  return `each ${column.name} names one row of ${table.name}`;
}

function kinds({ column }: Side): string {
  return column.kind === "integer" ? "both are whole numbers" : "both are texts";
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

/** By its name or as the primary key it tells the rows of its table apart. */
function identifies({ words, table, column }: Side): boolean {
  return /^(id|key|code|no|number|nr|num)$/.test(words.at(-1)!) || table.primaryKey[0] === column.id;
}

/** How much the names speak for a join, up to 0.92; null where they do not. */
function likeness(from: Side, to: Side): Ground | null {
  const name = from.words.join("_");
  const target = to.words.join("_");
  const table = to.tableWords.map(singularOf);
  const own = to.tableWords.at(-1)!;
  const isKey = identifies(to);
  const names = (share: number): Ground => ({
    share,
    because: `${from.column.name} is named after the ${to.column.name} of ${to.table.name}`,
  });
  // `customer_id` to `customers.id`, also behind a role: `billing_customer_id`.
  const joined = [...table, ...to.words];
  if (isKey && endsWith(from.words, joined)) return names(from.words.length === joined.length ? 0.92 : 0.88);
  if (isKey && endsWith(from.words, [singularOf(own), ...to.words])) return names(0.85);
  if (name === target && !common.has(name)) {
    const ownKey = to.words.some((word) => table.includes(singularOf(word)));
    const because = `both are called ${from.column.name}${ownKey ? `, after ${to.table.name}` : ""}`;
    return { share: ownKey ? 0.92 : isKey ? 0.86 : 0.72, because };
  }
  // `number_of_hosts` counts them.
  if (/^(number|num|no|count|total|amount)$/.test(from.words[0]!)) return null;
  // `orders.customer` to the key of `customers`, `city.state` to `state.state_name`.
  const lastWord = singularOf(from.words.at(-1)!);
  const naming = to.words.at(-1) === "name" || isKey;
  if (
    naming &&
    lastWord === singularOf(own) &&
    (isKey || to.words.length === 1 || endsWith(to.words, [own, "name"]))
  )
    return names(0.82);
  return naming && name === `${singularOf(own)}_name` && to.words.join("_") === "name" ? names(0.86) : null;
}

function endsWith(words: string[], tail: string[]): boolean {
  return (
    tail.length <= words.length &&
    tail.every((word, i) => singularOf(words[words.length - tail.length + i]!) === singularOf(word))
  );
}

function singularOf(word: string): string {
  if (!word.endsWith("s")) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(ss|us|is)$/.test(word) ? word : word.slice(0, -1);
}

/** The share of referring values that the referred side has: 1 where nothing is known, less where it speaks against. */
function overlap(from: Side, to: Side, probe: ProbedOverlap | undefined): Ground {
  if (probe?.repeats) return { share: 0, because: `${to.column.name} is not unique in ${to.table.name}` };
  if (from.values && to.values) {
    let shared = 0;
    for (const value of from.values) if (to.values.has(value)) shared++;
    return byShare(shared, from.values.size, "different values");
  }
  if (probe && probe.sampled >= leastSample) return byShare(probe.found, probe.sampled, "sampled values");
  const range = [from.column.min, from.column.max, to.column.min, to.column.max].map(Number);
  if (range.some((edge) => Number.isNaN(edge)))
    return { share: 0.95, because: "the values were not compared" };
  const [low, high, least, most] = range as [number, number, number, number];
  if (high < least || low > most) return { share: 0, because: "the values lie apart" };
  return low >= least && high <= most
    ? { share: 1, because: "all values lie within the other side's range" }
    : { share: 0.85, because: "some values lie outside the other side's range" };
}

function byShare(found: number, of: number, what: string): Ground {
  const share = of === 0 ? 1 : found / of;
  const count = (number: number) => number.toLocaleString("en");
  const because =
    of === 0 ? "there are no values to compare" : `${count(found)} of ${count(of)} ${what} are there`;
  return { share: share >= 0.9 ? 1 : share >= 0.5 ? 0.8 + 0.2 * share : 0, because };
}

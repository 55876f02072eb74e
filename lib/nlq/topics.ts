import type { Catalog, Metric } from "#lib/contracts/catalog.ts";
import { todayOf } from "./calendar-days.ts";
import type { Candidate, CandidateOf } from "./candidates.ts";
import { chunk } from "./chunks.ts";
import type { Filter } from "./compose.ts";
import { stem } from "./english/stem.ts";
import type { ConditionForm, Form, Mention } from "./form.ts";
import { parseForm } from "./form-parser.ts";
import { splitFullNames } from "./full-names.ts";
import type { Period } from "./period.ts";
import { type Schema, type SchemaTable, schemaOf } from "./schema.ts";
import { prepare, type Token, tokenise } from "./tokens.ts";

/** What a question speaks of, whether or not it can be said as one query. */
export interface Topics {
  metrics: Metric[];
  /** Stored values it names, each with its column. */
  filters: Filter[];
  /** Stored values it leaves out: `outside Germany`, `except`, `without`, `not in`. */
  excluded: Filter[];
  /** Conditions that are not said by stored values, in the question's words: bounds, texts, ranks, what is missing. */
  dropped: string[];
  /** Column ids it names. */
  columns: string[];
  /** Table ids it names. */
  tables: string[];
  period: Period | null;
  /** Content words that nothing in the catalog is called. */
  unread: string[];
}

/** A link this sure is what the words name, not what they happen to resemble. */
const named = 0.9;

/** Links a question's words to the catalog without making a query of them. */
export function topicsOf(question: string, catalog: Catalog): Topics {
  const schema = schemaOf(catalog);
  const text = prepare(question);
  const tokens = splitFullNames(tokenise(text), schema);
  const chunks = chunk(tokens, text, schema, { today: todayOf(catalog), fiscalStart: catalog.fiscalStart });
  const form = parseForm(chunks);
  const said = conditionsOf(form, tokens);
  const links = chunks.flatMap((piece): Mention[] =>
    piece.kind === "link"
      ? [{ words: piece.text, candidates: piece.candidates, start: piece.start, end: piece.end }]
      : [],
  );
  const all = <K extends Candidate["kind"]>(kind: K) =>
    links.flatMap((link) => {
      const found = best(link, kind);
      return found && found.score >= Math.max(named, (link.candidates[0]?.score ?? 0) - 0.01) ? [found] : [];
    });
  const tables = unique(all("table").map(({ table }) => table));
  // Nobody can be asked here whether a misspelt name is meant.
  const misspelt = links
    .filter(({ candidates }) => candidates[0]?.because.startsWith("as the nearest name"))
    .map(({ words }) => words);
  const losses = lossesOf(tokens, tables, schema);
  const metrics = unique([...all("metric").map(({ metric }) => metric), ...losses]);
  return {
    metrics,
    filters: said.filters,
    excluded: said.excluded,
    dropped: said.dropped,
    columns: unique(all("column").map(({ column }) => column.column.id)),
    tables: tables.map(({ table }) => table.id),
    period: form.period?.period ?? null,
    unread: [...form.unread, ...misspelt].filter(
      (word) =>
        !said.read.has(word.toLowerCase()) && !(losses.length > 0 && leaving.test(word.toLowerCase())),
    ),
  };
}

const leaving = /^(left|leav(e|es|ing)|quit(s|ting)?|cancel(s|l?ed|l?ing)?|churn(s|ed|ing)?|unsubscribed?)$/;
const lost = new Set(["churn", "attrition"].map(stem));

/**
 * `Why did customers leave?` speaks of churn, though no figure is called so. The reader takes no such words for the
 * metric: `customers who left` are a list. Of tables named beside it, each must be what the metric is kept of.
 */
function lossesOf(tokens: Token[], tables: SchemaTable[], schema: Schema): Metric[] {
  if (!tokens.some(({ lower }) => leaving.test(lower))) return [];
  return schema.metrics
    .filter(
      ({ metric, names, owner }) =>
        metric.unit === "ratio" &&
        names.some((name) => name.some((word) => lost.has(word))) &&
        tables.every((table) => table === owner || owner.edges.some(({ to }) => to === table)),
    )
    .map(({ metric }) => metric);
}

interface Said extends Pick<Topics, "filters" | "excluded" | "dropped"> {
  /** Words before a value that say it is left out. */
  read: Set<string>;
}

/** Sorts conditions into those that stored values say, those that leave values out, and the rest. */
function conditionsOf(form: Form, tokens: Token[]): Said {
  const said: Said = { filters: [], excluded: [], dropped: [], read: new Set() };
  let before: Filter | null = null;
  let outside: Mention | null = null;
  for (const condition of form.conditions) {
    if (condition.kind === "with") continue;
    const filter: Filter | null = condition.kind === "value" ? filterOf(condition.mention) : null;
    // `Germany or enterprise`: filters of two columns hold together, which is something else.
    const apart: boolean = condition.either && before !== null && before.column !== filter?.column;
    before = filter;
    if (condition.kind !== "value" || !filter || apart) {
      said.dropped.push(wordsOf(condition));
      continue;
    }
    const { mention } = condition;
    const word = outsideWord(mention, tokens);
    if (word) said.read.add(word);
    // `outside Germany and France`
    const isOutside: boolean = word !== null || (outside !== null && isJoined(outside, mention, tokens));
    outside = isOutside ? mention : null;
    (condition.negated || isOutside ? said.excluded : said.filters).push(filter);
  }
  if (form.rank && form.rank.count !== null) said.dropped.push(form.rank.words);
  if (form.period?.or) said.dropped.push(form.period.words);
  return said;
}

/** The stored value that the words name; null where they only resemble one. */
function filterOf(mention: Mention): Filter | null {
  const value = best(mention, "value");
  if (!value) return null;
  const words = mention.words.toLowerCase();
  const isExact = value.values.some((stored) => stored.toLowerCase() === words);
  if (value.score < named && !isExact) return null;
  return { column: value.column.column.id, values: value.values, label: value.values[0] ?? "" };
}

function wordsOf(condition: Exclude<ConditionForm, { kind: "with" }>): string {
  if (condition.kind === "flag") return condition.mention.words;
  if (condition.kind === "missing") return `without ${condition.words}`;
  const words = condition.kind === "value" ? condition.mention.words : condition.words;
  return "negated" in condition && condition.negated && !DENIES.test(words) ? `not ${words}` : words;
}

const DENIES = /^(not|never|no|without)\b/i;
const OUTSIDE = new Set(["outside", "beyond", "apart", "aside", "barring", "but"]);
const GLUE = new Set(["of", "the", "in", "from"]);
const JOINING = new Set(["and", "or", "nor", ",", "the", "in"]);

/** `outside of Germany`: the reader takes `outside` for a word that nothing is called. */
function outsideWord({ start }: Mention, tokens: Token[]): string | null {
  let at = start - 1;
  while (GLUE.has(tokens[at]?.lower ?? "")) at--;
  const word = tokens[at]?.lower ?? "";
  return OUTSIDE.has(word) ? word : null;
}

function isJoined(before: Mention, { start }: Mention, tokens: Token[]): boolean {
  return tokens.slice(before.end, start).every(({ lower }) => JOINING.has(lower));
}

function best<K extends Candidate["kind"]>(mention: Mention, kind: K): CandidateOf<K> | null {
  const found = mention.candidates.find((one): one is CandidateOf<K> => one.kind === kind);
  return found ?? null;
}

function unique<T>(values: T[]): T[] {
  return [...new Set(values)];
}

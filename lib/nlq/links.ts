import type { Column, Metric } from "#lib/contracts/catalog.ts";
import { functionWords, moneyNames, moneyWords, synonymsOf } from "./english/lexicon.ts";
import { stem } from "./english/stem.ts";
import { plainName, splitName } from "./names.ts";
import {
  isNumber,
  isTime,
  type LineAmount,
  phraseStems,
  type Schema,
  type SchemaColumn,
  type SchemaTable,
} from "./schema.ts";
import type { Token } from "./tokens.ts";

/** One thing in the catalog that words may mean, and how well they fit it. */
export type Candidate = { score: number; because: string } & (
  | { kind: "table"; table: SchemaTable }
  | { kind: "column"; column: SchemaColumn }
  | { kind: "metric"; metric: Metric; owner: SchemaTable }
  | { kind: "line-amount"; amount: LineAmount; owner: SchemaTable }
  | { kind: "value"; column: SchemaColumn; values: string[] }
);

/** A candidate of one kind. */
export type CandidateOf<K extends Candidate["kind"]> = Extract<Candidate, { kind: K }>;

const mostCandidates = 40;
/** Candidates this far behind the best are noise. */
const spread = 0.4;

/**
 * What a span of the question may mean, best first. Scores: 1 for a name word by word, a little less for a declared
 * synonym, 0.6 to 0.8 for part of a name or a general synonym, about 0.5 for words of a comment.
 */
export function linkSpan(tokens: Token[], schema: Schema, text: string): Candidate[] {
  const stems = tokens.filter((token) => token.kind === "word" && !isGlue(token)).map((token) => token.stem);
  const found: Candidate[] = [...valueCandidates(tokens, schema, text)];
  if (tokens.length === 1) found.push(...sexCandidates(tokens[0]!.lower, schema));
  if (stems.length > 0 && tokens.every((token) => token.kind === "word")) {
    const within = tokens.map(({ lower }) => lower).filter((word) => joining.has(word));
    const named = nameCandidates(stems, schema, !/s$/.test(tokens[0]!.lower));
    found.push(
      ...(within.length === 0
        ? named
        : named.filter((one) => one.kind === "column" && hasWords(one.column, within))),
      ...metricCandidates(stems, schema),
      ...glossaryCandidates(stems, schema),
    );
    if (stems.length === 1 && moneyWords.has(stems[0]!)) found.push(...moneyCandidates(schema));
  }
  return ranked(found);
}

function ranked(found: Candidate[]): Candidate[] {
  const order = ["metric", "table", "value", "column", "line-amount"];
  found.sort(
    (a, b) =>
      b.score - a.score || order.indexOf(a.kind) - order.indexOf(b.kind) || (idOf(a) < idOf(b) ? -1 : 1),
  );
  const best = found[0]?.score ?? 0;
  // What people defined by this very name is meant, whatever columns are called.
  if (best > 1.05) return found.filter((one) => one.score > 1.05 || one.kind === "value");
  const seen = new Set<string>();
  return found
    .filter((one) => {
      const key = `${one.kind}:${idOf(one)}`;
      if (one.score < best - spread || seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, mostCandidates);
}

export function idOf(candidate: Candidate): string {
  switch (candidate.kind) {
    case "table":
      return candidate.table.table.id;
    case "column":
    case "value":
      return candidate.column.column.id;
    case "metric":
      return candidate.metric.id;
    case "line-amount":
      return candidate.amount.price.id;
  }
}

function isGlue(token: Token): boolean {
  return ["of", "the", "a", "an"].includes(token.lower) || joining.has(token.lower);
}

/** Words that are part of a name only where the name itself has them: `rank_in_round`, `weeks_on_top`. */
const joining = new Set(["in", "and"]);

function hasWords({ column }: SchemaColumn, words: string[]): boolean {
  const own = splitName(column.name);
  return words.every((word) => own.includes(word));
}

function nameCandidates(stems: string[], schema: Schema, isVerb: boolean): Candidate[] {
  const found: Candidate[] = [];
  const consider = (asked: string[], factor: number, because: string, isVerb = false) => {
    const targets = new Set(
      asked.flatMap((word) => [
        ...(schema.byStem.get(word) ?? []),
        ...(schema.short.get(word.slice(0, 4)) ?? []),
      ]),
    );
    for (const target of targets) {
      const fit = "owner" in target ? columnFit(asked, target, isVerb) : tableFit(asked, target);
      if (fit === 0) continue;
      const score = fit * factor;
      if ("owner" in target) found.push({ kind: "column", column: target, score, because });
      else found.push({ kind: "table", table: target, score, because });
    }
  };
  consider(stems, 1, "by name", isVerb);
  const tables = new Map(
    found.flatMap((one) => (one.kind === "table" ? [[one.table, one.score] as const] : [])),
  );
  for (const one of found) {
    // `patients`: the table, before the keys of other tables that are called after it.
    if (one.kind !== "column" || !one.column.key) continue;
    const { column, owner } = one.column;
    const leads = owner.edges.find(
      ({ fromColumns, fansOut }) => !fansOut && fromColumns[0] === column.id,
    )?.to;
    const target =
      leads &&
      owner.edges.find(({ to, fromColumns }) => to === leads && fromColumns[0] === column.id)?.toColumns[0];
    const own = found.find((other) => other.kind === "column" && other.column.column.id === target);
    if (own && own.score >= one.score - 0.05) one.score *= 0.95;
    if (leads && leads !== owner && (tables.get(leads) ?? 0) >= one.score - 0.05) one.score *= 0.82;
  }
  for (const other of synonymsOf(stems)) consider(other, 0.8, "by a general synonym");
  // `customer gender`: the last word by synonym, the rest as it stands.
  const last = stems.at(-1)!;
  if (stems.length > 1) {
    for (const other of synonymsOf([last]))
      consider([...stems.slice(0, -1), ...other], 0.75, "by a general synonym");
  }
  return found;
}

/** Letters by which data people code the sexes. */
const sexes: Record<string, string[]> = Object.assign(Object.create(null), {
  male: ["M", "male"],
  males: ["M", "male"],
  men: ["M", "male"],
  female: ["F", "female"],
  females: ["F", "female"],
  women: ["F", "female"],
});

/** `female students`, where the sex is stored as a letter. */
function sexCandidates(word: string, schema: Schema): Candidate[] {
  return (sexes[word] ?? []).flatMap((code) =>
    schema.catalog.values.lookup(code, true).flatMap(({ column: id, value }): Candidate[] => {
      const column = schema.columnById.get(id);
      const named = column?.names.some((name) => name.includes("sex") || name.includes("gender"));
      return column && named
        ? [
            {
              kind: "value",
              column,
              values: [value],
              score: 1,
              because: `how ${plainName(column.column.name)} is coded`,
            },
          ]
        : [];
    }),
  );
}

/** How well a phrase names a table: whole 1, its last word 0.72, its first word 0.5. */
function tableFit(stems: string[], { names, table, bridge }: SchemaTable): number {
  const view = table.kind === "view" ? 0.93 : 1;
  const fit = Math.max(...names.map((name, i) => (i === 0 ? 1 : 0.98) * phraseFit(stems, name)));
  // `institution` for a table called `inst`.
  const [only] = names[0]!;
  const [word] = stems;
  const short =
    names[0]!.length === 1 && stems.length === 1 && only!.length >= 4 && word!.length >= only!.length + 3;
  if (fit === 0 && short && word!.startsWith(only!)) return 0.8 * view;
  return fit * view * (bridge ? 0.8 : 1);
}

function columnFit(
  stems: string[],
  { column, names, comment, owner, key, happening }: SchemaColumn,
  isVerb: boolean,
): number {
  const view = owner.table.kind === "view" ? 0.93 : 1;
  let best = 0;
  for (const [i, name] of names.entries())
    best = Math.max(best, phraseFit(stems, name) * (i === 0 ? 1 : 0.99));
  // `customer name`, `invoice total`: the table's words before the column's.
  for (const table of owner.names) {
    if (stems.length <= table.length) continue;
    const rest = stems.slice(table.length);
    if (table.every((word, i) => stems[i] === word)) {
      best = Math.max(best, ...names.map((name) => phraseFit(rest, name) * 1.02));
    }
    const tail = table.at(-1)!;
    if (table.length > 1 && stems[0] === tail) {
      best = Math.max(best, ...names.map((name) => phraseFit(stems.slice(1), name) * 0.9));
    }
  }
  if (isVerb && stems.length === 1 && stems[0] === happening) best = Math.max(best, 0.9);
  if (best === 0 && stems.length > 0 && stems.every((word) => comment.has(word)))
    best = 0.45 + 0.1 * Math.min(3, stems.length);
  // A foreign key is rarely what words mean, unless they say its whole name; its own key may go by a short form.
  const [only, ...more] = owner.table.primaryKey;
  const own = only === column.id && more.length === 0 && best > 0.95;
  return best * view * (key && best < 1 && !own ? 0.75 : 1);
}

function phraseFit(stems: string[], name: string[]): number {
  if (stems.length > name.length) return 0;
  if (stems.length === name.length) {
    return stems.every((word, i) => name[i] === word)
      ? 1
      : stems.every((word) => name.includes(word))
        ? 0.92
        : 0;
  }
  if (!stems.every((word) => name.includes(word))) return 0;
  const covered = stems.length / name.length;
  const tail = stems.every((word, i) => name[name.length - stems.length + i] === word);
  if (tail) return 0.6 + 0.25 * covered;
  const head = stems.every((word, i) => name[i] === word);
  return (head ? 0.45 : 0.4) + 0.25 * covered;
}

function metricCandidates(stems: string[], schema: Schema): Candidate[] {
  return schema.metrics.flatMap(({ metric, names, owner }): Candidate[] => {
    const fit = Math.max(...names.map((name) => phraseFit(stems, name)));
    // A metric was defined by people who know: it goes before a column of the same name.
    return fit >= 0.6
      ? [
          {
            kind: "metric",
            metric,
            owner,
            score: fit === 1 ? 1.1 : fit * 0.8,
            because: "defined as a metric",
          },
        ]
      : [];
  });
}

function glossaryCandidates(stems: string[], schema: Schema): Candidate[] {
  return schema.catalog.glossary.flatMap(({ term, synonyms, binding }): Candidate[] => {
    const named = [term, ...synonyms].some((name) => phraseFit(stems, phraseStems(name)) === 1);
    if (!named) return [];
    const base = { score: 1.08, because: "by the glossary" };
    if (binding.kind === "table") {
      const table = schema.tableById.get(binding.table);
      return table ? [{ ...base, kind: "table", table }] : [];
    }
    if (binding.kind === "metric") {
      const known = schema.metrics.find(({ metric }) => metric.id === binding.metric);
      return known ? [{ ...base, kind: "metric", metric: known.metric, owner: known.owner }] : [];
    }
    const column = schema.columnById.get(binding.column);
    if (!column) return [];
    return binding.kind === "column"
      ? [{ ...base, kind: "column", column }]
      : [{ ...base, kind: "value", column, values: [binding.value] }];
  });
}

function valueCandidates(tokens: Token[], schema: Schema, text: string): Candidate[] {
  const first = tokens[0]!;
  const last = tokens.at(-1)!;
  const quoted = tokens.length === 1 && first.kind === "quoted";
  if (!quoted) {
    if (tokens.every((token) => token.kind === "number")) return [];
    if (functionWords.has(first.lower) && !(first.capital && tokens.length > 1 && first.start > 0)) return [];
    if (functionWords.has(last.lower) && tokens.length > 1) return [];
    if (last.kind === "mark" || first.kind === "mark") return [];
    if (tokens.length === 1 && first.text.length < 2 && !(first.capital && first.start > 0)) return [];
  }
  const named = quoted || (first.capital && (first.start > 0 || tokens.length > 1));
  // A bare number in quotes is stored in many columns, and proves none of them.
  const score = quoted && /^[\d.,]+$/.test(first.text) ? 0.6 : named ? 1.02 : tokens.length > 1 ? 0.97 : 0.86;
  return storedValues(text, schema, score, true);
}

/** Columns that store a text, one candidate a column; without `exactOnly` near spellings too, at a lower score. */
export function storedValues(
  text: string,
  schema: Schema,
  score: number,
  exactOnly: boolean,
): CandidateOf<"value">[] {
  const byColumn = new Map<string, CandidateOf<"value">>();
  for (const hit of schema.catalog.values.lookup(text, exactOnly)) {
    const column = schema.columnById.get(hit.column);
    if (!column) continue;
    const known = byColumn.get(hit.column);
    if (known) {
      // Of near values only the nearest counts; equal ones that differ by letter case are all meant.
      if (hit.similarity === 1) known.values.push(hit.value);
      continue;
    }
    const view = column.owner.table.kind === "view" ? 0.93 : 1;
    // Where it is the name of a row, the row is meant rather than one that mentions it.
    const named = column.owner.label.includes(column.column) ? 0.05 : 0;
    const prose = (column.column.distinct ?? 0) > 2_000 ? 0.97 : 1;
    byColumn.set(hit.column, {
      kind: "value",
      column,
      values: [hit.value],
      score: (score + named) * view * prose * (hit.similarity === 1 ? 1 : hit.similarity * 0.9),
      because:
        hit.similarity === 1
          ? `stored in ${plainName(column.owner.table.name)}`
          : `nearest stored value to “${text}”`,
    });
  }
  return [...byColumn.values()];
}

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
  for (const column of schema.columnById.values()) {
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
          score: (0.92 - 0.03 * rank) * (0.8 + 0.2 * fit),
          because: `what “${phrase}” measures`,
        });
      }
    }
  });
  // `newest`: whatever date it has, called by no name for one.
  if (found.length === 0 && about[0] === "date") {
    for (const column of owner.columns) {
      if (isTime(column.column))
        found.push({ kind: "column", column, score: 0.82, because: "its only kind of date" });
    }
  }
  return ranked(found) as CandidateOf<"column">[];
}

function isDateLike(column: Column): boolean {
  return (
    column.kind === "date" ||
    column.kind === "timestamp" ||
    column.kind === "interval" ||
    column.kind === "time"
  );
}

import type { Candidate } from "./candidates.ts";
import { synonymsOf } from "./english/lexicon.ts";
import { stem } from "./english/stem.ts";
import { splitName } from "./names.ts";
import type { Schema, SchemaColumn, SchemaTable } from "./schema.ts";
import type { Token } from "./tokens.ts";

/** Words that only glue the parts of a name. */
export function isGlue(token: Token): boolean {
  return ["of", "the", "a", "an"].includes(token.lower) || joining.has(token.lower);
}

/** Words that are part of a name only where the name itself has them: `rank_in_round`, `weeks_on_top`. */
export const joining = new Set(["in", "and"]);

/** Whether a column is called with these words, glue and all. */
export function hasWords({ column }: SchemaColumn, words: string[]): boolean {
  const own = splitName(column.name);
  return words.every((word) => own.includes(word));
}

/** Tables and columns that a phrase may name, by their own names and by general synonyms. */
export function nameCandidates(stems: string[], schema: Schema, isVerb: boolean): Candidate[] {
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

/** Words that add nothing to what stands before them. */
const vague = new Set(
  [
    "number",
    "name",
    "value",
    "amount",
    "code",
    "type",
    "level",
    "size",
    "date",
    "score",
    "detail",
    "field",
  ].map(stem),
);

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
  // `phone number`, where the column is called `phone`.
  if (best < 0.9 && stems.length > 1 && vague.has(stems.at(-1)!)) {
    const bare = Math.max(...names.map((name) => phraseFit(stems.slice(0, -1), name)));
    if (bare === 1) best = 0.93;
  }
  if (isVerb && stems.length === 1 && stems[0] === happening) best = Math.max(best, 0.9);
  if (best === 0 && stems.length > 0 && stems.every((word) => comment.has(word)))
    best = 0.45 + 0.1 * Math.min(3, stems.length);
  // A foreign key is rarely what words mean, unless they say its whole name; its own key may go by a short form.
  const [only, ...more] = owner.table.primaryKey;
  const own = only === column.id && more.length === 0 && best > 0.95;
  return best * view * (key && best < 1 && !own ? 0.75 : 1);
}

/** How well a phrase fits a name: whole 1, in another order 0.92, its last words from 0.6, others less. */
export function phraseFit(stems: string[], name: string[]): number {
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

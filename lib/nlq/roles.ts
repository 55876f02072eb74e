import { synonymsOf } from "./english/lexicon.ts";
import { stem } from "./english/stem.ts";
import type { Mention } from "./form.ts";
import { roleWords } from "./joins.ts";
import { plainName } from "./names.ts";
import type { Edge, Schema, SchemaColumn, SchemaTable } from "./schema.ts";

/** What a key to a table makes of its rows: the directors of projects, the managers of employees. */
export interface Role {
  /** `director`, as the key's name says it. */
  noun: string;
  /** The table whose rows it is, under its own name. */
  base: SchemaTable;
  /** From the table that has the key to the rows in that role. */
  edge: Edge;
}

/** Nouns for people and things that do something. */
const agent = /(er|or|ee|head|lead|boss|chief|parent)$/;

/**
 * Tables once more, one for each key whose name says what the rows referred to are. It is the same table under another
 * alias, so that a manager can stand beside the employee. They are found by the role's noun only, never on a way
 * between two other tables.
 */
export function roleTables(tables: SchemaTable[]): SchemaTable[] {
  return tables.flatMap((owner) =>
    owner.edges.flatMap((edge): SchemaTable[] => {
      if (edge.fansOut || edge.fromColumns.length > 1 || edge.from !== owner) return [];
      const [word, ...more] = roleWords(edge);
      if (!word || more.length > 0 || !agent.test(word)) return [];
      return [roleTable(word, edge)];
    }),
  );
}

function roleTable(noun: string, edge: Edge): SchemaTable {
  const base = edge.to;
  const own = (id: string) => `${id}#${noun}`;
  const made: SchemaTable = {
    ...base,
    table: {
      ...base.table,
      id: `${base.table.id}#${noun}@${edge.fromColumns[0]}`,
      primaryKey: base.table.primaryKey.map(own),
    },
    names: [[stem(noun)]],
    columns: [],
    label: [],
    edges: [],
    bridge: false,
    role: { noun, base, edge },
  };
  made.columns = base.columns.map(
    (column): SchemaColumn => ({
      ...column,
      owner: made,
      column: { ...column.column, id: own(column.column.id), table: made.table.id },
    }),
  );
  const copy = (id: string) => made.columns.find(({ column }) => column.id === own(id))!.column;
  made.label = base.label.map(({ id }) => copy(id));
  made.role = { noun, base, edge: { ...edge, to: made, toColumns: edge.toColumns.map(own) } };
  const back: Edge = {
    ...edge,
    from: made,
    to: edge.from,
    fromColumns: edge.toColumns.map(own),
    toColumns: edge.fromColumns,
    fansOut: edge.join.cardinality === "many_to_one",
    optional: true,
  };
  const others = base.edges.filter((one) => one.join !== edge.join && !one.fansOut);
  made.edges = [
    back,
    ...others.map((one) => ({ ...one, from: made, fromColumns: one.fromColumns.map(own) })),
  ];
  return made;
}

/** Roles that a phrase names, by the key's own word or a general synonym of it. */
export function rolesNamed(stems: string[], schema: Schema): Array<{ table: SchemaTable; own: boolean }> {
  if (stems.length !== 1) return [];
  const synonyms = synonymsOf(stems).flatMap((other) => (other.length === 1 ? other : []));
  return schema.roles
    .map((table) => ({ table, word: table.names[0]![0]! }))
    .filter(({ word }) => word === stems[0] || synonyms.includes(word))
    .map(({ table, word }) => ({ table, own: word === stems[0] }));
}

/** `manager Ada Lovelace`: the name is of the one in that role. Null where the mention beside it names no role. */
export function inRole(value: Mention, near: Mention): Mention | null {
  const roles = near.candidates.flatMap((one) => (one.kind === "table" && one.table.role ? [one.table] : []));
  const candidates = value.candidates.flatMap((one) => {
    if (one.kind !== "value") return [];
    return roles
      .filter(({ role }) => role?.base === one.column.owner)
      .map((table) => ({
        ...one,
        column: table.columns[one.column.owner.columns.indexOf(one.column)]!,
      }));
  });
  return candidates.length > 0 ? { ...value, candidates } : null;
}

/** Verbs beside the one that a noun is made of. */
const verbsOf: Record<string, string[]> = Object.assign(Object.create(null), {
  manager: ["supervise"],
  director: ["lead", "head"],
});

/**
 * Verbs as the nouns that the keys are called by: `who directs X` is the director of X, `managed by Y` has the manager
 * Y, and so does who `reports to Y`.
 */
export function rolesAsNouns(text: string, schema: Schema): string {
  let written = text;
  for (const { names, role } of schema.roles) {
    const noun = role!.noun;
    if (names.length === 0) continue;
    const owner = plainName(role!.edge.from.table.name);
    const verbs = [noun.replace(/(er|or)$/, ""), ...(verbsOf[noun] ?? [])].filter((verb) => verb !== noun);
    const stems = verbs.map((verb) => verb.replace(/e$/, "")).join("|");
    const led = verbs.includes("lead") ? "|led" : "";
    const self = role!.edge.from === role!.base;
    const people = "(?:who|people who|people|persons who|staff who|everyone who|everybody who)";
    if (noun === "manager" && self)
      written = written.replace(
        new RegExp(`\\b${people} (?:directly )?reports? (?:directly )?to\\b`, "i"),
        `${owner} with ${noun}`,
      );
    if (noun === "manager")
      written = written.replace(/\b(?:who |that )?report(?:s|ed|ing)? to\b/i, `with ${noun}`);
    if (stems === "") continue;
    const done = `(?:is |are |was |were )?(?:(?:${stems})(?:ed|d)?${led}) by`;
    if (self) written = written.replace(new RegExp(`\\bwho ${done}\\b`, "i"), `${owner} with ${noun}`);
    written = written
      .replace(new RegExp(`\\b(?:that |which |who )?${done}\\b`, "i"), `with ${noun}`)
      .replace(new RegExp(`\\bwho (?:(?:${stems})(?:s|es|ed)${led})\\b`, "i"), `who is the ${noun} of`)
      .replace(new RegExp(`\\bwho (?:is|was) (?:${stems})ing\\b`, "i"), `who is the ${noun} of`);
  }
  return written;
}

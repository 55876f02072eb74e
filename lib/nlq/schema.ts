import type { Catalog, Column, Join, Metric, Table } from "#lib/contracts/catalog.ts";
import { columnNames, sharedPrefix } from "./column-names.ts";
import { rootOf, stem } from "./english/stem.ts";
import { nameStems, plainName, singular, splitName } from "./names.ts";
import { type Role, roleTables } from "./roles.ts";

export interface SchemaTable {
  table: Table;
  /** Stems of the name and of every other name. */
  names: string[][];
  columns: SchemaColumn[];
  /** Stems of its comment. */
  comment: Set<string>;
  /** What a person calls a row by: `first_name, last_name`, `title`; the key where nothing better is there. */
  label: Column[];
  edges: Edge[];
  /** Only joins other tables: nothing of its own but keys. */
  bridge: boolean;
  /** Set where it is a table once more, in the role that a key gives its rows. */
  role?: Role;
}

export interface SchemaColumn {
  column: Column;
  owner: SchemaTable;
  /** Stems of the name, of the name without the table's words, and of synonyms. */
  names: string[][];
  comment: Set<string>;
  /** The verb in the name of a date: `return` in `return_date`, `ship` in `shipped_at`. */
  happening: string | null;
  /** Part of a primary or foreign key: it identifies, it does not measure. */
  key: boolean;
}

/** A join walked in one direction. */
export interface Edge {
  join: Join;
  from: SchemaTable;
  to: SchemaTable;
  /** Column ids on either side, in the same order. */
  fromColumns: string[];
  toColumns: string[];
  /** One row of `from` may meet several of `to`. */
  fansOut: boolean;
  /** A row of `from` may meet none. */
  optional: boolean;
}

/** Price times quantity of one table, where nothing better says what a sale came to. */
export interface LineAmount {
  owner: SchemaTable;
  price: Column;
  quantity: Column;
  /** A share between 0 and 1 that is taken off. */
  discount?: Column;
}

/** A catalog with its names cut into stems and its joins made walkable. */
export interface Schema {
  catalog: Catalog;
  tables: SchemaTable[];
  /** Tables once more, as what keys make of their rows: directors, managers. */
  roles: SchemaTable[];
  tableById: Map<string, SchemaTable>;
  columnById: Map<string, SchemaColumn>;
  metrics: Array<{ metric: Metric; names: string[][]; owner: SchemaTable }>;
  lineAmounts: LineAmount[];
  /** What carries a stem in one of its names or its comment. */
  byStem: Map<string, Set<SchemaTable | SchemaColumn>>;
  /** The stems of names by what they come from. */
  byRoot: Map<string, Set<string>>;
  /** Tables with a name of one word, by its first four letters: it may be short for what a question says. */
  short: Map<string, SchemaTable[]>;
}

function happeningOf(column: Column, stems: string[]): string | null {
  const [first, last] = stems;
  if (stems.length !== 2 || !first || !last) return null;
  const tells = isTime(column) ? timeTails.has(last) : isNumber(column) && last === stem("year");
  return tells ? first : null;
}

const timeTails = new Set(["date", "at", "on", "time", "day", "timestamp"].map(stem));

const compiled = new WeakMap<Column[], Schema>();

/** Compiles a catalog once; the same columns (and so the same structure) give the same schema. */
export function schemaOf(catalog: Catalog): Schema {
  const known = compiled.get(catalog.columns);
  if (known && known.catalog.metrics === catalog.metrics) return { ...known, catalog };
  const schema = compile(catalog);
  compiled.set(catalog.columns, schema);
  return schema;
}

function compile(catalog: Catalog): Schema {
  const tableById = new Map<string, SchemaTable>();
  for (const table of catalog.tables) {
    const names = [nameStems(splitName(table.name)), ...(table.synonyms ?? []).map(phraseStems)];
    const comment = new Set(phraseStems(table.comment ?? ""));
    tableById.set(table.id, { table, names, comment, columns: [], label: [], edges: [], bridge: false });
  }
  const keys = new Set(catalog.joins.filter(isFirm).flatMap((join) => [...join.from, ...join.to]));
  for (const table of catalog.tables) for (const id of table.primaryKey) keys.add(id);

  const columnById = new Map<string, SchemaColumn>();
  const tableWords = [
    ...new Set([...tableById.values()].flatMap(({ table }) => splitName(table.name))),
  ].filter((word) => word.length > 3 && /^\p{L}+$/u.test(word));
  const prefixes = new Map(
    [...Map.groupBy(catalog.columns, (column) => column.table)].map(([id, columns]) => [
      id,
      sharedPrefix(columns.map(({ name }) => name)),
    ]),
  );
  for (const column of catalog.columns) {
    const owner = tableById.get(column.table);
    if (!owner) continue;
    const names = columnNames(column.name, owner.table.name, tableWords, prefixes.get(column.table) ?? null);
    const stems = names[0]!;
    const schemaColumn: SchemaColumn = {
      column,
      owner,
      names: [...names, ...(column.synonyms ?? []).map(phraseStems)],
      happening: happeningOf(column, stems),
      comment: new Set(phraseStems(column.comment ?? "")),
      // An identifier is one whether or not anybody declared it.
      key: keys.has(column.id) || stems.at(-1) === "id",
    };
    owner.columns.push(schemaColumn);
    columnById.set(column.id, schemaColumn);
  }
  for (const join of catalog.joins) addEdges(join, tableById, columnById);
  const tables = [...tableById.values()];
  for (const table of tables) {
    table.label = labelOf(table);
    const own = table.columns.filter(({ key }) => !key);
    const outgoing = table.edges.filter((edge) => !edge.fansOut);
    table.bridge = outgoing.length >= 2 && own.every(isBookkeeping);
  }
  const roles = roleTables(tables);
  const byId = new Map(columnById);
  for (const table of roles) for (const column of table.columns) byId.set(column.column.id, column);
  const schema: Schema = {
    catalog,
    tables,
    roles,
    tableById,
    columnById: byId,
    metrics: catalog.metrics.flatMap((metric) => {
      const owner = tableById.get(columnById.get(metric.columns[0] ?? "")?.column.table ?? "");
      return owner ? [{ metric, owner, names: [metric.name, ...metric.synonyms].map(phraseStems) }] : [];
    }),
    lineAmounts: tables.flatMap(lineAmountOf),
    byStem: new Map(),
    byRoot: new Map(),
    short: Map.groupBy(
      tables.filter(
        ({ names }) => names[0]!.length === 1 && names[0]![0]!.length >= 4 && names[0]![0]!.length <= 5,
      ),
      ({ names }) => names[0]![0]!.slice(0, 4),
    ),
  };
  index(schema);
  return schema;
}

function index(schema: Schema): void {
  const root = (word: string) => {
    const of = rootOf(word);
    const known = schema.byRoot.get(of);
    if (known) known.add(word);
    else schema.byRoot.set(of, new Set([word]));
  };
  const add = (word: string, target: SchemaTable | SchemaColumn) => {
    const known = schema.byStem.get(word);
    if (known) known.add(target);
    else schema.byStem.set(word, new Set([target]));
  };
  for (const table of schema.tables) {
    for (const word of table.names.flat()) {
      add(word, table);
      root(word);
    }
    for (const column of table.columns) {
      for (const word of column.names.flat()) {
        add(word, column);
        root(word);
      }
      for (const word of column.comment) add(word, column);
    }
  }
}

const bookkeeping = new Set(
  ["update", "updated", "modified", "create", "created", "insert", "load"].map(stem),
);

/** When a row was written says nothing about the business. */
function isBookkeeping({ column, names }: SchemaColumn): boolean {
  return isTime(column) && names[0]!.some((word) => bookkeeping.has(word));
}

export function phraseStems(phrase: string): string[] {
  return nameStems(splitName(phrase));
}

/** A join that people or the database vouch for: its columns identify rows. Text guessed to join stays text. */
function isFirm(join: Join): boolean {
  return join.origin !== "inferred" || /(id|key|no|num|nr)$/i.test(join.from[0]!);
}

function addEdges(join: Join, tables: Map<string, SchemaTable>, columns: Map<string, SchemaColumn>): void {
  const first = columns.get(join.from[0]!);
  const second = columns.get(join.to[0]!);
  if (!first || !second) return;
  const from = tables.get(first.column.table)!;
  const to = tables.get(second.column.table)!;
  const nullable = join.from.some((id) => {
    const column = columns.get(id)?.column;
    return column?.nullable && column.nullShare !== 0;
  });
  from.edges.push({
    join,
    from,
    to,
    fromColumns: join.from,
    toColumns: join.to,
    fansOut: false,
    optional: nullable || join.origin !== "declared",
  });
  to.edges.push({
    join,
    from: to,
    to: from,
    fromColumns: join.to,
    toColumns: join.from,
    fansOut: join.cardinality === "many_to_one",
    optional: true,
  });
}

const descriptions = new Set(["detail", "description", "content", "label"].map(stem));
const nameWords = ["name", "title"].map(stem);

function labelOf({ table, columns, names }: SchemaTable): Column[] {
  const texts = columns.filter(
    ({ column, key }) => column.kind === "text" && !(key && column.name.endsWith("id")),
  );
  const exact = (...wanted: string[]) =>
    texts.find(({ names: own }) => own.some((stems) => stems.join(" ") === wanted.map(stem).join(" ")))
      ?.column;
  const first = exact("first", "name");
  const last = exact("last", "name");
  if (first && last) return [first, last];
  const whole = exact("name") ?? exact("full", "name") ?? exact("title");
  if (whole) return [whole];
  const named = texts.find(({ names: own }) => nameWords.includes(own[0]!.at(-1)!));
  if (named) return [named.column];
  // A table `country` with a column `country`.
  const same = texts.find(({ names: own }) => own[0]!.join(" ") === names[0]!.join(" "));
  if (same) return [same.column];
  const described = texts.find(
    ({ names: own }) => descriptions.has(own[0]!.at(-1)!) && !own[0]!.includes(stem("other")),
  );
  const key = table.primaryKey.flatMap((id) => columns.filter(({ column }) => column.id === id));
  const unique = texts.find(({ column }) =>
    table.uniqueKeys.some((ids) => ids.length === 1 && ids[0] === column.id),
  );
  if (unique) return [unique.column];
  if (described) return [described.column];
  return key.map(({ column }) => column);
}

function lineAmountOf(owner: SchemaTable): LineAmount[] {
  const numbers = owner.columns.filter(({ column, key }) => !key && isNumber(column));
  const find = (...words: string[]) =>
    numbers.find(
      ({ names }) => words.map(stem).includes(names[0]!.at(-1)!) || words.map(stem).includes(names[0]![0]!),
    );
  const price = find("price");
  const quantity = numbers.find(({ names }) =>
    ["quantity", "unit", "piece"].map(stem).includes(names[0]!.at(-1)!),
  );
  // A line points at what was sold and on what document; a product with a price and a stock does not.
  if (!price || !quantity || owner.edges.filter((edge) => !edge.fansOut).length === 0) return [];
  const discount = find("discount");
  const isShare = discount?.column.max !== undefined && Number(discount.column.max) <= 1;
  if (discount && !isShare) return [];
  return [
    {
      owner,
      price: price.column,
      quantity: quantity.column,
      ...(discount ? { discount: discount.column } : {}),
    },
  ];
}

export function isNumber(column: Column): boolean {
  return column.kind === "integer" || column.kind === "decimal" || column.numeric === true;
}

export function isTime(column: Column): boolean {
  return column.kind === "date" || column.kind === "timestamp";
}

/** A column for people: the table's words are kept out unless the name would say nothing. */
export function columnLabel({ column, owner }: SchemaColumn): string {
  const plain = plainName(column.name);
  // `shipped on` stands before a date, not for one.
  const deed = isTime(column) ? /^(.+) (on|at)$/.exec(plain) : null;
  if (deed) return `${column.kind === "date" ? "date" : "time"} ${deed[1]}`;
  return /^(name|title|id|description|code|type|status)$/.test(plain)
    ? `${singular(tableLabel(owner))} ${plain}`
    : plain;
}

/** A table for people, by its role where it stands in one. */
export function tableLabel({ table, role }: SchemaTable): string {
  return role ? role.noun : plainName(table.name);
}

/** The id by which everybody else knows a column, whatever role its table stands in. */
export function publicId({ column }: SchemaColumn): string {
  return column.id.replace(/#.*$/, "");
}

const yes = new Set(["yes", "y", "true", "t", "1"]);
const no = new Set(["no", "n", "false", "f", "0"]);

/** How a column says yes and no, be it a boolean or a text of two values; null where it says something else. */
export function flagOf({ column }: SchemaColumn): { yes: string | boolean; no: string | boolean } | null {
  if (column.kind === "boolean") return { yes: true, no: false };
  if (column.kind !== "text" || column.top.length === 0 || column.top.length > 3) return null;
  const find = (words: Set<string>) => column.top.find((value) => words.has(value.trim().toLowerCase()));
  const [first, second] = [find(yes), find(no)];
  // Only one of the two may be stored; a lone letter or digit proves nothing.
  if (first !== undefined && second !== undefined && column.top.length === 2)
    return { yes: first, no: second };
  return null;
}

/** Whether a plain number is a year, by what its column is called. */
export function holdsYears({ column, happening }: SchemaColumn): boolean {
  return (
    isNumber(column) && (happening !== null || /year|founded|built|since|opened|season/i.test(column.name))
  );
}

import { randomUUID } from "node:crypto";
import { type RowsCollection, rolesOf } from "#lib/config/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Parameter } from "#lib/contracts/reading.ts";
import type { Cell } from "#lib/contracts/statement.ts";
import { failure } from "#lib/warehouse/guard/judge.ts";
import type { Source } from "#lib/warehouse/sources.ts";
import { normalise } from "../parse/blocks.ts";
import { paragraphs, versionOf } from "../parse/parse-file.ts";
import type { CollectionReader, Reading } from "./reading.ts";
import type { IncomingDocument } from "./write.ts";

const PAGE_ROWS = 1_000;
const PAGE_SECONDS = 60;
const PAGE_BYTES = 32 * 1024 * 1024;

interface Row {
  key: string | number;
  title: string;
  text: string;
  published: string | null;
  links: Record<string, string | number>;
}

/**
 * Makes a document of each row of a table, such as a support ticket. Each role reads the table with its own login, so a row's readers are
 * exactly those whose login the database shows it to; where two roles are shown different words, each gets its own.
 */
export function rowsReader(collection: RowsCollection, source: Source, now: () => string): CollectionReader {
  return {
    id: collection.id,
    name: collection.name,
    async *read(known, signal): AsyncGenerator<Reading> {
      const documents = new Map<string, { row: Row; roles: string[] }>();
      try {
        for (const role of rolesOf(source.config))
          for await (const row of rowsAs(collection, source, role, now(), signal)) {
            const digest = versionOf(JSON.stringify(row));
            const found = documents.get(`${row.key} ${digest}`);
            if (found) found.roles.push(role);
            else documents.set(`${row.key} ${digest}`, { row, roles: [role] });
          }
      } catch (error) {
        signal.throwIfAborted();
        const reason =
          error instanceof AppError ? error.sentence : "The database did not answer as expected.";
        yield {
          kind: "unreachable",
          fault: `${collection.name} could not be read from ${collection.table}. ${reason}`,
        };
        return;
      }
      const variants = new Map<string | number, number>();
      for (const { row, roles } of documents.values()) {
        const variant = variants.get(row.key) ?? 0;
        variants.set(row.key, variant + 1);
        const document = documentOf(collection, row, roles, variant);
        if (document === null) continue;
        if (known.get(document.id) === document.version) yield { kind: "unchanged", id: document.id };
        else yield { kind: "document", document };
      }
    },
  };
}

function documentOf(
  collection: RowsCollection,
  row: Row,
  roles: string[],
  variant: number,
): IncomingDocument | null {
  const { id, source, table, key, name } = collection;
  const normalised = normalise(paragraphs(row.text));
  if (normalised.text === "") return null;
  return {
    ...normalised,
    id: `${id}/${row.key}${variant === 0 ? "" : `~${variant}`}`,
    collection: id,
    version: versionOf(JSON.stringify([row, roles, source, table, key])),
    meta: {
      title: row.title.trim() || `${name} ${row.key}`,
      audience: roles,
      ...(row.published !== null && { published: row.published.slice(0, 10) }),
      ...(collection.document_kind && { kind: collection.document_kind }),
    },
    row: { source, table, key: { [key]: row.key }, links: row.links },
  };
}

/** All rows that a role's login sees, a page at a time, in the order of their keys. */
async function* rowsAs(
  collection: RowsCollection,
  source: Source,
  role: string,
  now: string,
  signal: AbortSignal,
): AsyncGenerator<Row> {
  const actor: Actor = { id: "causeway:ingest", role, timeZone: source.config.time_zone, locale: "en" };
  const catalog = await source.catalog(actor, now);
  // A login that does not see the table sees none of its rows.
  if (!catalog.tables.some((each) => `${each.schema}.${each.name}` === collection.table)) return;
  for (let last: Cell = null; ; ) {
    const params: Parameter[] = last === null ? [] : [last];
    const judgement = await source.judge(statementFor(collection, last !== null), params, catalog);
    if (!judgement.statement)
      throw new AppError("E_GATE", failure(judgement)?.sentence ?? "The statement was refused.");
    const { rows } = await source.connector.query(judgement.statement, {
      role,
      limits: { timeoutSeconds: PAGE_SECONDS, maxRows: PAGE_ROWS, maxBytes: PAGE_BYTES },
      signal,
      executionId: `ingest_${randomUUID()}`,
    });
    for (const row of rows) yield rowOf(collection, row);
    last = rows.at(-1)?.[0] ?? null;
    if (rows.length < PAGE_ROWS || last === null) return;
  }
}

function statementFor(collection: RowsCollection, isLater: boolean): string {
  const columns = [
    collection.key,
    collection.title,
    collection.published,
    ...collection.text,
    ...collection.links,
  ];
  const list = columns.map((each) => (each === undefined ? "null" : quoted(each))).join(", ");
  const table = collection.table.split(".").map(quoted).join(".");
  const key = quoted(collection.key);
  return `select ${list} from ${table}${isLater ? ` where ${key} > $1` : ""} order by ${key} limit ${PAGE_ROWS}`;
}

function rowOf(collection: RowsCollection, cells: readonly Cell[]): Row {
  const [key, title, published, ...rest] = cells;
  const links = rest.slice(collection.text.length);
  return {
    key: keyOf(key ?? ""),
    title: String(title ?? ""),
    published: published === null || published === undefined ? null : String(published),
    text: rest
      .slice(0, collection.text.length)
      .filter((each) => each !== null)
      .join("\n\n"),
    links: Object.fromEntries(
      collection.links.flatMap((name, at) => {
        const value = links[at] ?? null;
        return value === null ? [] : [[name, keyOf(value)]];
      }),
    ),
  };
}

function keyOf(cell: NonNullable<Cell>): string | number {
  return typeof cell === "number" ? cell : String(cell);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { pipeline } from "node:stream/promises";
import postgres, { type Sql } from "postgres";
import type { Cluster } from "#db/embedded/cluster.ts";
import { accessStatements, type LoginName, ownerRole, roleStatements } from "./access.ts";
import { subjectAreas } from "./areas.ts";
import { asOf } from "./calendar.ts";
import { type Company, generateCompany } from "./company.ts";
import { loginPasswords } from "./passwords.ts";
import {
  type Cell,
  createComments,
  createForeignKeys,
  createIndexes,
  createTable,
  type DemoSize,
  type DemoTable,
  fullSize,
  literal,
  qualifiedName,
} from "./table.ts";

export interface DemoOptions {
  /** The folder in which the logins' passwords are kept. */
  folder: string;
  /** Told before each longer step, in words fit for a terminal. */
  onProgress?: (step: string) => void;
  /** Smaller for tests. */
  size?: DemoSize;
}

export interface Demo {
  /** The login that sees every region. */
  globalUrl: string;
  /** The login that sees EMEA only. */
  emeaUrl: string;
  /** The last day of the data, `YYYY-MM-DD`: "today" for this source. */
  asOf: string;
  /** False when the data were there already. */
  rebuilt: boolean;
}

/** The server settings under which the demo company loads fastest; its data can be made again at any time. */
export const warehouseSettings: Record<string, string> = {
  wal_level: "minimal",
  max_wal_senders: "0",
  synchronous_commit: "off",
  shared_buffers: "256MB",
  maintenance_work_mem: "256MB",
};

const databaseName = "demo";
const draftName = "demo_draft";

/**
 * Makes sure that the cluster holds the demo company as this code makes it, and that both logins can reach it. Loads
 * it where it is missing or where the generator has changed; the new one replaces the old one only when complete.
 */
export async function ensureDemo(cluster: Cluster, options: DemoOptions): Promise<Demo> {
  const size = options.size ?? fullSize;
  const passwords = loginPasswords(options.folder);
  const version = generatorVersion(size);
  const admin = connect(cluster.adminUrl);
  try {
    await runAll(admin, roleStatements(passwords));
    const rebuilt = (await loadedVersion(admin)) !== version;
    if (rebuilt) {
      options.onProgress?.("Loading the demo company");
      await rebuild(cluster, admin, size, version);
    }
    const url = (login: LoginName) => cluster.url(login, passwords[login], databaseName);
    return { globalUrl: url("causeway_global"), emeaUrl: url("causeway_emea"), asOf, rebuilt };
  } finally {
    await admin.end();
  }
}

/** A digest of the generator's own source: any change to it makes the data new. */
export function generatorVersion(size: DemoSize): string {
  const hash = createHash("sha256").update(JSON.stringify(size));
  const files = readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  for (const name of files.sort()) hash.update(name).update(readFileSync(`${import.meta.dirname}/${name}`));
  return hash.digest("hex").slice(0, 16);
}

/** The version is a setting of the database, where no analyst's catalogue shows it as a table. */
async function loadedVersion(admin: Sql): Promise<string | undefined> {
  const [row] = await admin<{ settings: string[] }[]>`
    select s.setconfig as settings from pg_database d join pg_db_role_setting s on s.setdatabase = d.oid and s.setrole = 0
    where d.datname = ${databaseName}`;
  return row?.settings.find((setting) => setting.startsWith("causeway.demo_version="))?.split("=")[1];
}

async function rebuild(cluster: Cluster, admin: Sql, size: DemoSize, version: string): Promise<void> {
  await runAll(admin, [
    `drop database if exists ${draftName} with (force)`,
    `create database ${draftName} owner ${ownerRole}`,
  ]);
  const draft = connect(cluster.adminUrlOf(draftName));
  try {
    await fill(draft, generateCompany(), size);
  } finally {
    await draft.end();
  }
  await runAll(admin, [
    `drop database if exists ${databaseName} with (force)`,
    `alter database ${draftName} rename to ${databaseName}`,
    `alter database ${databaseName} set "causeway.demo_version" = ${literal(version)}`,
  ]);
}

async function fill(database: Sql, company: Company, size: DemoSize): Promise<void> {
  const tables = subjectAreas.flatMap((area) => area.tables);
  for (const { schema, comment } of subjectAreas) {
    await runAll(database, [
      `create schema ${schema} authorization ${ownerRole}`,
      `comment on schema ${schema} is ${literal(comment)}`,
    ]);
  }
  for (const table of tables) await fillTable(database, table, company, size);
  await runAll(database, tables.flatMap(createForeignKeys));
  await runAll(database, tables.flatMap(createComments));
  await runAll(database, accessStatements(draftName));
  await runAll(database, ["vacuum (analyze)", "checkpoint"]);
}

/** Table and rows come in one transaction: with `wal_level=minimal` the rows then skip the write-ahead log. */
async function fillTable(database: Sql, table: DemoTable, company: Company, size: DemoSize): Promise<void> {
  const { rows } = table;
  await database.begin(async (transaction) => {
    await transaction.unsafe(createTable(table));
    if (typeof rows === "function") {
      await pipeline(
        copyText(rows(company)),
        await transaction.unsafe(`copy ${qualifiedName(table)} from stdin`).writable(),
      );
    } else {
      await transaction.unsafe(`insert into ${qualifiedName(table)} ${rows.sql(size)}`);
    }
    await transaction.unsafe(`alter table ${qualifiedName(table)} owner to ${ownerRole}`);
  });
  await runAll(database, createIndexes(table));
}

/** Rows in PostgreSQL's COPY text format, in pieces of about 64 kB. */
function* copyText(rows: Iterable<Cell[]>): Generator<string> {
  let piece = "";
  for (const row of rows) {
    piece += `${row.map(copyCell).join("\t")}\n`;
    if (piece.length > 65_536) {
      yield piece;
      piece = "";
    }
  }
  if (piece !== "") yield piece;
}

function copyCell(cell: Cell): string {
  if (cell === null) return "\\N";
  return String(cell).replace(/[\\\t\n\r]/g, (character) => `\\${character}`);
}

/** Sends small packets at once: waiting for the server's word of receipt costs 40 ms at each end of a COPY. */
function connect(url: string): Sql {
  const { hostname, port } = new URL(url);
  const socket = async () => {
    const opened = createConnection({ host: hostname, port: Number(port), noDelay: true });
    await once(opened, "connect");
    return opened;
  };
  return postgres(url, { max: 1, onnotice: () => undefined, socket } as Parameters<typeof postgres>[1]);
}

async function runAll(database: Sql, statements: string[]): Promise<void> {
  for (const statement of statements) await database.unsafe(statement);
}

import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { AppError } from "#lib/contracts/errors.ts";
import { headings } from "./header.ts";
import type { FileLimits } from "./limits.ts";
import { type RawRow, type RawTable, Rejections } from "./raw-table.ts";

/** An array has to be held in memory whole; a file with a record a line has not. */
const LONGEST_ARRAY = 128 * 1024 ** 2;
/** Records whose keys name the columns. */
const NAMING = 2_000;
const ROWS = 1_000;

type JsonRecord = Record<string, unknown>;

/**
 * A table of JSON: an array of objects, an object that holds one, or an object a line. What is nested stays JSON.
 *
 * @throws `E_FILE_BROKEN`, `E_FILE_NO_TABLE`, `E_FILE_SIZE`, `E_FILE_WIDE`
 */
export async function readJson(file: string, name: string, limits: FileLimits): Promise<RawTable> {
  const byLine = await isByLine(file);
  const rejections = new Rejections();
  const notes: string[] = [];
  const records = byLine ? recordsByLine(file, rejections) : recordsOf(await whole(file, name, notes), name);
  const first: Array<{ line: number; record: JsonRecord }> = [];
  const iterator = records[Symbol.asyncIterator]();
  while (first.length < NAMING) {
    const { value, done } = await iterator.next();
    if (done) break;
    first.push(value);
  }
  const keys = [...new Set(first.flatMap(({ record }) => Object.keys(record)))];
  if (keys.length === 0)
    throw new AppError(
      "E_FILE_NO_TABLE",
      `${name} holds no list of records. Each should be an object with named values.`,
    );
  if (keys.length > limits.columns)
    throw new AppError(
      "E_FILE_WIDE",
      `${name} has ${keys.length.toLocaleString("en")} different keys; at most ${limits.columns.toLocaleString("en")} are read.`,
    );
  const named = headings(keys, keys.length);
  return {
    name: null,
    columns: named.columns,
    rejections,
    notes: [...notes, ...named.notes],
    plainNumbers: true,
    rows: rowsOf(first, iterator, keys, rejections),
  };
}

/** Its first two lines are objects: one object alone may hold the list. */
async function isByLine(file: string): Promise<boolean> {
  let objects = 0;
  for await (const line of linesOf(file)) {
    if (line.trim() === "") continue;
    if (!isObject(parsed(line))) return objects > 0;
    objects++;
    if (objects === 2) return true;
  }
  return false;
}

function linesOf(file: string) {
  return createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
}

async function* recordsByLine(file: string, rejections: Rejections) {
  let line = 0;
  for await (const text of linesOf(file)) {
    line++;
    if (text.trim() === "") continue;
    const record = parsed(text);
    if (isObject(record)) yield { line, record };
    else rejections.add(line, "is no JSON object", [text]);
  }
}

async function whole(file: string, name: string, notes: string[]): Promise<unknown[]> {
  if ((await stat(file)).size > LONGEST_ARRAY)
    throw new AppError(
      "E_FILE_SIZE",
      `${name} is one large JSON value. Save it with a record a line (NDJSON), or as Parquet.`,
    );
  const value = parsed((await readFile(file, "utf8")).replace(/^\ufeff/, ""));
  if (value === undefined)
    throw new AppError("E_FILE_BROKEN", `${name} is not valid JSON, or only a part of it. Export it again.`);
  if (Array.isArray(value)) return value;
  const lists = isObject(value)
    ? Object.entries(value).filter(([, list]) => Array.isArray(list) && list.some(isObject))
    : [];
  const [only, more] = lists;
  if (only && !more) {
    notes.push(`The records stand under "${only[0]}".`);
    return only[1] as unknown[];
  }
  return isObject(value) && lists.length === 0 ? [value] : [];
}

async function* recordsOf(values: unknown[], name: string) {
  for (const [at, record] of values.entries()) {
    if (isObject(record)) yield { line: at + 1, record };
    else if (at === 0)
      throw new AppError(
        "E_FILE_NO_TABLE",
        `${name} holds a list of plain values. Each record should be an object with named values.`,
      );
  }
}

async function* rowsOf(
  first: Array<{ line: number; record: JsonRecord }>,
  rest: AsyncIterator<{ line: number; record: JsonRecord }>,
  keys: string[],
  rejections: Rejections,
): AsyncGenerator<RawRow[]> {
  const known = new Set(keys);
  const rowOf = ({ line, record }: { line: number; record: JsonRecord }): RawRow[] => {
    const strange = Object.keys(record).find((key) => !known.has(key));
    if (strange === undefined) return [{ line, cells: keys.map((key) => textOf(record[key])) }];
    rejections.add(line, `has the key "${strange}", which no record before it has`, [JSON.stringify(record)]);
    return [];
  };
  yield first.flatMap(rowOf);
  let batch: RawRow[] = [];
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    batch.push(...rowOf(next.value));
    if (batch.length < ROWS) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  // The engine's texts end at none, but what reads them may.
  return text.replaceAll("\u0000", "");
}

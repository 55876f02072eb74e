import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import postgres from "postgres";
import { cutDump, type DumpPiece } from "./dump.ts";

/** Ownership, rights and extensions belong to the server a dump came from; a throw-away server need not have them. */
const optional =
  /^(--[^\n]*\n\s*)*(grant|revoke|create\s+extension|comment\s+on\s+extension|alter\s[\s\S]*\sowner\s+to)\b/i;

/**
 * Restores a plain-text dump into an empty database, through the driver alone (no `psql` on the machine), and analyses
 * it.
 *
 * @param url the administrator's address of the empty database
 * @throws the server's error for the first statement that fails and matters
 */
export async function restoreDump(url: string, dump: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe("set check_function_bodies = off").simple();
    for (const batch of batches(cutDump(dump))) {
      const first = batch[0]!;
      if (first.kind === "copy") {
        const target = await sql.unsafe(first.text).writable();
        await pipeline(Readable.from([first.rows]), target);
        continue;
      }
      await runBatch(sql, batch);
    }
    await sql.unsafe("analyze").simple();
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function runBatch(sql: postgres.Sql, batch: DumpPiece[]): Promise<void> {
  const needed = batch.filter((piece) => !optional.test(piece.text));
  if (needed.length > 0) await sql.unsafe(needed.map((piece) => piece.text).join(";\n")).simple();
}

/** Statements in groups of about a megabyte: one round trip each instead of thousands. */
function* batches(pieces: DumpPiece[]): Generator<DumpPiece[]> {
  let batch: DumpPiece[] = [];
  let size = 0;
  for (const piece of pieces) {
    if (piece.kind === "copy" || size > 1_000_000) {
      if (batch.length > 0) yield batch;
      batch = [];
      size = 0;
    }
    if (piece.kind === "copy") {
      yield [piece];
    } else {
      batch.push(piece);
      size += piece.text.length;
    }
  }
  if (batch.length > 0) yield batch;
}

import { sql } from "drizzle-orm";
import type { SearchDatabase } from "#db/search/client.ts";
import { documents } from "#db/search/schema.ts";
import { madeOf, readableBy, type TableRef } from "./scope.ts";
import { termsOf } from "./terms.ts";

/** A row's text, cut into words in order; a word that says nothing has neither term nor surface. */
export interface RowText {
  id: string;
  /** The row's key. */
  key: string;
  words: Array<{ stem: string; surface: string }>;
}

export interface RowTexts {
  /** One a row. */
  texts: RowText[];
  /** There are more, and these are an even sample of them: counts over them are not counts over all. */
  truncated: boolean;
}

/** More documents than these are not looked through at once. */
const MOST = 5_000;
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
/** Between two documents of one row, so that no pair of words reaches from one into the other. */
const BREAK = { stem: "", surface: "" };

/**
 * The texts of a table's rows, as far as the role may read them. A row that several documents were made of, as where two
 * collections read the same table, is one text: it counts once.
 */
export async function readRowTexts(
  db: SearchDatabase,
  role: string,
  table: TableRef,
  most = MOST,
): Promise<RowTexts> {
  // By a digest: the first by name would be those of one collection, or the oldest.
  const rows = await db
    .select({ id: documents.id, row: documents.row, text: documents.text })
    .from(documents)
    .where(sql`${readableBy(role)} and ${madeOf(table)}`)
    .orderBy(sql`md5(${documents.row}->>'key'), ${documents.id}`)
    .limit(most + 1);
  const byRow = new Map<string, RowText>();
  for (const { id, row, text } of rows.slice(0, most)) {
    const key = String(Object.values(row?.key ?? {})[0] ?? "");
    const known = byRow.get(key);
    if (known) known.words.push(BREAK, ...wordsOf(text));
    else byRow.set(key, { id, key, words: wordsOf(text) });
  }
  return { texts: [...byRow.values()], truncated: rows.length > most };
}

function wordsOf(text: string): RowText["words"] {
  return [...text.matchAll(WORD)].map(([word]) => {
    const [stem] = termsOf(word);
    return stem === undefined || /^\d/.test(word) ? BREAK : { stem, surface: word.toLowerCase() };
  });
}

import { sql } from "drizzle-orm";
import type { SearchDatabase } from "#db/search/client.ts";
import { documents } from "#db/search/schema.ts";
import { readableBy, within } from "./scope.ts";
import { termsOf } from "./terms.ts";

/** A row's text, cut into words in order; a word that says nothing has neither term nor surface. */
export interface RowText {
  id: string;
  /** The row's key. */
  key: string;
  words: Array<{ stem: string; surface: string }>;
}

/** More texts than these are not looked through at once. */
const MOST = 5_000;
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

/** The texts of a table's rows, as far as the role may read them. */
export async function readRowTexts(db: SearchDatabase, role: string, table: string): Promise<RowText[]> {
  const rows = await db
    .select({ id: documents.id, row: documents.row, title: documents.title, text: documents.text })
    .from(documents)
    .where(sql`${readableBy(role)} and ${within({})} and ${documents.row}->>'table' = ${table}`)
    .orderBy(documents.id)
    .limit(MOST);
  return rows.map(({ id, row, text }) => ({
    id,
    key: String(Object.values(row?.key ?? {})[0] ?? ""),
    words: [...text.matchAll(WORD)].map(([word]) => {
      const [stem] = termsOf(word);
      return stem === undefined || /^\d/.test(word)
        ? { stem: "", surface: "" }
        : { stem, surface: word.toLowerCase() };
    }),
  }));
}

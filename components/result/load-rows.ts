import type { StoredResult } from "#lib/contracts/statement.ts";

/** A stored result as far as it was loaded. */
export interface LoadedResult extends StoredResult {
  /** Rows that are stored, of which `rows` may be the first part. */
  storedRows: number;
}

export interface ResultPage extends LoadedResult {
  /** The place of its first row in the whole. */
  from: number;
}

export type FetchPage = (from: number, rows: number) => Promise<ResultPage>;

/** As many as a table shows at a time. */
export const TABLE_ROWS = 500;
/** A page for a chart, which needs them all: most results come in one. */
const LARGE_PAGE_ROWS = 5_000;

/**
 * Loads on from what is known until `need` rows are there or all that are stored; what it yields grows page by page.
 * A page that does not go on where the known rows end would put every later row in the wrong place, so it is refused.
 */
export async function* loadRows(
  fetchPage: FetchPage,
  known: LoadedResult | null,
  need: number,
): AsyncGenerator<LoadedResult> {
  let loaded = known;
  while (loaded === null || !hasRows(loaded, need)) {
    const from: number = loaded?.rows.length ?? 0;
    const { from: pageFrom, ...page } = await fetchPage(
      from,
      need > TABLE_ROWS * 2 ? LARGE_PAGE_ROWS : TABLE_ROWS,
    );
    if (pageFrom !== from) throw new Error(`asked for rows from ${from} on, got them from ${pageFrom} on`);
    if (page.rows.length === 0 && from < page.storedRows)
      throw new Error(`no rows from ${from} on, though ${page.storedRows} are stored`);
    loaded = { ...page, rows: [...(loaded?.rows ?? []), ...page.rows] };
    yield loaded;
  }
}

/** Whether these rows are loaded, or all that there are. */
export function hasRows(result: LoadedResult, need: number): boolean {
  return result.rows.length >= Math.min(need, result.storedRows);
}

import { describe, expect, it } from "vitest";
import { type FetchPage, hasRows, type LoadedResult, loadRows, TABLE_ROWS } from "./load-rows.ts";

const STORED = 1_362;

/** A route that answers as the real one does, and remembers what it was asked for. */
function route(stored = STORED, largest = 10_000) {
  const asked: [from: number, rows: number][] = [];
  const all = Array.from({ length: stored }, (_, at) => [at]);
  const fetchPage: FetchPage = async (from, rows) => {
    asked.push([from, rows]);
    return {
      id: "res_1",
      columns: [{ name: "n", kind: "integer" as const, type: "int8" }],
      rows: all.slice(from, from + Math.min(rows, largest)),
      rowCount: stored,
      truncated: false,
      storedRows: stored,
      from,
    } as Awaited<ReturnType<FetchPage>>;
  };
  return { asked, fetchPage };
}

async function last(loading: AsyncGenerator<LoadedResult>): Promise<LoadedResult | null> {
  let loaded: LoadedResult | null = null;
  for await (const more of loading) loaded = more;
  return loaded;
}

const places = (result: LoadedResult | null) => result?.rows.map((row) => row[0]);

describe("loading rows", () => {
  it("loads every stored row for a chart, however many pages that takes", async () => {
    for (const largest of [10_000, 500, 7]) {
      const whole = await last(loadRows(route(STORED, largest).fetchPage, null, Number.POSITIVE_INFINITY));
      expect(places(whole)).toEqual(Array.from({ length: STORED }, (_, at) => at));
    }
  });

  it("loads a page for a table, and goes on where it ended", async () => {
    const { asked, fetchPage } = route();
    const first = await last(loadRows(fetchPage, null, TABLE_ROWS));
    expect(first?.rows).toHaveLength(500);
    expect(hasRows(first!, Number.POSITIVE_INFINITY)).toBe(false);
    const second = await last(loadRows(fetchPage, first, TABLE_ROWS * 2));
    expect(places(second)).toEqual(Array.from({ length: 1_000 }, (_, at) => at));
    expect(asked.map(([from]) => from)).toEqual([0, 500]);
  });

  it("asks for nothing that it has", async () => {
    const { asked, fetchPage } = route(20);
    const whole = await last(loadRows(fetchPage, null, TABLE_ROWS));
    expect(await last(loadRows(fetchPage, whole, Number.POSITIVE_INFINITY))).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it("shows an empty result as one that is loaded", async () => {
    const empty = await last(loadRows(route(0).fetchPage, null, TABLE_ROWS));
    expect(empty?.rows).toEqual([]);
    expect(hasRows(empty!, Number.POSITIVE_INFINITY)).toBe(true);
  });

  it("refuses a page that does not go on where the known rows end", async () => {
    const { fetchPage } = route();
    const first = await last(loadRows(fetchPage, null, TABLE_ROWS));
    const repeated: FetchPage = (_, rows) => fetchPage(0, rows);
    await expect(last(loadRows(repeated, first, TABLE_ROWS * 2))).rejects.toThrow("from 500 on");
  });

  it("ends where fewer rows come than are said to be stored", async () => {
    const short: FetchPage = async (from, rows) => ({
      ...(await route(10).fetchPage(from, rows)),
      storedRows: 12,
    });
    await expect(last(loadRows(short, null, TABLE_ROWS))).rejects.toThrow("12 are stored");
  });
});

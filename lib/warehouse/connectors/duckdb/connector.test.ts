import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ExcelJS from "exceljs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Catalog } from "#lib/contracts/catalog.ts";
import type { FileReport } from "#lib/contracts/file-report.ts";
import type { Parameter } from "#lib/contracts/reading.ts";
import type { JudgedStatement } from "#lib/contracts/statement.ts";
import { buildCatalog } from "#lib/warehouse/catalog/build-catalog.ts";
import { judge } from "#lib/warehouse/guard/judge.ts";
import { openPolicy } from "#lib/warehouse/policy.ts";
import type { Connector, QueryOptions } from "../connector.ts";
import { filesConnector } from "./connector.ts";

const folder = mkdtempSync(join(tmpdir(), "causeway-files-"));
const data = mkdtempSync(join(tmpdir(), "causeway-files-data-"));
const put = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
const before = process.env.CAUSEWAY_DATA;
let connector: Connector;
let catalog: Catalog;
let reports: Map<string, FileReport>;

const SLOW =
  "SELECT count(*) FROM files.many a JOIN files.many b ON a.n <= b.n JOIN files.many c ON c.n <= b.n";

beforeAll(async () => {
  process.env.CAUSEWAY_DATA = data;
  put(
    "Sales 2025.csv",
    'Order;Kunde;Betrag;Datum;PLZ;Bezahlt\n1;Äpfel GmbH;1.234,50;31.12.2025;01067;ja\n2;Birnen;99,5;01.02.2025;80331;nein\n3;"Zwei\nZeilen";-7,00;05.03.2025;10115;ja\nkaputt;zu;viele;Zellen;in;dieser;Zeile\n',
  );
  put("us.csv", 'day,amount,share\n12/31/2025,"$1,234.50",12 %\n01/02/2025,$99.50,5 %\n');
  put("latin.csv", Buffer.from("name,city\nJos\xe9,M\xe1laga\nAnn,Bergen\n", "latin1"));
  put("twice.csv", "id,name,name,\n1,a,b,c\n2,d,e,f\n");
  put("empty.csv", "");
  put("header.csv", "id,name\n");
  put("junk.csv", Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 37) % 256)));
  put(
    "records.ndjson",
    '{"id": 1, "tags": ["a"], "when": "2025-05-06T07:08:09Z"}\nnot json\n{"id": 2, "tags": [], "when": "2025-05-06T09:08:09Z"}\n',
  );
  put(
    "list.json",
    JSON.stringify({
      total: 2,
      rows: [
        { a: 1.5, b: "x" },
        { a: 2, b: "😀 مرحبا" },
      ],
    }),
  );
  put(
    "page.html",
    "<html><body><table><caption>Regions</caption><tr><th>Region</th><th>Sales</th></tr><tr><td>North</td><td>1,200</td></tr><tr><td>South</td><td>900</td></tr></table></body></html>",
  );
  put("plain.html", "<html><body><p>No table here.</p></body></html>");
  put("broken.xlsx", "PK\x03\x04 this is no workbook");
  put("many.csv", `n,label\n${Array.from({ length: 40_000 }, (_, at) => `${at},label ${at}`).join("\n")}\n`);
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet("Plan");
  sheet.addRow(["Month", "Budget", "Double"]);
  sheet.addRow([new Date(Date.UTC(2025, 0, 31)), 1000.25, { formula: "B2*2", result: 2000.5 }]);
  sheet.addRow([new Date(Date.UTC(2025, 1, 28)), 500, { formula: "B3*2", result: 1000 }]);
  await workbook.xlsx.writeFile(join(folder, "plan.xlsx"));
  connector = filesConnector({
    id: "files",
    name: "Files",
    path: folder,
    roles: ["everyone"],
    time_zone: "Europe/Berlin",
  });
  reports = new Map((await connector.reports!()).map((report) => [report.file, report]));
  const clock = { now: "2026-01-01T00:00:00Z", timeZone: "UTC", fiscalStart: 1 };
  catalog = buildCatalog(await connector.introspect("everyone", openPolicy), null, clock);
}, 120_000);

afterAll(async () => {
  await connector?.close();
  process.env.CAUSEWAY_DATA = before ?? "";
  for (const each of [folder, data]) rmSync(each, { recursive: true, force: true });
});

async function judged(sql: string, params: Parameter[] = []): Promise<JudgedStatement> {
  const { statement, layers } = await judge(sql, params, {
    dialect: "duckdb",
    catalog,
    sourceVersion: "1",
    maxRows: 1_000_000,
  });
  if (!statement) throw new Error(layers.map((layer) => layer.sentence).join(" "));
  return statement;
}

function options(more: Partial<QueryOptions> = {}): QueryOptions {
  return {
    role: "everyone",
    limits: { timeoutSeconds: 20, maxRows: 1_000, maxBytes: 1e6 },
    signal: new AbortController().signal,
    executionId: crypto.randomUUID(),
    ...more,
  };
}

const rowsOf = async (sql: string, params: Parameter[] = []) =>
  (await connector.query(await judged(sql, params), options())).rows;

describe("files as tables", () => {
  it("read decimal commas, days that come first, texts with leading zeros, and cells over two lines", async () => {
    const [report] = reports.get("Sales 2025.csv")!.tables;
    expect(report!.columns.map(({ name, type }) => [name, type])).toEqual([
      ["order", "BIGINT"],
      ["kunde", "VARCHAR"],
      ["betrag", "DECIMAL(18, 2)"],
      ["datum", "DATE"],
      ["plz", "VARCHAR"],
      ["bezahlt", "BOOLEAN"],
    ]);
    expect(
      await rowsOf("SELECT betrag, datum, plz, bezahlt, kunde FROM files.sales_2025 ORDER BY 1 DESC"),
    ).toEqual([
      ["1234.50", "2025-12-31", "01067", true, "Äpfel GmbH"],
      ["99.50", "2025-02-01", "80331", false, "Birnen"],
      ["-7.00", "2025-03-05", "10115", true, "Zwei\nZeilen"],
    ]);
  });

  it("say with its line which row was left out, and drop none silently", () => {
    const [report] = reports.get("Sales 2025.csv")!.tables;
    expect(report).toMatchObject({ rows: 3, rejectedRows: 1 });
    expect(report!.rejected).toEqual([
      {
        line: 6,
        reason: "has 7 cells where the table has 6 columns",
        text: "kaputt · zu · viele · Zellen · in · dieser · Zeile",
      },
    ]);
    const [records] = reports.get("records.ndjson")!.tables;
    expect(records).toMatchObject({
      rows: 2,
      rejected: [{ line: 2, reason: "is no JSON object", text: "not json" }],
    });
  });

  it("read months that come first, currencies and percent signs, and say so", async () => {
    expect(await rowsOf("SELECT day, amount, share FROM files.us ORDER BY amount")).toEqual([
      ["2025-01-02", "99.50", "5"],
      ["2025-12-31", "1234.50", "12"],
    ]);
    expect(reports.get("us.csv")!.tables[0]!.notes.join(" ")).toMatch(
      /percent signs are left out.*currency signs are left out/,
    );
  });

  it("read Windows-1252, lists under a key, nested values, a workbook's formulas and a page's table", async () => {
    expect(await rowsOf("SELECT city FROM files.latin WHERE name = 'José'")).toEqual([["Málaga"]]);
    expect(await rowsOf("SELECT sum(a) FROM files.list WHERE b LIKE '%مرحبا'")).toEqual([["2.0"]]);
    expect(await rowsOf("SELECT tags FROM files.records WHERE id = 1")).toEqual([['["a"]']]);
    expect(await rowsOf("SELECT month, budget, double FROM files.plan ORDER BY month")).toEqual([
      ["2025-01-31", "1000.25", "2000.5"],
      ["2025-02-28", "500.00", "1000.0"],
    ]);
    expect(await rowsOf("SELECT sales FROM files.page_regions WHERE region = 'North'")).toEqual([["1200"]]);
  });

  it("tell columns of the same name apart, and keep a header without rows as an empty table", async () => {
    expect(reports.get("twice.csv")!.tables[0]!.columns.map(({ name }) => name)).toEqual([
      "id",
      "name",
      "name_2",
      "column_4",
    ]);
    expect(reports.get("header.csv")!.tables[0]).toMatchObject({
      rows: 0,
      notes: expect.arrayContaining(["The table has columns and no rows."]),
    });
  });

  it.each([
    ["empty.csv", "E_FILE_EMPTY"],
    ["junk.csv", "E_FILE_BINARY"],
    ["plain.html", "E_FILE_NO_TABLE"],
    ["broken.xlsx", "E_FILE_BROKEN"],
  ])("say why nothing of %s can be asked about", (file, code) => {
    expect(reports.get(file)).toMatchObject({ tables: [], fault: { code } });
    expect(reports.get(file)!.fault!.sentence).toMatch(/^[\w.]+ .*\.$/);
  });
});

describe("the engine behind them", () => {
  it("shows the reader kinds, ranges, values and where a table is from", () => {
    const column = (id: string) => catalog.columns.find((each) => each.id === id);
    expect(column("files.sales_2025.datum")).toMatchObject({
      kind: "date",
      min: "2025-02-01",
      max: "2025-12-31",
      distinct: 3,
    });
    expect(catalog.values.lookup("birnen")[0]).toMatchObject({
      column: "files.sales_2025.kunde",
      value: "Birnen",
    });
    expect(catalog.tables.find(({ id }) => id === "files.plan")!.comment).toBe("From the file plan.xlsx.");
  });

  it("binds values as parameters and gives instants in the business's zone", async () => {
    expect(
      await rowsOf("SELECT kunde FROM files.sales_2025 WHERE betrag > $1 AND datum < CAST($2 AS DATE)", [
        50,
        "2025-06-01",
      ]),
    ).toEqual([["Birnen"]]);
    expect(await rowsOf('SELECT "when" FROM files.records WHERE id = 1')).toEqual([
      ["2025-05-06 09:08:09+02"],
    ]);
  });

  it("stops at the row limit and at the byte limit, and then claims no count", async () => {
    const statement = await judged("SELECT n, label FROM files.many");
    const byRows = await connector.query(statement, options());
    expect(byRows).toMatchObject({ truncated: true, rowCount: null });
    expect(byRows.rows).toHaveLength(1_000);
    const limits = { timeoutSeconds: 20, maxRows: 1e6, maxBytes: 10_000 };
    expect((await connector.query(statement, options({ limits }))).rows.length).toBeLessThan(1_000);
  });

  it("ends a query at its time limit, when it is stopped, and by its execution's id; the next one works", async () => {
    const slow = await judged(SLOW);
    const limits = { timeoutSeconds: 0.3, maxRows: 10, maxBytes: 1e6 };
    await expect(connector.query(slow, options({ limits }))).rejects.toMatchObject({
      code: "E_QUERY_TIMEOUT",
    });
    const controller = new AbortController();
    const stopped = connector.query(
      slow,
      options({
        signal: controller.signal,
        onSend: async () => void setTimeout(() => controller.abort(new Error("stopped")), 50),
      }),
    );
    await expect(stopped).rejects.toThrow("stopped");
    const ended = connector.query(
      slow,
      options({
        executionId: "left-behind",
        onSend: async () => void setTimeout(() => void connector.cancel("left-behind", "everyone"), 50),
      }),
    );
    await expect(ended).rejects.toMatchObject({ code: "E_QUERY_CANCELLED" });
    expect(await connector.cancel("left-behind", "everyone")).toBe(false);
    expect(await rowsOf("SELECT count(*) FROM files.many")).toEqual([["40000"]]);
  });

  it("prices by the rows of the tables that are read", async () => {
    const estimate = await connector.estimate(await judged("SELECT max(label) FROM files.many"), "everyone");
    expect(estimate).toMatchObject({ scannedRows: 40_000, quality: "heuristic" });
    expect(estimate.plan.join("\n")).toContain("many");
  });

  it("reaches no file and takes no setting, whatever passed the gate", async () => {
    const { statement } = await judge("SELECT 1", [], {
      dialect: "duckdb",
      catalog,
      sourceVersion: "1",
      maxRows: 1,
    });
    const forged = { ...statement!, text: "SELECT * FROM read_text('/etc/passwd')" } as JudgedStatement;
    await expect(connector.query(forged, options())).rejects.toMatchObject({ code: "E_GATE" });
  });

  it("notices files that were added and taken away", async () => {
    const version = await connector.dataVersion!();
    put("new.csv", "a,b\n1,2\n");
    while ((await connector.dataVersion!()) === version)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await connector.reports!()).map(({ file }) => file)).toContain("new.csv");
    rmSync(join(folder, "new.csv"));
    while ((await connector.dataVersion!()) !== version)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await connector.reports!()).map(({ file }) => file)).not.toContain("new.csv");
  });
});

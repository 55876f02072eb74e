import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Parameter } from "#lib/contracts/reading.ts";
import { failure, judge } from "../judge.ts";

const table = (name: string) => ({
  id: `shop.${name}`,
  source: "shop",
  schema: "shop",
  name,
  kind: "table",
  primaryKey: [`shop.${name}.id`],
  uniqueKeys: [],
});
const column = (owner: string, name: string, type = "varchar") => ({
  id: `shop.${owner}.${name}`,
  table: `shop.${owner}`,
  name,
  type,
  kind: "text",
  nullable: true,
  top: [],
});
const catalog = {
  sourceId: "shop",
  tables: [table("orders"), table("customers")],
  columns: [
    column("orders", "id", "bigint"),
    column("orders", "customer_id", "bigint"),
    column("orders", "total", "decimal(12,2)"),
    column("orders", "day", "date"),
    column("customers", "id", "bigint"),
    column("customers", "name"),
    column("customers", "update"),
    column("customers", "Größe"),
  ],
  joins: [],
} as unknown as Catalog;

const judged = (dialect: string, sql: string, params: Parameter[] = []) =>
  judge(sql, params, { dialect, catalog, sourceVersion: "1", maxRows: 100 });
const codeOf = async (dialect: string, sql: string) => failure(await judged(dialect, sql))?.code;

const hostile: Record<string, Array<[string, string[]]>> = {
  duckdb: [
    ["SELECT * FROM read_text('/etc/passwd')", ["E_TABLE_FUNC"]],
    ["FROM read_csv('/etc/passwd')", ["E_TABLE_FUNC"]],
    ["SELECT * FROM glob('/*')", ["E_TABLE_FUNC"]],
    ["SELECT * FROM query('DROP TABLE orders')", ["E_TABLE_FUNC"]],
    ["SELECT * FROM query_table('orders')", ["E_TABLE_FUNC"]],
    ["SELECT * FROM range(1000000000)", ["E_TABLE_FUNC"]],
    ["FROM '/etc/passwd'", ["E_TABLE"]],
    ["SELECT * FROM 'secret.csv'", ["E_TABLE"]],
    ['SELECT * FROM "/etc/passwd"', ["E_TABLE"]],
    ["SELECT * FROM secrets", ["E_TABLE"]],
    ["SELECT * FROM information_schema.tables", ["E_SCHEMA"]],
    ["SELECT getvariable('x')", ["E_FUNC"]],
    ["SELECT getenv('HOME')", ["E_FUNC"]],
    ["SELECT nextval('s')", ["E_FUNC"]],
    ["SELECT read_text('/etc/passwd')", ["E_FUNC"]],
    ["SELECT upper(name).read_text() FROM customers", ["E_ATTR", "E_NODE", "E_SYNTAX"]],
    ["COPY orders TO 'stolen'", ["E_STMT_KIND"]],
    ["COPY (SELECT * FROM orders) TO 'stolen'", ["E_STMT_KIND"]],
    ["ATTACH 'x.db' AS y", ["E_STMT_KIND"]],
    ["EXPORT DATABASE 'x'", ["E_STMT_KIND"]],
    ["INSTALL httpfs", ["E_STMT_KIND"]],
    ["LOAD httpfs", ["E_STMT_KIND"]],
    ["PRAGMA database_list", ["E_STMT_KIND"]],
    ["SET enable_external_access=true", ["E_STMT_KIND"]],
    ["CALL pragma_version()", ["E_STMT_KIND"]],
    ["WITH d AS (DELETE FROM orders RETURNING *) SELECT * FROM d", ["E_NESTED_WRITE", "E_SYNTAX"]],
    ["SELECT * FROM orders FOR UPDATE", ["E_LOCK"]],
  ],
  mysql: [
    ["SELECT 1 /*!50000 ; DROP TABLE t */", ["E_DIALECT"]],
    ["SELECT /*M! 1 */ 1", ["E_DIALECT"]],
    ["SELECT * FROM orders INTO OUTFILE '/tmp/x'", ["E_INTO"]],
    ["SELECT total INTO DUMPFILE '/tmp/x' FROM orders", ["E_INTO"]],
    ["SELECT total INTO @v FROM orders", ["E_INTO"]],
    ["SELECT LOAD_FILE('/etc/passwd')", ["E_FUNC"]],
    ["SELECT SLEEP(5)", ["E_FUNC"]],
    ["SELECT GET_LOCK('a', 1)", ["E_FUNC"]],
    ["SELECT BENCHMARK(1000000000, MD5('x'))", ["E_FUNC"]],
    ["SELECT @@version", ["E_FUNC"]],
    ["SELECT @v := 1", ["E_FUNC", "E_OPERATOR", "E_SYNTAX"]],
    ["SELECT * FROM mysql.user", ["E_SCHEMA"]],
    ["SELECT 1 FROM information_schema.tables", ["E_SCHEMA"]],
    ["SELECT * FROM orders FOR UPDATE", ["E_LOCK"]],
    ["SELECT * FROM orders LOCK IN SHARE MODE", ["E_LOCK"]],
    ["HANDLER orders OPEN", ["E_STMT_KIND"]],
    ["LOAD DATA INFILE 'x' INTO TABLE orders", ["E_STMT_KIND"]],
    ["CALL p()", ["E_STMT_KIND"]],
  ],
};
const anyDialect: Array<[string, string[]]> = [
  ["SELECT 1; SELECT 2", ["E_STMT_COUNT"]],
  ["SELECT 1 --\n; DELETE FROM orders", ["E_STMT_COUNT"]],
  ["COMMIT; DELETE FROM orders", ["E_STMT_COUNT", "E_STMT_KIND"]],
  ["/* SELECT */ DELETE FROM orders", ["E_STMT_KIND"]],
  ["DROP TABLE orders", ["E_STMT_KIND"]],
  ["EXPLAIN SELECT 1", ["E_STMT_KIND"]],
  ["SELECT nosuch FROM orders", ["E_COLUMN"]],
  ["SELECT id FROM orders JOIN customers ON orders.customer_id = customers.id", ["E_COLUMN"]],
  ["SELECT 1 FROM orders UNION ALL SELECT salary FROM employees", ["E_TABLE"]],
  ["SELECT 1 FROM orders a, customers b", ["E_COST"]],
  ["WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r", ["E_COST"]],
  ["SELECT $3", ["E_PARAM", "E_SYNTAX", "E_COLUMN"]],
];

for (const dialect of ["duckdb", "mysql"]) {
  describe(`the gate for ${dialect}`, () => {
    it.each([...hostile[dialect]!, ...anyDialect])("refuses %s", async (sql, codes) => {
      expect(codes).toContain(await codeOf(dialect, sql));
    });

    it.each([
      "SELECT 1;",
      "SELECT count(*) FROM orders -- ; DROP TABLE orders",
      "SELECT '; DROP TABLE orders' AS text",
      "WITH a AS (SELECT * FROM orders), b AS (SELECT customer_id FROM a) SELECT count(*) FROM b LIMIT 3",
      "SELECT c.name, sum(o.total) AS n FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.name HAVING sum(o.total) > 5 ORDER BY n DESC",
      "SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)",
      "SELECT total, rank() OVER (PARTITION BY customer_id ORDER BY day ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM orders",
      "SELECT customer_id FROM orders UNION ALL SELECT id FROM customers ORDER BY 1",
      "SELECT CASE WHEN total > 1.5e2 THEN 'a' ELSE 'b' END FROM orders WHERE total BETWEEN 1 AND 2 AND day IS NOT NULL",
      "SELECT extract(year FROM day), coalesce(total, 0), round(total, 1) FROM orders",
      "SELECT a.total FROM orders a JOIN (SELECT max(total) AS most FROM orders) m ON m.most = a.total",
      "SELECT o.id FROM orders o, (SELECT avg(total) AS mean FROM orders) m WHERE o.total > m.mean",
    ])("lets pass %s", async (sql) => {
      const { layers, statement } = await judged(dialect, sql);
      expect(layers.filter(({ verdict }) => verdict !== "passed")).toEqual([]);
      // What it printed is judged the same again.
      expect((await judged(dialect, statement!.text)).statement?.hash).toBe(statement!.hash);
    });

    it("spells out what * stands for, limits the rows, and says which total a join repeats", async () => {
      const star = await judged(dialect, "SELECT * FROM customers");
      expect(star.statement!.text).not.toContain("*");
      expect(star.statement!.text).toMatch(/LIMIT 101$/);
      const repeated = await judged(
        dialect,
        "SELECT sum(c.id) FROM customers c JOIN orders o ON o.customer_id = c.id",
      );
      expect(repeated.statement!.findings[0]).toContain("repeats rows of c");
    });

    it("refuses what would exhaust a parser, and judges the next statement as before", async () => {
      for (const sql of [
        `SELECT ${"(".repeat(10_000)}1${")".repeat(10_000)}`,
        `SELECT ${"- ".repeat(20_000)}1`,
        `SELECT ${Array(30_000).fill("1").join("+")}`,
        `SELECT '${"x".repeat(70_000)}'`,
        "SELECT 1\0; DROP TABLE orders",
        "",
        "   -- nothing",
      ])
        expect((await judged(dialect, sql)).accepted).toBe(false);
      expect((await judged(dialect, "SELECT count(*) FROM orders")).accepted).toBe(true);
    });

    it("lets nothing hostile through, however it is dressed", async () => {
      const dress = fc.constantFrom<(sql: string) => string>(
        (sql) => sql.toUpperCase(),
        (sql) => sql.toLowerCase(),
        (sql) => sql.replaceAll(" ", "\n\t"),
        (sql) => sql.replaceAll(" ", "/**/ "),
        (sql) => `${sql} -- harmless`,
        (sql) => `/* SELECT 1 */ ${sql}`,
        (sql) => `${sql};`,
        (sql) => sql.replaceAll("(", " ( "),
      );
      const statements = [...hostile[dialect]!, ...anyDialect].map(([sql]) => sql);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...statements),
          fc.array(dress, { maxLength: 4 }),
          async (sql, dresses) => {
            const dressed = dresses.reduce((text, each) => each(text), sql);
            expect((await judged(dialect, dressed)).accepted).toBe(false);
          },
        ),
        { numRuns: 300 },
      );
    });
  });
}

describe("values of a statement", () => {
  it("keep their places: numbered anew in DuckDB, by the order of the text in MySQL", async () => {
    const duck = await judged("duckdb", "SELECT id FROM orders WHERE total > $2 AND day < $2", [1, 2]);
    expect(duck.statement).toMatchObject({ params: [2] });
    expect(duck.statement!.text).toContain("> $1");
    const my = await judged("mysql", "SELECT id FROM orders WHERE total > ? LIMIT ?, ?", [10, 20, 30]);
    expect(my.statement).toMatchObject({ params: [10, 20, 30] });
    expect((await judged("mysql", "SELECT id FROM orders WHERE total > ? AND id = ?", [1])).accepted).toBe(
      false,
    );
  });

  it("in quotes end where they ended", async () => {
    const { statement } = await judged("mysql", "SELECT 'it''s', 'a\\\\' AS b FROM orders");
    expect(statement!.text).toContain("'it''s', 'a\\\\' AS `b`");
    expect((await judged("duckdb", "SELECT 'a\\' AS b")).statement!.text).toContain("'a\\' AS \"b\"");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Catalog, Column, Table } from "#lib/contracts/catalog.ts";
import { failure, type GateContext, judge } from "./judge.ts";

function table(id: string, columns: string[], primaryKey: string[]): { table: Table; columns: Column[] } {
  const [schema, name] = id.split(".") as [string, string];
  return {
    table: {
      id,
      source: "test",
      schema,
      name,
      kind: "table",
      primaryKey: primaryKey.map((column) => `${id}.${column}`),
      uniqueKeys: [],
    },
    columns: columns.map((column) => ({
      id: `${id}.${column}`,
      table: id,
      name: column,
      type: column === "ordered_at" ? "timestamp with time zone" : "text",
      kind: column === "ordered_at" ? "timestamp" : "text",
      nullable: true,
      top: [],
    })),
  };
}

const granted = [
  table(
    "public.orders",
    ["id", "customer_id", "total", "ordered_at", "update", "delete_flag", "tags", "data", "Größe"],
    ["id"],
  ),
  table("public.customers", ["id", "name", "country"], ["id"]),
  table("public.order_lines", ["order_id", "line", "amount"], ["order_id", "line"]),
  table("public.staff_tree", ["id", "parent_id"], ["id"]),
  table("public.tenant_docs", ["id", "body"], ["id"]),
];

const catalog = {
  sourceId: "test",
  dialect: "postgres",
  version: "1",
  tables: granted.map((each) => each.table),
  columns: granted.flatMap((each) => each.columns),
  joins: [],
  metrics: [],
  glossary: [],
  values: { lookup: () => [] },
  now: "2026-01-01T00:00:00Z",
  timeZone: "UTC",
  fiscalStart: 1,
} satisfies Catalog;

const context: GateContext = { dialect: "postgres", catalog, sourceVersion: "1", maxRows: 1000 };
const codeOf = async (sql: string) => failure(await judge(sql, [], context))?.code ?? "accepted";

const REFUSED: [code: string, sql: string][] = [
  ["E_STMT_COUNT", "COMMIT; DELETE FROM orders"],
  ["E_STMT_COUNT", "SELECT 1; SELECT 2"],
  ["E_STMT_COUNT", "SELECT 1 --\n; DELETE FROM orders"],
  ["E_STMT_COUNT", "SELECT $$;$$ ; DELETE FROM orders"],
  ["E_STMT_KIND", "/* SELECT */ DELETE FROM orders"],
  ["E_STMT_KIND", "SET TRANSACTION READ WRITE"],
  ["E_STMT_KIND", "RESET ALL"],
  ["E_NESTED_WRITE", "WITH d AS (DELETE FROM orders RETURNING *) SELECT count(*) FROM d"],
  [
    "E_NESTED_WRITE",
    "WITH d AS (MERGE INTO orders o USING customers c ON o.id = c.id WHEN MATCHED THEN DELETE RETURNING 1) SELECT 1",
  ],
  ["E_INTO", "SELECT * INTO stolen FROM orders"],
  ["E_STMT_KIND", "CREATE TEMP TABLE t AS SELECT * FROM orders"],
  ["E_LOCK", "SELECT * FROM orders FOR UPDATE"],
  ["E_LOCK", "SELECT * FROM orders FOR KEY SHARE"],
  ["E_LOCK", "SELECT * FROM (SELECT * FROM orders FOR SHARE) o"],
  ["E_FUNC", "SELECT nextval('orders_id_seq')"],
  ["E_STMT_KIND", "EXPLAIN ANALYZE DELETE FROM orders"],
  ["E_FUNC", "SELECT purge_orders()"],
  ["E_FUNC", "SELECT public.lower('x')"],
  ["E_STMT_KIND", "DO $$ BEGIN EXECUTE 'DELETE FROM orders'; END $$"],
  ["E_STMT_KIND", "CALL p_purge()"],
  ["E_STMT_KIND", "PREPARE q AS DELETE FROM orders"],
  ["E_STMT_KIND", "MERGE INTO orders o USING (SELECT 1 id) s ON o.id=s.id WHEN MATCHED THEN DELETE"],
  ["E_STMT_KIND", "LOCK TABLE orders IN ACCESS EXCLUSIVE MODE"],
  ["E_FUNC", "SELECT pg_notify('ch','leak')"],
  ["E_FUNC", "SELECT set_config('default_transaction_read_only','off',false)"],
  ["E_FUNC", "SELECT pg_advisory_lock(1)"],
  ["E_STMT_KIND", "DECLARE c CURSOR WITH HOLD FOR SELECT 1"],
  ["E_FUNC", "SELECT pg_read_file('/etc/passwd')"],
  ["E_FUNC", "SELECT * FROM pg_read_file('/etc/passwd')"],
  ["E_FUNC", "SELECT x FROM orders, LATERAL pg_read_file('/etc/passwd') x"],
  ["E_FUNC", "VALUES (pg_read_file('/etc/passwd'))"],
  ["E_ATTR", "SELECT ('/etc/passwd'::text).pg_read_file"],
  ["E_ATTR", "SELECT (3::float8).pg_sleep"],
  ["E_ATTR", "SELECT ('ann'::text).lookup_salary"],
  ["E_ATTR", "SELECT o.evil_row FROM orders o"],
  ["E_ATTR", "SELECT (o).evil_row FROM orders o"],
  ["E_ATTR", "SELECT to_jsonb(o) FROM orders o"],
  ["E_ATTR", "SELECT count(o.*) FROM orders o"],
  ["E_FUNC", "SELECT lo_import('/etc/passwd')"],
  ["E_STMT_KIND", "COPY orders TO PROGRAM 'id > /tmp/pwned'"],
  ["E_STMT_KIND", "COPY orders TO STDOUT"],
  ["E_FUNC", "SELECT * FROM dblink('host=x','DELETE FROM orders RETURNING 1') AS x(a text)"],
  ["E_FUNC", "SELECT query_to_xml('SELECT 1',true,false,'')"],
  ["E_FUNC", "SELECT * FROM ts_stat('SELECT to_tsvector(salary::text) FROM employees')"],
  ["E_FUNC", "SELECT pg_sleep(5)"],
  ["E_FUNC", "SELECT CASE WHEN true THEN pg_sleep(5) END"],
  ["E_FUNC", "SELECT id FROM orders LIMIT (SELECT 1 FROM pg_sleep(5))"],
  ["E_FUNC", "SELECT count(*) FILTER (WHERE pg_sleep(5) IS NULL) FROM orders"],
  ["E_FUNC", "SELECT rank() OVER (ORDER BY pg_sleep(5)) FROM orders"],
  ["E_FUNC", "SELECT rank() OVER w FROM orders WINDOW w AS (PARTITION BY pg_sleep(1))"],
  ["E_FUNC", "SELECT id FROM orders GROUP BY GROUPING SETS ((id, pg_sleep(1)))"],
  ["E_FUNC", "SELECT array_fill(0, ARRAY[30000,3000])"],
  ["E_FUNC", "SELECT repeat('x', 1000000000)"],
  ["E_FUNC", "SELECT lpad('x', 1000000000)"],
  ["E_COST", "SELECT count(*) FROM generate_series(1,1000000000)"],
  ["E_COST", "SELECT generate_series(1, (SELECT count(*) FROM orders))"],
  ["E_COST", "SELECT count(*) FROM generate_series('2000-01-01'::timestamp, '2030-01-01', '1 second')"],
  ["E_COST", "WITH RECURSIVE r AS (SELECT 1 n UNION ALL SELECT n+1 FROM r) SELECT max(n) FROM r"],
  [
    "E_COST",
    "WITH RECURSIVE r AS (SELECT 1 n UNION ALL SELECT n+1 FROM r WHERE n < 1000000000) SELECT max(n) FROM r",
  ],
  ["E_COST", "WITH RECURSIVE r AS (SELECT 1 n UNION SELECT n+1 FROM r) SELECT max(n) FROM r"],
  [
    "E_COST",
    "SELECT * FROM (WITH RECURSIVE r AS (SELECT 1 n UNION ALL SELECT n+1 FROM r) SELECT * FROM r) x",
  ],
  ["E_COST", "SELECT a.* FROM orders a, orders b, orders c, orders d, orders e, orders f"],
  ["E_COST", "SELECT 1 FROM orders a CROSS JOIN orders b"],
  ["E_COST", "SELECT 1 FROM orders a JOIN orders b ON true"],
  ["E_COST", "SELECT 1 FROM orders a, orders b WHERE a.id > 1 AND b.id > 2"],
  ["E_COST", "SELECT 1 UNION ALL SELECT 1 FROM orders a, orders b"],
  ["E_FUNC", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"],
  ["E_TABLE", "TABLE employees"],
  ["E_TABLE", "SELECT to_jsonb(e) FROM employees e"],
  ["E_TABLE", "SELECT 1 FROM orders UNION ALL SELECT salary FROM employees"],
  ["E_TABLE", "SELECT count(*) FROM orders WHERE EXISTS (SELECT 1 FROM employees WHERE salary>100)"],
  ["E_TABLE", "SELECT (SELECT max(salary) FROM employees)"],
  ["E_TABLE", "WITH orders AS (SELECT 1 AS id) SELECT * FROM public.employees"],
  ["E_SCHEMA", "SELECT rolname, rolpassword FROM pg_authid"],
  ["E_SCHEMA", "SELECT * FROM pg_catalog.pg_settings"],
  ["E_SCHEMA", "SELECT * FROM information_schema.tables"],
  ["E_SCHEMA", "SELECT * FROM pg_stats"],
  ["E_FUNC", "SELECT current_setting('data_directory')"],
  ["E_FUNC", "SELECT pg_get_functiondef(1)"],
  ["E_FUNC", "SELECT current_user"],
  ["E_STMT_KIND", "SET ROLE postgres"],
  ["E_FUNC", "SELECT d.* FROM (SELECT set_config('app.tenant_id','other',true) AS id) s, tenant_docs d"],
  ["E_TYPE", "SELECT 'x'::regclass"],
  ["E_TYPE", "SELECT 1::oid"],
  ["E_TYPE", "SELECT 'x'::public.checked_domain"],
  ["E_TYPE", "SELECT CAST('x' AS checked_domain)"],
  ["E_OPERATOR", "SELECT 1 OPERATOR(public.+) 2"],
  ["E_OPERATOR", "SELECT 1 === 2"],
  ["E_NODE", "SELECT xmlelement(name a)"],
  ["E_NODE", "SELECT * FROM JSON_TABLE('[1]', '$[*]' COLUMNS (a int PATH '$'))"],
  ["E_SYNTAX", "SELEC 1"],
  ["E_SYNTAX", ""],
  ["E_SYNTAX", "SELECT 'a\0b'"],
  ["E_SIZE", `SELECT '${"x".repeat(70_000)}'`],
  ["E_SIZE", `SELECT 1${" UNION ALL SELECT 1".repeat(3_000)}`],
  ["E_PARAM", "SELECT $1"],
  [
    "E_COLUMN",
    "VALUES (1), (2) ORDER BY CASE WHEN column1 = (SELECT max(salary) FROM employees) THEN 0 ELSE 1 END",
  ],
  ["E_SCHEMA", "SELECT * FROM (VALUES (1) ORDER BY (SELECT count(*) FROM pg_roles)) v"],
  [
    "E_SIZE",
    `WITH c0 AS (SELECT 1 AS a)${[...Array(20).keys()].map((n) => `, c${n + 1} AS (SELECT *, * FROM c${n})`).join("")} SELECT 1 FROM c20`,
  ],
  [
    "E_SIZE",
    `SELECT a FROM ${[...Array(20)].reduce((inner: string) => `(SELECT a || a AS a FROM ${inner}) x`, "(SELECT id AS a FROM orders) x")}`,
  ],
  [
    "E_COST",
    "WITH RECURSIVE r(a, b) AS (SELECT 1, 1 UNION ALL SELECT b + 1, 1 FROM r WHERE b < 10) SELECT count(*) FROM r",
  ],
  [
    "E_COST",
    "WITH RECURSIVE r(n) AS (SELECT 1 UNION (SELECT n + 1 FROM r UNION ALL SELECT 0)) SELECT max(n) FROM r",
  ],
  [
    "E_COST",
    "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT r.n + 1 FROM r JOIN generate_series(1, 10) g ON g > r.n * 0 WHERE r.n < 90) SELECT count(*) FROM r",
  ],
  [
    "E_COST",
    "WITH RECURSIVE r AS (SELECT id a, id b FROM orders UNION SELECT o.id, r.a FROM orders o JOIN r ON o.id <> r.a) SELECT count(*) FROM r",
  ],
  [
    "E_TABLE",
    "WITH RECURSIVE a AS (SELECT count(*) n FROM customers), customers AS (SELECT 1) SELECT n FROM a",
  ],
  ["E_COST", "SELECT 1 FROM order_lines NATURAL JOIN staff_tree"],
  ["E_COST", "SELECT 1 FROM (SELECT generate_series(1, 9000)) a, (SELECT generate_series(1, 9000)) b"],
  ["E_COST", "SELECT 1 FROM orders a JOIN orders b ON a.id = b.id OR true"],
  ["E_COST", "SELECT 1 FROM orders a JOIN orders b ON a.id <> b.id"],
  ["E_COST", "SELECT 1 FROM orders a JOIN orders b ON a.id IS DISTINCT FROM b.id"],
  ["E_COST", "SELECT generate_series(1, 500000000, 5000::bool::int)"],
  ["E_FUNC", `SELECT replace(id, 'a', '${"b".repeat(300)}') FROM orders`],
  [
    "E_FUNC",
    "SELECT replace(replace(replace(replace(id, 'a', 'bb'), 'b', 'cc'), 'c', 'dd'), 'd', 'ee') FROM orders",
  ],
  ["E_TYPE", "SELECT 'x'::char(10485760)"],
  ["E_SIZE", `SELECT '${"x".repeat(5_000)}'`],
  ["E_ATTR", "SELECT pg_typeof.pg_typeof FROM json_each('{\"a\":1}') AS pg_typeof"],
  ["E_ATTR", "SELECT j FROM jsonb_each('{\"a\":1}') AS j"],
  ["E_ATTR", "SELECT id AS o FROM orders o ORDER BY to_jsonb(o)->>'total'"],
  ["E_ATTR", "SELECT count(*) AS o FROM orders o HAVING max(o::text) > ''"],
  ["E_ROUND_TRIP", "SELECT (ARRAY[1, 2, 3])[:2]"],
  ["E_COLUMN", "SELECT ctid FROM orders"],
  ["E_COLUMN", "SELECT totl FROM orders"],
];

const ACCEPTED = [
  "SELECT 1;",
  "WITH t AS (SELECT id FROM orders), u AS (SELECT id FROM t) SELECT id FROM u LIMIT 5",
  "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) FROM orders",
  "SELECT count(*) FILTER (WHERE total > 5) FROM orders",
  "SELECT sum(total) OVER (PARTITION BY customer_id ORDER BY ordered_at ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) FROM orders",
  "SELECT a.* FROM orders a",
  "SELECT * FROM orders JOIN customers USING (id)",
  "SELECT tags[1] FROM orders",
  "SELECT date_trunc('month', ordered_at) AS m, extract(year FROM ordered_at) FROM orders WHERE ordered_at > now() - interval '3 months'",
  "SELECT ordered_at AT TIME ZONE 'Europe/Berlin' FROM orders",
  "SELECT data -> 'a' ->> 'b' FROM orders WHERE data @> '{}'",
  "SELECT o.id, l.amount FROM orders o CROSS JOIN LATERAL (SELECT amount FROM order_lines WHERE order_id = o.id LIMIT 3) l",
  "SELECT country, count(*) FROM customers GROUP BY GROUPING SETS ((country), ())",
  'SELECT "update", delete_flag FROM orders',
  "SELECT '; DROP TABLE orders' FROM orders -- a comment\n",
  "SELECT id FROM orders UNION ALL SELECT id FROM customers ORDER BY id",
  "SELECT name FROM customers c WHERE (SELECT count(*) FROM orders o WHERE o.customer_id = c.id) > 3",
  "SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)",
  "SELECT DISTINCT ON (customer_id) customer_id, total FROM orders ORDER BY customer_id, ordered_at DESC",
  'SELECT "Größe" FROM orders',
  "SELECT total, total / (SELECT sum(total) FROM orders) AS share FROM orders",
  "WITH all_of_it AS (SELECT sum(total) AS whole FROM orders) SELECT o.total / a.whole FROM orders o, all_of_it a",
  "SELECT d::date FROM generate_series('2025-01-01'::date, '2025-12-01', '1 month') AS d",
  "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 10) SELECT n FROM r",
  "WITH RECURSIVE r AS (SELECT id, parent_id FROM staff_tree WHERE id = '1' UNION SELECT s.id, s.parent_id FROM staff_tree s JOIN r ON s.parent_id = r.id) SELECT * FROM r",
  "VALUES (1, 'a'), (2, 'b')",
  "SELECT customer_id AS who, count(*) AS n FROM orders GROUP BY who HAVING count(*) > 1 ORDER BY n DESC",
  "SELECT CASE WHEN total > 5 THEN 'big' ELSE 'small' END AS size, coalesce(name, '?') FROM orders o LEFT JOIN customers c ON c.id = o.customer_id",
  "SELECT 0, '', -1, 1e10, NULL, true",
  "SELECT * FROM generate_series(1, 3) AS g",
  "SELECT key, value FROM jsonb_each('{}') AS j",
  "SELECT * FROM unnest(ARRAY[1, 2]) WITH ORDINALITY",
  "SELECT customer_id AS who FROM orders GROUP BY GROUPING SETS ((who), ()) ORDER BY who",
  "SELECT date(ordered_at), replace(id, 'a', 'b') FROM orders",
];

describe("the gate", () => {
  it.each(REFUSED.map(([code, sql]) => [code, sql.slice(0, 120), sql]))(
    "refuses with %s: %s",
    async (code, _, sql) => {
      expect(await codeOf(sql!)).toBe(code);
    },
  );

  it.each(ACCEPTED.map((sql) => [sql]))("accepts: %s", async (sql) => {
    const judgement = await judge(sql, [], context);
    expect(failure(judgement)).toBeUndefined();
    expect(judgement.layers.map((layer) => layer.verdict)).toEqual(Array(5).fill("passed"));
  });

  it("runs the printed text, with tables in their schema, stars spelled out and a limit", async () => {
    const { statement } = await judge("select * from customers", [], context);
    expect(statement?.text.replace(/\s+/g, " ")).toBe(
      "SELECT customers.id, customers.name, customers.country FROM public.customers LIMIT 1001",
    );
    expect(statement?.tables).toEqual(["public.customers"]);
  });

  it("spells stars out in the engine's order, what a join makes one first and once", async () => {
    const columnsOf = async (sql: string) => {
      const { statement } = await judge(sql, [], context);
      return statement?.text.replace(/\s+/g, " ").replace(/^SELECT (.*?) FROM.*$/, "$1");
    };
    expect(await columnsOf("SELECT * FROM customers c JOIN staff_tree s USING (id)")).toBe(
      "id, c.name, c.country, s.parent_id",
    );
    expect(await columnsOf("SELECT * FROM tenant_docs d NATURAL JOIN customers c")).toBe(
      "id, d.body, c.name, c.country",
    );
    expect(
      await columnsOf(
        "SELECT * FROM order_lines l JOIN (customers c JOIN staff_tree s USING (id)) ON s.id = l.order_id",
      ),
    ).toBe("l.order_id, l.line, l.amount, id, c.name, c.country, s.parent_id");
  });

  it("keeps a statement's own limit, and accepts its own print again with the same hash", async () => {
    const first = await judge("WITH t AS (SELECT id FROM orders) SELECT id FROM t LIMIT 7;", [], context);
    expect(first.statement?.text.match(/LIMIT/g)).toHaveLength(1);
    const second = await judge(first.statement!.text, [], context);
    expect(second.statement?.hash).toBe(first.statement?.hash);
  });

  it("compares a timestamp with a timestamp, so that the planner's statistics apply", async () => {
    const written =
      "SELECT id FROM orders WHERE ordered_at >= date '2025-01-01' AND ordered_at BETWEEN $1::date AND now()";
    const { statement } = await judge(written, ["2025-01-01"], context);
    expect(statement?.text.match(/AS timestamptz/g)).toHaveLength(2);
    const again = await judge(statement!.text, ["2025-01-01"], context);
    expect(again.statement?.hash).toBe(statement?.hash);
  });

  it("compares dates with timestamps that keep no time zone, too", async () => {
    const zoneless = {
      ...context,
      catalog: {
        ...context.catalog,
        columns: context.catalog.columns.map((column) =>
          column.name === "ordered_at" ? { ...column, type: "timestamp without time zone" } : column,
        ),
      },
    };
    const judgement = await judge(
      "SELECT id FROM orders WHERE ordered_at >= $1::date",
      ["2025-01-01"],
      zoneless,
    );
    expect(judgement.accepted).toBe(true);
    expect(judgement.statement?.text).toMatch(/AS timestamp\)/);
  });

  it("keeps only the values that a statement uses", async () => {
    const { statement } = await judge(
      "SELECT id FROM orders WHERE total = $3 OR total = $1",
      ["a", "b", "c"],
      context,
    );
    expect(statement?.params).toEqual(["c", "a"]);
    expect(statement?.text.replace(/\s+/g, " ")).toContain("total = $1 OR total = $2");
  });

  it("binds the hash to parameters and source", async () => {
    const sql = "SELECT id FROM orders WHERE customer_id = $1";
    const hashes = await Promise.all([
      judge(sql, ["a"], context),
      judge(sql, ["b"], context),
      judge(sql, ["a"], { ...context, sourceVersion: "2" }),
    ]);
    expect(new Set(hashes.map((each) => each.statement?.hash)).size).toBe(3);
  });

  it("names the nearest column and table where a name is unknown", async () => {
    expect(failure(await judge("SELECT totl FROM orders", [], context))?.candidates).toContain("total");
    expect(failure(await judge("SELECT 1 FROM custmers", [], context))?.candidates).toEqual([
      "public.customers",
    ]);
  });

  it("says which join repeats the rows of a total, and stays silent where none does", async () => {
    const lying = "SELECT sum(o.total) FROM orders o JOIN order_lines l ON l.order_id = o.id";
    expect((await judge(lying, [], context)).statement?.findings[0]).toContain("repeats rows of o");
    const honest = "SELECT sum(l.amount) FROM orders o JOIN order_lines l ON l.order_id = o.id";
    expect((await judge(honest, [], context)).statement?.findings).toEqual([]);
    const apart =
      "SELECT sum(o.total) FROM orders o JOIN (SELECT order_id, sum(amount) FROM order_lines GROUP BY order_id) l ON l.order_id = o.id";
    expect((await judge(apart, [], context)).statement?.findings).toEqual([]);
  });

  it("refuses every dialect without a connector whole", async () => {
    for (const dialect of ["redshift", "snowflake", "bigquery", "trino", "clickhouse", "constructor"]) {
      const judgement = await judge("SELECT 1", [], { ...context, dialect });
      expect(failure(judgement)?.code).toBe("E_DIALECT");
    }
  });

  it("never throws, whatever the text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), async (text) => {
        const judgement = await judge(text, [], context);
        expect(judgement.layers).toHaveLength(5);
      }),
      { numRuns: 300 },
    );
  });

  it("never accepts a forbidden call, wherever in an accepted statement it is planted", async () => {
    const places = ACCEPTED.filter((sql) => /\b(id|total|name)\b/.test(sql));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.nat(5), async (sql, which) => {
        const matches = [...sql.matchAll(/\b(id|total|name)\b/g)];
        const at = matches[which % matches.length]!.index;
        const word = matches[which % matches.length]![0];
        const planted = `${sql.slice(0, at)}pg_read_file('x')${sql.slice(at + word.length)}`;
        expect((await judge(planted, [], context)).accepted).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

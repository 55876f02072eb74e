import {
  type DialectRules,
  plainInQuery,
  quoting,
  rangeBefore,
  stepInterval,
  words,
} from "./dialect-rules.ts";

/** `duckdb_keywords()`: reserved, for types and functions, and for columns; and units, which read badly unquoted. */
const reserved = words(
  `all analyse analyze and anti any array as asc asof asymmetric at authorization between bigint binary bit boolean both by
  case cast char character check coalesce collate collation column columns concurrently constraint create cross dec decimal
  default deferrable desc describe distinct do else end except exists extract false fetch float for foreign freeze from full
  generated glob group grouping grouping_id having ilike in initially inner inout int integer intersect interval into is
  isnull join lambda lateral leading left like limit map national natural nchar none not notnull null nullif numeric offset
  on only or order out outer overlaps overlay pivot pivot_longer pivot_wider placing position positional precision primary
  qualify real references returning right row select semi setof show similar smallint some struct substring summarize
  symmetric table tablesample then time timestamp to trailing treat trim true try_cast union unique unpack unpivot using
  values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest
  xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable current_date current_time current_timestamp localtime
  localtimestamp user year month day hour minute second`,
);

/** Enough places behind the point for money and rates, and 28 before it: DuckDB's widest decimal. */
const EXACT = "DECIMAL(38, 10)";

export const duckdbRules: DialectRules = {
  placeholders: "numbered",
  quoteName: quoting(reserved, '"'),
  dateParameter: (placeholder) => `CAST(${placeholder} AS DATE)`,
  numberParameter: (placeholder) => `CAST(${placeholder} AS ${EXACT})`,
  // NULLS LAST is a setting in DuckDB, not a promise of the language.
  sortKey: (expression, direction) =>
    `${expression}${direction === "desc" ? " DESC NULLS LAST" : " ASC NULLS LAST"}`,
  grain: (grain, expression) =>
    grain === "year" ? `extract(year FROM ${expression})` : `date_trunc('${grain}', ${expression})`,
  isText: (type) => /^(varchar|text|char|bpchar|string)/i.test(type),
  asText: (expression) => `CAST(${expression} AS VARCHAR)`,
  asNumber: (expression) => `CAST(${expression} AS ${EXACT})`,
  // DuckDB has no escape character unless one is named.
  like: (expression, pattern, negated) =>
    `${expression} ${negated ? "NOT LIKE" : "LIKE"} ${pattern} ESCAPE '\\'`,
  // `/` is never an integer division here (that is `//`).
  ratio: (part, whole) => `${part} / nullif(${whole}, 0)`,
  previous: (aggregate, step) => rangeBefore(aggregate, step.groups, step.along, stepInterval(step)),
  inQuery: plainInQuery,
};

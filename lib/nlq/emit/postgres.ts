import {
  type DialectRules,
  plainInQuery,
  quoting,
  rangeBefore,
  stepInterval,
  words,
} from "./dialect-rules.ts";

/** Words that PostgreSQL reserves, at least as a column or table name. */
const reserved = words(
  `all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast char
  character check coalesce collate collation column concurrently constraint create cross current_catalog current_date
  current_role current_schema current_time current_timestamp current_user dec decimal default deferrable desc distinct do
  else end except exists extract false fetch float for foreign freeze from full grant greatest group grouping having ilike
  in initially inner inout int integer intersect interval into is isnull join lateral leading least left like limit
  localtime localtimestamp national natural nchar none normalize not notnull null nullif numeric offset on only or order
  out outer overlaps overlay placing position precision primary real references returning right row select session_user
  setof similar smallint some substring symmetric system_user table tablesample then time timestamp to trailing treat trim
  true union unique user using values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement
  xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable year month day hour minute second`,
);

export const postgresRules: DialectRules = {
  placeholders: "numbered",
  quoteName: quoting(reserved, '"'),
  dateParameter: (placeholder) => `${placeholder}::date`,
  numberParameter: (placeholder) => `${placeholder}::numeric`,
  // Descending order puts NULL first in PostgreSQL.
  sortKey: (expression, direction) => (direction === "desc" ? `${expression} DESC NULLS LAST` : expression),
  grain: (grain, expression) =>
    grain === "year" ? `extract(year FROM ${expression})::int` : `date_trunc('${grain}', ${expression})`,
  isText: (type) => /^(text|character|varchar|citext)/.test(type),
  asText: (expression) => `${expression}::text`,
  asNumber: (expression) => `${expression}::numeric`,
  like: (expression, pattern, negated) => `${expression} ${negated ? "NOT LIKE" : "LIKE"} ${pattern}`,
  ratio: (part, whole) => `${part}::numeric / nullif(${whole}, 0)`,
  previous: (aggregate, step) => rangeBefore(aggregate, step.groups, step.along, stepInterval(step)),
  inQuery: plainInQuery,
};

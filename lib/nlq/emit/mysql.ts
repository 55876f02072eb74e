import type { Grain } from "../period.ts";
import {
  type DialectRules,
  type PreviousStep,
  plainInQuery,
  quoting,
  rangeBefore,
  words,
} from "./dialect-rules.ts";

/** Words that MySQL 8 or MariaDB 10 reserves, and units of time, which read badly unquoted. */
const reserved = words(
  `accessible add all alter analyze and as asc asensitive before between bigint binary blob both by call cascade case change
  char character check collate column condition constraint continue convert create cross cube cume_dist current_date
  current_role current_time current_timestamp current_user cursor database databases day_hour day_microsecond day_minute
  day_second dec decimal declare default delayed delete dense_rank desc describe deterministic distinct distinctrow div
  do_domain_ids double drop dual each else elseif empty enclosed escaped except exists exit explain false fetch first_value
  float float4 float8 for force foreign from fulltext function general generated get grant group grouping groups having
  high_priority hour_microsecond hour_minute hour_second if ignore ignore_domain_ids ignore_server_ids in index infile inner
  inout insensitive insert int int1 int2 int3 int4 int8 integer intersect interval into io_after_gtids io_before_gtids is
  iterate join json_table key keys kill lag last_value lateral lead leading leave left like limit linear lines load localtime
  localtimestamp lock long longblob longtext loop low_priority manual master_heartbeat_period master_ssl_verify_server_cert
  match maxvalue mediumblob mediumint mediumtext middleint minute_microsecond minute_second mod modifies natural not
  no_write_to_binlog nth_value ntile null numeric of offset on optimize optimizer_costs option optionally or order out outer
  outfile over page_checksum parallel parse_vcol_expr partition percent_rank precision primary procedure purge qualify range
  rank read reads read_write real recursive references ref_system_id regexp release rename repeat replace require resignal
  restrict return returning revoke right rlike row row_number rows schema schemas second_microsecond select sensitive
  separator set show signal slow smallint spatial specific sql sqlexception sqlstate sqlwarning sql_big_result
  sql_calc_found_rows sql_small_result ssl starting stats_auto_recalc stats_persistent stats_sample_pages stored
  straight_join system table tablesample terminated then tinyblob tinyint tinytext to trailing trigger true undo union unique
  unlock unsigned update usage use using utc_date utc_time utc_timestamp values varbinary varchar varcharacter varying virtual
  when where while window with write xor year year_month zerofill month day hour minute second week quarter date time
  timestamp`,
);

/** MySQL keeps four places more than its dividend has: 1/3 of whole numbers would be 0.3333. */
const EXACT = "DECIMAL(50, 16)";

/**
 * MySQL 8 and MariaDB 10.11: no `date_trunc`, no NULLS LAST, no FULL JOIN, no `::`, and `||` means OR. Text compares by
 * each column's own collation, as whoever made the table chose it; `\` escapes in LIKE unless a session forbids it.
 */
export const mysqlRules: DialectRules = {
  placeholders: "positional",
  quoteName: quoting(reserved, "`"),
  dateParameter: (placeholder) => `CAST(${placeholder} AS DATE)`,
  numberParameter: (placeholder) => `CAST(${placeholder} AS DECIMAL(50, 10))`,
  // NULL sorts as the least value.
  sortKey: (expression, direction) =>
    direction === "desc" ? `${expression} DESC` : `${expression} IS NULL, ${expression}`,
  grain: firstDay,
  isText: (type) => /(char|text|^enum|^set)/i.test(type),
  asText: (expression) => `CAST(${expression} AS CHAR)`,
  asNumber: (expression) => `CAST(${expression} AS DECIMAL(50, 10))`,
  like: (expression, pattern, negated) => `${expression} ${negated ? "NOT LIKE" : "LIKE"} ${pattern}`,
  ratio: (part, whole) => `CAST(${part} AS ${EXACT}) / nullif(${whole}, 0)`,
  previous: numberedStepBefore,
  inQuery: (left, query, options) =>
    // A LIMIT may not stand in the sub-query of IN itself, but in one below it.
    options.limited
      ? plainInQuery(left, `SELECT ${options.column} FROM (${query}) AS chosen`, options)
      : plainInQuery(left, query, options),
};

function firstDay(grain: Grain, expression: string): string {
  switch (grain) {
    case "year":
      return `extract(year FROM ${expression})`;
    case "quarter":
      return `makedate(extract(year FROM ${expression}), 1) + INTERVAL (extract(quarter FROM ${expression}) - 1) QUARTER`;
    case "month":
      return `CAST(date_format(${expression}, '%Y-%m-01') AS DATE)`;
    case "week":
      // Weeks begin on Monday, as they do elsewhere.
      return `CAST(${expression} AS DATE) - INTERVAL weekday(${expression}) DAY`;
    case "day":
      return `CAST(${expression} AS DATE)`;
  }
}

/** MariaDB has no ranges of intervals: months, or days, are counted instead. */
function numberedStepBefore(aggregate: string, { groups, along, alongGrain, step }: PreviousStep): string {
  if (alongGrain === "year") return rangeBefore(aggregate, groups, along, "1");
  const days = `to_days(${along})`;
  const months = `(extract(year FROM ${along}) * 12 + extract(month FROM ${along}))`;
  switch (step) {
    case "day":
      return rangeBefore(aggregate, groups, days, "1");
    case "week":
      return rangeBefore(aggregate, groups, days, "7");
    case "month":
      return rangeBefore(aggregate, groups, months, "1");
    case "quarter":
      return rangeBefore(aggregate, groups, months, "3");
    case "year":
      return rangeBefore(aggregate, groups, months, "12");
  }
}

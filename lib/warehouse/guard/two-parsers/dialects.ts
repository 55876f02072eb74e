import { AGGREGATES as COMMON_AGGREGATES } from "../allowed.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** What differs between the dialects that two general parsers judge. */
export interface TwoParserDialect {
  name: "duckdb" | "mysql";
  /** Quotes around an identifier, in print and as the only ones accepted. */
  quote: '"' | "`";
  /** How the engine compares column names; tables and aliases where `foldsTables`. */
  foldsTables: boolean;
  /** Whether a derived table sees its neighbours without saying LATERAL. */
  lateralAlways: boolean;
  backslashEscapes: boolean;
  aggregates: ReadonlySet<string>;
  functions: ReadonlySet<string>;
  /** A parser's type kind → the name that is printed. */
  types: Readonly<Record<string, string>>;
  /** A parser's operator → the text that is printed. */
  operators: Readonly<Record<string, string>>;
  collations: ReadonlySet<string>;
  /** Schemas of the engine's own administration. */
  systemSchemas: ReadonlySet<string>;
}

const OPERATORS = {
  Plus: "+",
  Minus: "-",
  Multiply: "*",
  Divide: "/",
  Modulo: "%",
  Gt: ">",
  Lt: "<",
  GtEq: ">=",
  LtEq: "<=",
  Eq: "=",
  NotEq: "<>",
  BitwiseAnd: "&",
  BitwiseOr: "|",
  Arrow: "->",
  LongArrow: "->>",
};

const COMMON_FUNCTIONS = words(`
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  abs ceil ceiling floor round sign sqrt exp ln log log10 log2 power pow mod pi degrees radians sin cos tan asin acos
  atan atan2 cot lower upper length char_length character_length octet_length bit_length ltrim rtrim trim substring
  left right replace reverse concat concat_ws lpad rpad ascii chr md5 instr coalesce nullif ifnull greatest least
  current_date current_timestamp localtime localtimestamp now extract grouping
  year quarter month week day dayofmonth dayofweek dayofyear hour minute second last_day
  regexp_replace regexp_substr json_extract json_valid json_type json_keys json_array json_object json_contains`);

/**
 * Functions that only compute, from the engine's own library. Off the list on purpose: whatever reads files, settings
 * or other sessions, sleeps, locks, runs SQL from text, or takes memory without bound.
 */
const DUCKDB: TwoParserDialect = {
  name: "duckdb",
  quote: '"',
  foldsTables: true,
  lateralAlways: true,
  backslashEscapes: false,
  aggregates: new Set([
    ...COMMON_AGGREGATES,
    ...words(`
      count_if sumkahan fsum kahan_sum favg geomean product median quantile quantile_cont quantile_disc mad arg_max
      arg_min max_by min_by first last list group_concat approx_count_distinct approx_quantile entropy kurtosis
      kurtosis_pop skewness sem bool_and bool_or bit_xor regr_sxx regr_sxy regr_syy argmin argmax`),
  ]),
  functions: new Set([
    ...COMMON_FUNCTIONS,
    ...words(`
      trunc cbrt gcd lcm random even factorial isnan isinf isfinite fdiv fmod nextafter gamma lgamma
      strpos position contains starts_with ends_with prefix suffix split_part string_split str_split string_to_array
      regexp_matches regexp_full_match regexp_extract regexp_extract_all regexp_split_to_array translate initcap
      strip_accents nfc_normalize levenshtein damerau_levenshtein jaccard jaro_similarity jaro_winkler_similarity
      hamming editdist3 unicode ord to_base hash sha256 format_bytes bar
      date_trunc datetrunc date_part datepart date_diff datediff date_sub datesub date_add date_bin time_bucket age
      make_date make_time make_timestamp make_timestamptz strftime strptime try_strptime epoch epoch_ms to_timestamp
      dayname monthname isodow isoyear weekday weekofyear yearweek century decade era millennium microsecond
      millisecond timezone today get_current_timestamp transaction_timestamp to_years to_months to_weeks to_days
      to_hours to_minutes to_seconds to_milliseconds to_microseconds julian
      if typeof list_value list_contains list_has list_position list_aggregate list_sum list_avg list_min list_max
      list_count list_distinct list_unique list_sort list_reverse_sort list_slice list_concat list_extract
      list_element array_length array_contains array_to_string len cardinality flatten
      json_extract_string json_extract_path json_extract_path_text json_array_length json_exists json_value
      map_keys map_values map_extract element_at uuid gen_random_uuid`),
  ]),
  types: {
    Boolean: "BOOLEAN",
    Bool: "BOOLEAN",
    TinyInt: "TINYINT",
    SmallInt: "SMALLINT",
    Int: "INTEGER",
    Integer: "INTEGER",
    BigInt: "BIGINT",
    HugeInt: "HUGEINT",
    Int2: "SMALLINT",
    Int4: "INTEGER",
    Int8: "BIGINT",
    UInteger: "UINTEGER",
    UBigInt: "UBIGINT",
    Decimal: "DECIMAL",
    Numeric: "DECIMAL",
    Dec: "DECIMAL",
    Real: "REAL",
    Float: "FLOAT",
    Float4: "REAL",
    Float8: "DOUBLE",
    Double: "DOUBLE",
    DoublePrecision: "DOUBLE",
    Text: "VARCHAR",
    String: "VARCHAR",
    Varchar: "VARCHAR",
    Char: "VARCHAR",
    CharacterVarying: "VARCHAR",
    Character: "VARCHAR",
    Date: "DATE",
    Time: "TIME",
    Datetime: "TIMESTAMP",
    Timestamp: "TIMESTAMP",
    Interval: "INTERVAL",
    JSON: "JSON",
    Uuid: "UUID",
    Blob: "BLOB",
  },
  operators: {
    ...OPERATORS,
    StringConcat: "||",
    DuckIntegerDivide: "//",
    PGRegexMatch: "~",
    PGRegexNotMatch: "!~",
  },
  collations: words("nocase noaccent c posix binary"),
  systemSchemas: words("information_schema pg_catalog system temp duckdb_settings"),
};

const MYSQL: TwoParserDialect = {
  name: "mysql",
  quote: "`",
  foldsTables: false,
  lateralAlways: false,
  backslashEscapes: true,
  aggregates: words(`
    count sum avg min max group_concat std stddev stddev_pop stddev_samp variance var_pop var_samp bit_and bit_or bit_xor
    any_value json_arrayagg json_objectagg`),
  functions: new Set([
    ...COMMON_FUNCTIONS,
    ...words(`
      truncate rand crc32 conv hex unhex bin oct if isnull strcmp locate position field find_in_set elt substring_index
      mid insert ucase lcase ord char quote soundex format sha1 sha2 to_base64 from_base64
      curdate current_time curtime utc_date utc_time utc_timestamp sysdate date time timestamp
      date_format str_to_date date_add date_sub adddate subdate addtime subtime datediff timediff timestampdiff
      timestampadd makedate maketime from_unixtime unix_timestamp from_days to_days to_seconds period_add period_diff
      dayname monthname weekday weekofyear yearweek microsecond sec_to_time time_to_sec time_format convert_tz
      regexp_like regexp_instr json_unquote json_length json_contains_path json_value json_depth json_search
      cast bit_count inet_ntoa inet_aton is_ipv4 is_ipv6 uuid`),
  ]),
  types: {
    Signed: "SIGNED",
    SignedInteger: "SIGNED",
    Unsigned: "UNSIGNED",
    UnsignedInteger: "UNSIGNED",
    Int: "SIGNED",
    Integer: "SIGNED",
    BigInt: "SIGNED",
    Decimal: "DECIMAL",
    Numeric: "DECIMAL",
    Dec: "DECIMAL",
    Double: "DOUBLE",
    DoublePrecision: "DOUBLE",
    Float: "FLOAT",
    Char: "CHAR",
    Character: "CHAR",
    Varchar: "CHAR",
    Text: "CHAR",
    Date: "DATE",
    Time: "TIME",
    Datetime: "DATETIME",
    Timestamp: "DATETIME",
    JSON: "JSON",
  },
  operators: { ...OPERATORS, BitwiseXor: "^", MyIntegerDivide: "DIV", Xor: "XOR", Spaceship: "<=>" },
  collations: words(`
    utf8mb4_bin utf8mb4_general_ci utf8mb4_unicode_ci utf8mb4_unicode_520_ci utf8mb4_0900_ai_ci utf8mb4_0900_as_cs
    utf8mb4_uca1400_ai_ci utf8_bin utf8_general_ci latin1_bin latin1_swedish_ci`),
  systemSchemas: words("information_schema mysql performance_schema sys"),
};

export const TWO_PARSER_DIALECTS: ReadonlyMap<string, TwoParserDialect> = new Map([
  ["duckdb", DUCKDB],
  ["mysql", MYSQL],
]);

/** Fields of a date or instant that may be taken out of it or counted in an interval. */
export const DATE_FIELDS = words(`
  year quarter month week day hour minute second millisecond microsecond dow doy epoch isodow isoyear isoweek
  dayofweek dayofyear decade century millennium`);

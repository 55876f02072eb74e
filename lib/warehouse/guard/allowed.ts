/**
 * What a statement may call, cast to and compare with. Allow-lists, never deny-lists alone: every function list of
 * forbidden names that was read elsewhere had a hole. All of these live in `pg_catalog`, and the connection's search
 * path holds nothing else, so no function of the same name in another schema can take their place.
 * Off the lists on purpose: whatever reads files, settings or other sessions, sleeps, locks, writes, runs SQL from
 * text, or takes memory without bound (`repeat`, `array_fill`, `format`).
 */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const AGGREGATES = words(`
  count sum avg min max bool_and bool_or every string_agg array_agg json_agg jsonb_agg json_object_agg
  jsonb_object_agg any_value mode percentile_cont percentile_disc corr covar_pop covar_samp stddev stddev_pop
  stddev_samp variance var_pop var_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope
  bit_and bit_or`);

export const FUNCTIONS: ReadonlySet<string> = new Set([
  ...AGGREGATES,
  ...words(`
    row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
    abs ceil ceiling floor round trunc sign sqrt cbrt exp ln log log10 power pow mod div gcd lcm width_bucket random
    pi degrees radians sin cos tan asin acos atan atan2
    lower upper initcap length char_length character_length octet_length bit_length btrim ltrim rtrim trim substring
    substr left right position strpos overlay replace translate reverse concat concat_ws split_part lpad rpad
    starts_with ascii chr md5 regexp_replace regexp_match regexp_matches regexp_count regexp_like regexp_substr
    regexp_split_to_array regexp_split_to_table string_to_array string_to_table gen_random_uuid array_to_string similar_to_escape like_escape
    normalize is_normalized quote_literal quote_ident to_char to_number to_date to_timestamp
    date_trunc date_part date_bin extract age now transaction_timestamp statement_timestamp clock_timestamp timezone
    make_date make_time make_timestamp make_timestamptz make_interval justify_days justify_hours justify_interval
    isfinite overlaps date
    coalesce nullif greatest least num_nulls num_nonnulls
    array_length array_position array_positions array_remove array_append array_prepend array_cat array_ndims
    array_lower array_upper cardinality unnest generate_series
    to_json to_jsonb row_to_json json_build_object jsonb_build_object json_build_array jsonb_build_array
    json_array_length jsonb_array_length json_typeof jsonb_typeof json_extract_path json_extract_path_text
    jsonb_extract_path jsonb_extract_path_text json_array_elements jsonb_array_elements json_array_elements_text
    jsonb_array_elements_text json_object_keys jsonb_object_keys json_each jsonb_each json_each_text jsonb_each_text
    jsonb_strip_nulls json_strip_nulls jsonb_pretty
    int4range int8range numrange daterange tsrange tstzrange lower_inc upper_inc isempty`),
]);

/** Functions that may stand in FROM. */
export const TABLE_FUNCTIONS = words(`
  generate_series unnest json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text
  json_object_keys jsonb_object_keys json_each jsonb_each json_each_text jsonb_each_text regexp_split_to_table
  regexp_matches string_to_table`);

/** Functions whose second argument sets the length of the result, and so its memory. */
export const PADDING = words("lpad rpad");
export const MAX_PADDING = 1_000;

/** Functions that can make their text longer than it was. */
export const GROWING = words(
  "replace regexp_replace translate overlay concat concat_ws array_cat array_append",
);
export const MAX_INSERTED = 200;
export const MAX_GROWING_NESTED = 2;
export const MAX_TEXT = 4_000;
export const MAX_TYPE_LENGTH = 10_000;

export const VALUE_FUNCTIONS = words(`
  SVFOP_CURRENT_DATE SVFOP_CURRENT_TIME SVFOP_CURRENT_TIME_N SVFOP_CURRENT_TIMESTAMP SVFOP_CURRENT_TIMESTAMP_N
  SVFOP_LOCALTIME SVFOP_LOCALTIME_N SVFOP_LOCALTIMESTAMP SVFOP_LOCALTIMESTAMP_N`);

/** No domains (a cast to one can run a function), no `reg*`, no `oid`. */
export const TYPES = words(`
  bool boolean int2 int4 int8 smallint integer int bigint numeric decimal float4 float8 real money text varchar bpchar
  char date time timetz timestamp timestamptz interval json jsonb uuid bytea bit varbit int4range int8range numrange
  daterange tsrange tstzrange`);

export const OPERATORS = words(`
  = <> != < > <= >= + - * / % ^ || ~~ ~~* !~~ !~~* ~ ~* !~ !~* @> <@ && ? ?| ?& -> ->> #> #>> |/ ||/ @ & | # << >> -|-
  BETWEEN`);

export const COLLATIONS = words("C POSIX default ucs_basic unicode");
export const SAMPLE_METHODS = words("system bernoulli");

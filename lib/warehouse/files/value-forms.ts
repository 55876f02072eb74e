/**
 * The forms in which files write values, each as a pattern and as the SQL that turns the text into a value (NULL where it
 * does not fit). Patterns are in the common part of JavaScript's and RE2's syntax.
 */
export interface ValueForm {
  id: string;
  family: "boolean" | "number" | "date" | "timestamp" | "instant" | "time";
  pattern: string;
  /** Value of the text in `c`; of a number, as text with a point, before its width is known. */
  toSql: (c: string) => string;
  /** Two forms of one text that mean different values: the column as a whole has to decide. */
  rival?: string;
}

/** How files write that there is no value, in columns of numbers and days. */
export const nullWords = ["n/a", "na", "null", "none", "nan", "-", "--", "#n/a", "#value!", "#div/0!", "?"];

const currency = String.raw`(?:\p{Sc}|EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|%)`;
const sign = `[-+(]?`;
/** A figure between signs, currencies and percent signs: `-€ 1.234,50`, `(12.5 %)`, `12-`. */
const figure = (core: string) => `${sign} ?${currency}? ?${sign}${core} ?${currency}?[)-]?`;
const spaces = String.raw`\x{20}\x{a0}\x{2009}\x{202f}`;
const jsSpaces = String.raw`\u0020\u00a0\u2009\u202f`;
const pointCore = (space: string) => String.raw`(?:\d+|\d{1,3}(?:[,'${space}]\d{3})+)(?:\.\d+)?`;
const commaCore = (space: string) => String.raw`(?:\d+|\d{1,3}(?:[.'${space}]\d{3})+)(?:,\d+)?`;

/** RE2 writes characters as `\x{a0}`, JavaScript as `\u00a0`. */
export function inJavaScript(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern.replaceAll(spaces, jsSpaces)})$`, "u");
}

const digits = (c: string, point: string) => {
  const negative = `(${c} LIKE '-%' OR ${c} LIKE '(%' OR ${c} LIKE '%-' OR regexp_matches(${c}, '^[^0-9]*-'))`;
  const kept = `regexp_replace(${c}, '[^0-9${point}]', '', 'g')`;
  return `CASE WHEN ${negative} THEN '-' ELSE '' END || replace(${kept}, ',', '.')`;
};

export const matches = (c: string, pattern: string) =>
  `regexp_full_match(${c}, '${pattern.replaceAll("'", "''")}')`;

const when = (pattern: string, value: (c: string) => string) => (c: string) =>
  `CASE WHEN ${matches(c, pattern)} THEN ${value(c)} END`;

const dayForms: Array<{ id: string; pattern: string; formats: string[]; rival?: string }> = [
  { id: "iso", pattern: String.raw`\d{4}-\d{1,2}-\d{1,2}`, formats: ["%Y-%m-%d"] },
  { id: "iso-slash", pattern: String.raw`\d{4}/\d{1,2}/\d{1,2}`, formats: ["%Y/%m/%d"] },
  { id: "dotted", pattern: String.raw`\d{1,2}\.\d{1,2}\.\d{4}`, formats: ["%d.%m.%Y"] },
  { id: "dotted-short", pattern: String.raw`\d{1,2}\.\d{1,2}\.\d{2}`, formats: ["%d.%m.%y"] },
  {
    id: "day-first",
    pattern: String.raw`\d{1,2}/\d{1,2}/\d{4}`,
    formats: ["%d/%m/%Y"],
    rival: "month-first",
  },
  {
    id: "month-first",
    pattern: String.raw`\d{1,2}/\d{1,2}/\d{4}`,
    formats: ["%m/%d/%Y"],
    rival: "day-first",
  },
  {
    id: "day-first-short",
    pattern: String.raw`\d{1,2}/\d{1,2}/\d{2}`,
    formats: ["%d/%m/%y"],
    rival: "month-first-short",
  },
  {
    id: "month-first-short",
    pattern: String.raw`\d{1,2}/\d{1,2}/\d{2}`,
    formats: ["%m/%d/%y"],
    rival: "day-first-short",
  },
  {
    id: "day-first-dash",
    pattern: String.raw`\d{1,2}-\d{1,2}-\d{4}`,
    formats: ["%d-%m-%Y"],
    rival: "month-first-dash",
  },
  {
    id: "month-first-dash",
    pattern: String.raw`\d{1,2}-\d{1,2}-\d{4}`,
    formats: ["%m-%d-%Y"],
    rival: "day-first-dash",
  },
];

const monthNames: ValueForm = {
  id: "month-names",
  family: "date",
  pattern: String.raw`\d{1,2}[ -][A-Za-z]{3,9}[ -]\d{4}|[A-Za-z]{3,9} \d{1,2},? \d{4}`,
  toSql: when(
    String.raw`\d{1,2}[ -][A-Za-z]{3,9}[ -]\d{4}|[A-Za-z]{3,9} \d{1,2},? \d{4}`,
    (c) =>
      `CAST(try_strptime(${c}, ['%d %b %Y', '%d-%b-%Y', '%d %B %Y', '%d-%B-%Y', '%b %d, %Y', '%B %d, %Y', '%b %d %Y', '%B %d %Y']) AS DATE)`,
  ),
};

const clock = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[AaPp][Mm])?`;
const clockToSql = (c: string) =>
  `CASE WHEN regexp_matches(${c}, '[AaPp][Mm]$') THEN CAST(try_strptime(replace(upper(${c}), ' ', ''), ['%I:%M:%S%p', '%I:%M%p']) AS TIME) ` +
  `WHEN ${matches(c, String.raw`\d{1,2}:\d{2}`)} THEN TRY_CAST(${c} || ':00' AS TIME) ELSE TRY_CAST(${c} AS TIME) END`;

const formatted = (c: string, formats: string[]) =>
  `CAST(try_strptime(${c}, [${formats.map((one) => `'${one}'`).join(", ")}]) AS DATE)`;

export const valueForms: readonly ValueForm[] = [
  {
    id: "boolean",
    family: "boolean",
    pattern: "(?i:true|false|yes|no|ja|nein|oui|non|wahr|falsch)",
    toSql: (c) =>
      `CASE WHEN lower(${c}) IN ('true', 'yes', 'ja', 'oui', 'wahr') THEN true WHEN lower(${c}) IN ('false', 'no', 'nein', 'non', 'falsch') THEN false END`,
  },
  {
    id: "point",
    family: "number",
    pattern: figure(pointCore(spaces)),
    toSql: when(figure(pointCore(spaces)), (c) => digits(c, ".")),
    rival: "comma",
  },
  {
    id: "comma",
    family: "number",
    pattern: figure(commaCore(spaces)),
    toSql: when(figure(commaCore(spaces)), (c) => digits(c, ",")),
    rival: "point",
  },
  {
    id: "scientific",
    family: "number",
    pattern: String.raw`[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?`,
    toSql: when(String.raw`[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?`, (c) => c),
  },
  ...dayForms.map(
    ({ id, pattern, formats, rival }): ValueForm => ({
      id,
      family: "date",
      pattern,
      toSql: when(pattern, (c) => formatted(c, formats)),
      ...(rival ? { rival } : {}),
    }),
  ),
  monthNames,
  ...dayForms.map(({ id, pattern, formats, rival }): ValueForm => {
    // Exports write a day alone where the clock shows midnight.
    const whole = `${pattern}(?:[ T]${clock})?`;
    return {
      id: `${id} time`,
      family: "timestamp",
      pattern: whole,
      toSql: when(whole, (c) => {
        const [date, time] = [`regexp_extract(${c}, '^[^ T]+')`, `regexp_extract(${c}, '[ T](.+)$', 1)`];
        return `${formatted(date, formats)} + CASE WHEN ${time} = '' THEN TIME '00:00:00' ELSE ${clockToSql(time)} END`;
      }),
      ...(rival ? { rival: `${rival} time` } : {}),
    };
  }),
  {
    id: "instant",
    family: "instant",
    pattern: String.raw`\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})? ?(?:Z|[-+]\d{2}(?::?\d{2})?)`,
    toSql: (c) => `TRY_CAST(${c} AS TIMESTAMPTZ)`,
  },
  { id: "clock", family: "time", pattern: clock, toSql: when(clock, clockToSql) },
];

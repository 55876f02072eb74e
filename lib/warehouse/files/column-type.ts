import { inJavaScript, matches, nullWords, type ValueForm, valueForms } from "./value-forms.ts";

/** What is asked of the rows about one column; `c` is its name in the table of texts. */
export interface ColumnTally {
  filled: number;
  /** Texts that the form does not fit, by form id. */
  misfits: Record<string, number>;
  /** `007`: a key or a postal code, whose zeros must stay. */
  leadingZeros: number;
  /** Texts that stand for no value. */
  nullWords: number;
  /** Rows whose value differs between two forms that both fit. */
  differing: Record<string, number>;
}

/** How a column is read. Absent: as text. */
export interface ColumnReading {
  form: ValueForm;
  /** Rows that it does not fit: they are left out. */
  misfits: number;
}

/** What the file as a whole says about forms that one column leaves open. */
export interface Evidence {
  /** Comma or point before the fraction, day or month first, where some column is plain about it. */
  decided: Set<string>;
  delimiterIsSemicolon: boolean;
}

/** Share of a column's texts that may be misprints, and how many there have to be at all. */
const MOST_MISFITS = 0.02;
const FEWEST_VALUES = 50;

/** Forms that a sample of the texts allows; the whole column is asked about these alone. */
export function likelyForms(sample: string[], plainNumbers: boolean): ValueForm[] {
  const texts = sample.filter((text) => !nullWords.includes(text.toLowerCase()));
  if (texts.length === 0) return [];
  return valueForms.filter((form) => {
    if (plainNumbers && (form.id === "point" || form.id === "comma")) return false;
    const pattern = inJavaScript(form.pattern);
    return texts.filter((text) => pattern.test(text)).length >= texts.length * 0.9;
  });
}

/** The columns of the one statement that tallies a column over all rows. */
export function tallySql(c: string, forms: ValueForm[]): string[] {
  const words = nullWords.map((word) => `'${word.replaceAll("'", "''")}'`).join(", ");
  const value = `${c} IS NOT NULL AND lower(${c}) NOT IN (${words})`;
  const pairs = rivals(forms);
  return [
    `count(${c})`,
    `count(*) FILTER (${matches(c, "[-+]?0[0-9]+")})`,
    `count(*) FILTER (lower(${c}) IN (${words}))`,
    ...forms.map(({ toSql }) => `count(*) FILTER (${value} AND (${toSql(c)}) IS NULL)`),
    ...pairs.map(([a, b]) => `count(*) FILTER ((${a.toSql(c)}) <> (${b.toSql(c)}))`),
  ];
}

/** Reads the tally's row back. */
export function tallyOf(numbers: number[], forms: ValueForm[]): ColumnTally {
  const [filled = 0, leadingZeros = 0, words = 0, ...rest] = numbers;
  return {
    filled,
    leadingZeros,
    nullWords: words,
    misfits: Object.fromEntries(forms.map(({ id }, i) => [id, rest[i] ?? 0])),
    differing: Object.fromEntries(rivals(forms).map(([a], i) => [a.id, rest[forms.length + i] ?? 0])),
  };
}

/** Whether two forms fit a column equally well but read other values out of it. */
function isAmbiguous(tally: ColumnTally, a: ValueForm, b: ValueForm): boolean {
  const differing = tally.differing[a.id] ?? tally.differing[b.id] ?? 0;
  return tally.misfits[a.id] === tally.misfits[b.id] && differing > 0;
}

/** The form with the fewest misfits, the simplest first; of two that fit equally well, the one the file speaks for. */
export function chooseForm(
  tally: ColumnTally,
  forms: ValueForm[],
  evidence: Evidence,
): (ColumnReading & { ambiguous: boolean }) | null {
  const values = tally.filled - tally.nullWords;
  if (values === 0) return null;
  const fits = forms
    .filter(({ family }) => family !== "number" || tally.leadingZeros === 0)
    .map((form) => ({ form, misfits: tally.misfits[form.id]! }))
    .filter(({ misfits }) => misfits === 0 || (values >= FEWEST_VALUES && misfits <= values * MOST_MISFITS))
    .sort((a, b) => a.misfits - b.misfits);
  const best = fits[0];
  if (!best) return null;
  const rival = fits.find(({ form }) => form.id === best.form.rival);
  if (!rival || !isAmbiguous(tally, best.form, rival.form)) return { ...best, ambiguous: false };
  const preferred = prefers(rival.form, best.form, evidence) ? rival : best;
  return { ...preferred, ambiguous: true };
}

/** What a plain column proves about the others of its file. */
export function styleOf(form: ValueForm): string | null {
  if (form.id === "point" || form.id === "comma") return form.id;
  if (form.id.startsWith("day-first") || form.id.startsWith("dotted")) return "day-first";
  return form.id.startsWith("month-first") ? "month-first" : null;
}

function prefers(one: ValueForm, other: ValueForm, { decided, delimiterIsSemicolon }: Evidence): boolean {
  const [mine, yours] = [styleOf(one)!, styleOf(other)!];
  if (decided.has(mine) !== decided.has(yours)) return decided.has(mine);
  // Where commas part fractions, cells are parted by semicolons, and days come first.
  const continental = delimiterIsSemicolon || decided.has("comma");
  return (mine === "comma" || mine === "day-first") === continental;
}

function rivals(forms: ValueForm[]): Array<[ValueForm, ValueForm]> {
  return forms.flatMap((form): Array<[ValueForm, ValueForm]> => {
    const rival = forms.find(({ id }) => id === form.rival);
    return rival && form.id < rival.id ? [[form, rival]] : [];
  });
}

import type { DuckDBConnection } from "@duckdb/node-api";
import {
  type ColumnTally,
  chooseForm,
  type Evidence,
  likelyForms,
  styleOf,
  tallyOf,
  tallySql,
} from "#lib/warehouse/files/column-type.ts";
import { nullWords, type ValueForm } from "#lib/warehouse/files/value-forms.ts";
import { literal, numbers, row, texts } from "./sql.ts";
import { staged } from "./stage-rows.ts";

/** A column of the finished table: how its value comes out of the staged one. */
export interface TypedColumn {
  name: string;
  /** The engine's type, and the expression over the staging table that has it. */
  type: string;
  expression: string;
  /** Where this holds, the row's text is no value of the type, and the row is left out. */
  misfit: string | null;
  notes: string[];
}

interface Examined {
  name: string;
  index: number;
  forms: ValueForm[];
  tally: ColumnTally;
}

/** Values looked at to see what a column could be. */
const SAMPLE = 400;
const WIDEST_DECIMAL = 38;
const LONGEST_FRACTION = 12;

/** Decides each column's type over all of its values, not over a sample of them. */
export async function typeColumns(
  connection: DuckDBConnection,
  table: string,
  names: string[],
  options: { plainNumbers: boolean; delimiterIsSemicolon: boolean },
): Promise<TypedColumn[]> {
  const examined: Examined[] = [];
  for (const [index, name] of names.entries()) {
    const c = staged(index);
    const sample = await texts(
      connection,
      `SELECT ${c} FROM ${table} WHERE ${c} IS NOT NULL LIMIT ${SAMPLE}`,
    );
    const forms = likelyForms(sample, options.plainNumbers);
    const counts = await numbers(connection, `SELECT ${tallySql(c, forms).join(", ")} FROM ${table}`);
    examined.push({ name, index, forms, tally: tallyOf(counts, forms) });
  }
  const evidence = evidenceOf(examined, options.delimiterIsSemicolon);
  const typed: TypedColumn[] = [];
  for (const column of examined) typed.push(await typeColumn(connection, table, column, evidence));
  return typed;
}

/** Columns that leave nothing open speak for those that do. */
function evidenceOf(columns: Examined[], delimiterIsSemicolon: boolean): Evidence {
  const decided = new Set<string>();
  const open: Evidence = { decided: new Set(), delimiterIsSemicolon };
  for (const { tally, forms } of columns) {
    const chosen = chooseForm(tally, forms, open);
    if (!chosen || chosen.ambiguous) continue;
    const { form } = chosen;
    const rival = forms.find(({ id }) => id === form.rival);
    // Whole numbers without a separator fit both ways and prove neither.
    const proves = !rival || tally.misfits[rival.id] !== tally.misfits[form.id];
    const style = styleOf(form);
    if (style && proves && !(form.family === "number" && !rival)) decided.add(style);
  }
  return { decided, delimiterIsSemicolon };
}

async function typeColumn(
  connection: DuckDBConnection,
  table: string,
  { name, index, forms, tally }: Examined,
  evidence: Evidence,
): Promise<TypedColumn> {
  const c = staged(index);
  const chosen = chooseForm(tally, forms, evidence);
  if (!chosen) {
    const notes =
      tally.leadingZeros > 0 && forms.some(({ family }) => family === "number")
        ? [`${name}: some begin with a zero, so they stay texts.`]
        : [];
    return { name, type: "VARCHAR", expression: c, misfit: null, notes };
  }
  const { form, misfits, ambiguous } = chosen;
  const value = form.toSql(c);
  const words = nullWords.map((word) => literal(word)).join(", ");
  const misfit =
    misfits > 0 ? `${c} IS NOT NULL AND lower(${c}) NOT IN (${words}) AND (${value}) IS NULL` : null;
  const notes: string[] = [];
  if (tally.nullWords > 0) notes.push(`${name}: words such as "n/a" are read as no value.`);
  const type = form.family === "number" ? await numberType(connection, table, c, form) : TYPES[form.family];
  if (ambiguous) notes.push(await openNote(connection, table, { name, c, form, value }));
  if (form.family === "number") notes.push(...(await signNotes(connection, table, name, c)));
  return { name, type, expression: `CAST(${value} AS ${type})`, misfit, notes };
}

const TYPES = {
  boolean: "BOOLEAN",
  date: "DATE",
  timestamp: "TIMESTAMP",
  instant: "TIMESTAMPTZ",
  time: "TIME",
} as const;

/** The narrowest type that holds every figure exactly, and doubles where none does. */
async function numberType(
  connection: DuckDBConnection,
  table: string,
  c: string,
  form: ValueForm,
): Promise<string> {
  const value = form.toSql(c);
  const [whole = 0, fraction = 0, exponents = 0] = await numbers(
    connection,
    `SELECT max(length(regexp_extract(v, '[0-9]+'))), max(length(regexp_extract(v, '\\.([0-9]+)', 1))), count(*) FILTER (v ILIKE '%e%') FROM (SELECT ${value} AS v FROM ${table})`,
  );
  if (exponents > 0 || fraction > LONGEST_FRACTION || whole + fraction > WIDEST_DECIMAL) return "DOUBLE";
  if (fraction === 0) return whole <= 18 ? "BIGINT" : `DECIMAL(${WIDEST_DECIMAL}, 0)`;
  return `DECIMAL(${Math.min(WIDEST_DECIMAL, Math.max(18, whole + fraction))}, ${fraction})`;
}

async function openNote(
  connection: DuckDBConnection,
  table: string,
  { name, c, form, value }: { name: string; c: string; form: ValueForm; value: string },
): Promise<string> {
  const [text, read] = await row(
    connection,
    `SELECT ${c}, CAST(${value} AS VARCHAR) FROM ${table} WHERE (${value}) IS NOT NULL LIMIT 1`,
  );
  const how = form.family === "number" ? "separators" : "day and month";
  return `${name}: the file does not say which way round ${how} stand; ${String(text)} is read as ${String(read)}. Check it.`;
}

/** What stands beside figures and is no part of them. */
async function signNotes(
  connection: DuckDBConnection,
  table: string,
  name: string,
  c: string,
): Promise<string[]> {
  const [percent = 0, currency = 0] = await numbers(
    connection,
    `SELECT count(*) FILTER (${c} LIKE '%%%' ESCAPE ''), count(*) FILTER (regexp_matches(${c}, '\\p{Sc}|[A-Z]{3}')) FROM ${table}`,
  );
  return [
    ...(percent > 0 ? [`${name}: percent signs are left out; 12 % is read as 12.`] : []),
    ...(currency > 0 ? [`${name}: currency signs are left out.`] : []),
  ];
}

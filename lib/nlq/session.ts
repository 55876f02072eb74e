import type { Catalog } from "#lib/contracts/catalog.ts";
import { todayOf } from "./calendar-days.ts";
import { chunk } from "./chunks.ts";
import { distribute } from "./distributed.ts";
import { emit } from "./emit/emit.ts";
import { stem } from "./english/stem.ts";
import type { Form } from "./form.ts";
import { parseForm } from "./form-parser.ts";
import { splitFullNames } from "./full-names.ts";
import type { Calendar, Period } from "./period.ts";
import { plan } from "./plan.ts";
import type { Query } from "./query.ts";
import { relaxed } from "./relax.ts";
import { rolesAsNouns } from "./roles.ts";
import { type Schema, schemaOf } from "./schema.ts";
import { scoreOf } from "./score.ts";
import { choices, withMoney } from "./slots.ts";
import type { Interpretation } from "./to-reading.ts";
import { prepare, tokenise } from "./tokens.ts";

/** What a question's words say, before anything is bound. */
export interface Heard {
  form: Form;
  /** Stems of all its words. */
  stems: Set<string>;
}

/** The ways to take a form, surest first, and the form they are of: where nothing fits, with a part left out. */
export interface Understood {
  found: Interpretation[];
  form: Form;
  /** What was heard, where a part of it was left out. */
  whole?: Form;
  /** What is left of a form that fits in no way, once what it tells was left out. */
  guess?: { found: Interpretation[]; form: Form };
}

/** Questions over one catalog: hears their words, and finds the queries they may stand for. */
export class Session {
  readonly schema: Schema;
  readonly calendar: Calendar;
  readonly #onlyAsked: boolean;

  constructor(catalog: Catalog, onlyAsked: boolean) {
    this.schema = schemaOf(catalog);
    this.calendar = { today: todayOf(catalog), fiscalStart: catalog.fiscalStart };
    this.#onlyAsked = onlyAsked;
  }

  /**
   * Words to clauses.
   *
   * @param from position that the first word gets, so that words of two questions never seem to touch
   */
  hear(question: string, from = 0): Heard {
    const text = rolesAsNouns(prepare(question), this.schema);
    const tokens = splitFullNames(tokenise(text), this.schema);
    const chunks = distribute(chunk(tokens, text, this.schema, this.calendar), this.schema);
    for (const piece of chunks) {
      piece.start += from;
      piece.end += from;
    }
    return {
      form: withMoney(parseForm(chunks), this.schema),
      stems: new Set(tokens.map((token) => token.stem)),
    };
  }

  /** Clauses to queries; `period` replaces the question's own. */
  understand({ form, stems }: Heard, period: Period | null = null): Understood {
    const given = {
      schema: this.schema,
      period: period ?? form.period?.period ?? null,
      stems,
      onlyAsked: this.#onlyAsked,
    };
    const whole = distinct(interpretations(form, given));
    if (whole.length > 0) return { found: whole, form };
    // Nothing fits as a whole: something is left out, and said.
    for (const { form: less, far } of relaxed(form)) {
      const found = distinct(interpretations(less, given));
      if (found.length > 0)
        return far ? { found: [], form, guess: { found, form: less } } : { found, form: less, whole: form };
    }
    return { found: [], form };
  }
}

const denials = ["not", "never", "without", "except", "exclud"].map(stem);
/** A denial that the query does not carry turns the answer into its opposite: such a reading is only ever asked about. */
const lostDenial = 0.6;

/**
 * Whether the question denies something and the query denies nothing. `Not more than` is a bound, no denial. Looked for
 * in PostgreSQL's words whatever the source speaks: others sort by `IS NULL`.
 */
function losesDenial(stems: Set<string>, query: Query): boolean {
  return (
    denials.some((word) => stems.has(word)) &&
    !stems.has(stem("than")) &&
    !/\bNOT\b|\bNULL\b|<>/.test(emit(query, "postgres").sql)
  );
}

/** Every way to take the mentions that makes a query, surest first. */
function interpretations(
  form: Form,
  given: { schema: Schema; period: Period | null; stems: Set<string>; onlyAsked: boolean },
): Interpretation[] {
  const found: Interpretation[] = [];
  for (const choice of choices(form)) {
    // The form is copied: a plan may turn a rank's direction round (the oldest has the earliest date of birth).
    const own = { ...form, rank: form.rank ? { ...form.rank } : null };
    const made = plan({ ...given, form: own, choice });
    if (!made) continue;
    const { sql, params } = emit(made.query, given.schema.catalog.dialect);
    const score = scoreOf(made, form, choice) * (losesDenial(given.stems, made.query) ? lostDenial : 1);
    found.push({ plan: made, choice, score, sql, params });
  }
  found.sort((a, b) => b.score - a.score || a.sql.length - b.sql.length || (a.sql < b.sql ? -1 : 1));
  return found;
}

function distinct(found: Interpretation[]): Interpretation[] {
  const seen = new Set<string>();
  return found.filter(({ sql, params }) => {
    const key = `${sql}|${JSON.stringify(params)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

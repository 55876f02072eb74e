import type { ReadingPart, ReadingTime } from "#lib/contracts/reading.ts";
import { aboutCandidates } from "./amount-links.ts";
import type { Candidate, CandidateOf } from "./candidates.ts";
import { personNouns } from "./english/lexicon.ts";
import { rootOf, stem } from "./english/stem.ts";
import type { Mention } from "./form.ts";
import { neighbours } from "./joins.ts";
import { type Measure, measureOf } from "./measure.ts";
import type { Grain } from "./period.ts";
import type { Dimension, Doubt, Extreme, HavingBound, PlanContext, RowBound, Subject } from "./plan-parts.ts";
import { columnLabel, isTime, type SchemaTable } from "./schema.ts";
import { ownerOf } from "./slots.ts";
import { Star, type Surroundings } from "./star.ts";

/** Tables that pair others and whose comment has a verb of the question: `which employee worked on which project`. */
function hinted({ schema, form, choice }: PlanContext): SchemaTable[] {
  const named = form.conditions.flatMap((one) => {
    const taken = one.kind === "with" ? choice.get(one.mention) : null;
    return taken?.kind === "table" && taken.table.bridge ? [taken.table] : [];
  });
  return [...named, ...told({ schema, form })];
}

function told({ schema, form }: Pick<PlanContext, "schema" | "form">): SchemaTable[] {
  const verbs = form.soft.map((word) => stem(word.toLowerCase()));
  return verbs.length === 0
    ? []
    : schema.tables.filter(
        ({ edges, comment, names }) =>
          edges.filter(({ fansOut }) => !fansOut).length >= 2 &&
          verbs.some(
            (verb) => comment.has(verb) || names.flat().some((word) => rootOf(word) === rootOf(verb)),
          ),
      );
}

/** Binds the clauses of one reading to the catalog; the modules beside it lay the query out. */
export class Planner {
  readonly context: PlanContext;
  readonly doubts: Doubt[] = [];
  readonly filters: ReadingPart[] = [];
  readonly having: HavingBound[] = [];
  readonly rowBounds: RowBound[] = [];
  extreme: Extreme | null = null;
  /** A figure is set against the same one a step before, along a grain. */
  growth: { grain: Grain; step: Grain } | null = null;
  subject: Subject | null = null;
  time: ReadingTime | null = null;
  /** The period was placed where it belongs, such as inside a denial. */
  periodPlaced = false;
  /** Values are asked for rather than rows, each of them once. */
  once = false;

  constructor(context: PlanContext) {
    this.context = context;
  }

  /** What a mention is taken for. */
  chosen(mention: Mention | "money" | null): Candidate | null {
    return mention === null || mention === "money" ? null : (this.context.choice.get(mention) ?? null);
  }

  /** Notes what makes this reading less certain. */
  doubt(factor: number, because: string, alternatives: string[] = []): void {
    this.doubts.push({ factor, because, ...(alternatives.length > 0 ? { alternatives } : {}) });
  }

  /** What the question asks for rows of; where it names nothing, the table of what it does name. */
  findSubject(): Subject | null {
    const { form } = this.context;
    const named = this.chosen(form.subject);
    if (named?.kind === "table") return { table: named.table, column: null, words: form.subject!.words };
    if (named?.kind === "column") {
      // `positions of the players`: what comes first is asked for, the rest says whose.
      const [first] = form.attributes;
      const behind = !form.subjectListed && first !== undefined && first.end <= form.subject!.start;
      const column = behind && this.chosen(first)?.kind === "column" ? null : named.column;
      // `names of companies`, where another table keeps companies: its rows are likelier than rows that have one.
      if (
        column === null &&
        form.subject!.candidates.some((one) => one.kind === "table" && one.score >= named.score)
      )
        this.doubt(0.93, `${columnLabel(named.column)} is also a thing of its own`);
      return { table: named.column.owner, column, words: form.subject!.words };
    }
    if (form.measures.some(({ of }) => of !== null)) return null;
    const first =
      this.chosen(form.attributes[0] ?? null) ??
      form.conditions
        .map((one) =>
          "mention" in one ? this.chosen(one.mention) : "of" in one ? this.chosen(one.of) : null,
        )
        .find((one) => one !== null) ??
      this.chosen(form.period?.near ?? null);
    if (!first) return null;
    if (form.ask === "who" && form.attributes.length === 0) return this.#person(ownerOf(first));
    if (form.attributes.length === 0) this.doubt(0.94, "the question does not say of what");
    return { table: ownerOf(first), column: null, words: "" };
  }

  /** `who worked on X`: people, whatever X is; those of the table that records what they did, if one does. */
  #person(of: SchemaTable): Subject {
    const isPerson = (table: SchemaTable) => table.names.some((name) => personNouns.has(name.at(-1)!));
    if (isPerson(of)) {
      this.doubt(0.94, "the question does not say of what");
      return { table: of, column: null, words: "" };
    }
    const people = (from: SchemaTable) => from.edges.map(({ to }) => to).filter(isPerson);
    const pairs = hinted(this.context).filter(({ edges }) => edges.some(({ to }) => to === of));
    const deeds = this.context.form.conditions.flatMap((one) => (one.kind === "did" ? one.nouns : []));
    const recorded = neighbours(this.context.schema, of).filter((table) =>
      table.names.some((name) => deeds.includes(name.at(-1)!)),
    );
    const [told] = [...pairs, ...recorded].flatMap(people);
    if (told) return { table: told, column: null, words: "who" };
    const [near, ...others] = new Set(people(of));
    this.doubt(near && others.length === 0 ? 0.7 : 0.5, "it asks who, and nothing says which people");
    return { table: near ?? of, column: null, words: "" };
  }

  measure(of: Mention | "money" | null, fn: Measure["fn"] | null, distinct: boolean): Measure | null {
    const candidate = this.chosen(of);
    if (candidate) {
      const measure = measureOf(candidate, fn, distinct);
      if (fn === "count" && measure?.fn === "sum" && measure.of.kind === "column") {
        this.doubt(0.85, `${measure.label} is taken for a stored number that is added up`);
      }
      return measure;
    }
    if (of !== null || !this.subject) return null;
    if (this.subject.column) {
      return measureOf({ kind: "column", column: this.subject.column, score: 1, because: "" }, "count", true);
    }
    return measureOf(
      { kind: "table", table: this.subject.table, score: 1, because: "by name" },
      "count",
      false,
    );
  }

  dimensions(): Dimension[] | null {
    const found: Dimension[] = [];
    for (const { mention, grain, words, each: said = false } of this.context.form.dimensions) {
      const each = said && this.#ranksWithin(mention);
      const candidate = this.chosen(mention);
      if (grain && candidate?.kind === "column" && !isTime(candidate.column.column))
        found.push({ kind: "column", column: candidate.column, words, each });
      else if (grain) found.push({ kind: "grain", grain, words, each });
      else if (candidate?.kind === "table")
        found.push({ kind: "entity", table: candidate.table, words, each });
      else if (candidate?.kind === "column")
        found.push({ kind: "column", column: candidate.column, words, each });
      else return null;
    }
    return found;
  }

  /** `top customer in each country` ranks within countries; `orders per customer, top 10` ranks customers. */
  #ranksWithin(mention: Mention | null): boolean {
    const { rank, subject } = this.context.form;
    if (!rank || rank.at === undefined) return false;
    return rank.at < (subject?.start ?? -1) || rank.at < (mention?.start ?? -1);
  }

  /** The column of a table that an adjective is about; null where it has none. */
  own(about: string[], table: SchemaTable): CandidateOf<"column"> | null {
    const [own] = aboutCandidates(about, table, this.context.schema);
    if (own) this.doubt(own.score, own.because);
    return own ?? null;
  }

  /** The column an adjective or a bare bound is about: of the subject itself, else of what hangs on it. */
  about(about: string[], table: SchemaTable): CandidateOf<"column"> | null {
    const [own, second] = aboutCandidates(about, table, this.context.schema);
    if (own) {
      this.doubt(own.score, own.because);
      if (second && second.score > own.score - 0.02)
        this.doubt(0.8, "several columns could be meant", [columnLabel(second.column)]);
      return own;
    }
    for (const { to } of table.edges) {
      const [found] = aboutCandidates(about, to, this.context.schema);
      if (found) {
        this.doubt(found.score * 0.9, found.because);
        return found;
      }
    }
    return null;
  }

  /** A planner of the same reading that has noted nothing yet, for a second query beside the first. */
  again(): Planner {
    return new Planner(this.context);
  }

  surroundings(): Surroundings {
    const mentioned = new Set<SchemaTable>();
    for (const candidate of this.context.choice.values()) mentioned.add(ownerOf(candidate));
    return { mentioned, stems: this.context.stems, hinted: hinted(this.context), aliases: new Set() };
  }

  star(root: SchemaTable): Star {
    return new Star(root, this.surroundings());
  }
}

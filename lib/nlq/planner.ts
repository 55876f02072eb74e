import type { ReadingPart, ReadingTime } from "#lib/contracts/reading.ts";
import { stem } from "./english/stem.ts";
import type { Mention } from "./form.ts";
import { neighbours } from "./joins.ts";
import { aboutCandidates, type Candidate, type CandidateOf, moneyCandidates } from "./links.ts";
import { type Measure, measureOf } from "./measure.ts";
import { isPlainTop } from "./mention.ts";
import { plainName } from "./names.ts";
import type {
  Dimension,
  Doubt,
  Extreme,
  HavingBound,
  PlanContext,
  RankBy,
  RowBound,
  Subject,
} from "./plan-parts.ts";
import { part } from "./plan-parts.ts";
import type { Condition, Expression } from "./query.ts";
import { columnLabel, isNumber, isTime, type SchemaColumn, type SchemaTable } from "./schema.ts";
import { ownerOf } from "./slots.ts";
import { Star, type Surroundings } from "./star.ts";

const quantityStem = stem("quantity");

/** Binds the clauses of one reading to the catalog; the modules beside it lay the query out. */
export class Planner {
  readonly context: PlanContext;
  readonly doubts: Doubt[] = [];
  readonly filters: ReadingPart[] = [];
  readonly having: HavingBound[] = [];
  readonly rowBounds: RowBound[] = [];
  extreme: Extreme | null = null;
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
      return { table: named.column.owner, column, words: form.subject!.words };
    }
    if (form.measures.some(({ of }) => of !== null)) return null;
    const first =
      this.chosen(form.attributes[0] ?? null) ??
      form.conditions
        .map((one) =>
          "mention" in one ? this.chosen(one.mention) : "of" in one ? this.chosen(one.of) : null,
        )
        .find((one) => one !== null);
    if (!first) return null;
    if (form.attributes.length === 0) this.doubt(0.94, "the question does not say of what");
    return { table: ownerOf(first), column: null, words: "" };
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
    for (const { mention, grain, words } of this.context.form.dimensions) {
      const candidate = this.chosen(mention);
      if (grain && candidate?.kind === "column" && !isTime(candidate.column.column))
        found.push({ kind: "column", column: candidate.column, words });
      else if (grain) found.push({ kind: "grain", grain, words });
      else if (candidate?.kind === "table") found.push({ kind: "entity", table: candidate.table, words });
      else if (candidate?.kind === "column") found.push({ kind: "column", column: candidate.column, words });
      else return null;
    }
    return found;
  }

  /**
   * Whether the superlative only tells which row of a table that is named on the way is meant; what is asked for is
   * then filtered by it, not ranked.
   */
  takesExtreme(measures: Measure[], dimensions: Dimension[]): boolean {
    const { form } = this.context;
    const { rank } = form;
    if (!rank || rank.fn !== null || (rank.count ?? 1) > 1 || rank.by === "money") return false;
    const named = form.conditions.flatMap((one) => {
      const candidate = one.kind === "with" ? this.chosen(one.mention) : null;
      return candidate?.kind === "table" ? [candidate.table] : [];
    });
    let by = this.chosen(rank.by);
    if (!by && rank.adjective) {
      const near = named.at(-1) ?? measures[0]?.home;
      by = near ? (aboutCandidates(rank.adjective.about, near, this.context.schema)[0] ?? null) : null;
    }
    if (by?.kind !== "column" || !(isNumber(by.column.column) || isTime(by.column.column))) return false;
    const { column } = by;
    const aside = named.includes(column.owner) && column.owner !== this.subject?.table;
    const figure = measures.length > 0 && dimensions.length === 0 && form.attributes.length === 0;
    const measured = measures.some(({ of }) => of.kind === "column" && of.column === column);
    if (measured || !(figure || (aside && measures.length === 0))) return false;
    this.extreme = { column, direction: rank.direction, words: rank.words };
    form.rank = null;
    return true;
  }

  /** `sorted by their total amount`: a figure of another table, computed for each of what is listed. */
  orderedBy(measures: Measure[]): RankBy | null {
    const { order, rank } = this.context.form;
    const candidate = this.chosen(order?.by ?? null);
    if (!order?.fn || rank || measures.length > 0 || !candidate || !this.subject || this.subject.column)
      return null;
    if (ownerOf(candidate) === this.subject.table) return null;
    const measure = measureOf(candidate, order.fn, false);
    return measure && { kind: "measure", measure };
  }

  /** What rows are ranked by; null where nothing ranks, or where what should rank measures nothing. */
  rank(measures: Measure[]): RankBy | null {
    const { form } = this.context;
    const { rank } = form;
    if (!rank) return null;
    const candidate = this.chosen(rank.by);
    if (candidate) return this.#rankBy(candidate, rank.fn, rank.adjective !== null, rank.direction);
    if (rank.adjective && this.subject) {
      const found = this.about(rank.adjective.about, this.subject.table);
      if (!found) return this.#byMoney(rank.adjective.about);
      // The oldest has the greatest age, but the earliest date of birth.
      if (isTime(found.column.column) && rank.adjective.about[0] === "age") rank.direction = "asc";
      else if (
        rank.adjective.about[0] === "age" &&
        found.column.names[0]!.some((word) => word.startsWith("year") || word.startsWith("found"))
      )
        rank.direction = "asc";
      return this.#rankBy(found, rank.fn, true, rank.direction);
    }
    const [measure] = measures;
    const often = /often$|common(ly)?$|popular$|frequent(ly)?$|times$/i.test(rank.words);
    if (!measure && this.subject && often) {
      const counted = this.#occurrences();
      if (counted) return { kind: "measure", measure: counted };
    }
    if (!measure) {
      const sold = this.#bySales();
      if (sold) return sold;
    }
    if (!measure && this.subject && isPlainTop(rank)) return this.#byMoney(["size"], 0.86);
    return measure ? { kind: "measure", measure } : null;
  }

  /**
   * What is counted for `most common`: rows of the subject for each of the values that are shown; where the subject
   * itself is shown, rows of what it occurs in.
   */
  #occurrences(): Measure | null {
    const { form, schema } = this.context;
    const { table, column, words } = this.subject!;
    const count = (of: SchemaTable) =>
      measureOf({ kind: "table", table: of, score: 1, because: "how often it occurs" }, "count", false);
    const shown = form.attributes.map((mention) => this.chosen(mention));
    const itself = shown.every(
      (one) =>
        one?.kind !== "column" || (one.column.owner === table && table.label.includes(one.column.column)),
    );
    const single = shown.some(
      (one) => one?.kind === "column" && table.table.primaryKey.join() === one.column.column.id,
    );
    if (column || (!single && shown.length > 0 && (!itself || words === ""))) return count(table);
    for (const one of form.conditions) {
      const candidate = one.kind === "with" ? this.chosen(one.mention) : null;
      if (candidate?.kind === "table" && candidate.table !== table) return count(candidate.table);
      if (one.kind !== "did" || one.negated) continue;
      const recorded = neighbours(schema, table).find((other) =>
        one.nouns.some((noun) => other.names.some((name) => name.includes(noun))),
      );
      if (recorded) return count(recorded);
    }
    const only = table.edges.filter(({ fansOut }) => fansOut);
    if (only.length !== 1) return null;
    this.doubt(0.85, `how often is taken from ${plainName(only[0]!.to.table.name)}`);
    return count(only[0]!.to);
  }

  /** `sold most`: by pieces where they are counted, else by how often. */
  #bySales(): RankBy | null {
    const { form, schema } = this.context;
    const selling = /selling$/i.test(form.rank?.words ?? "");
    if (!selling && !form.conditions.some((one) => one.kind === "did" && !one.negated)) return null;
    const metric = schema.metrics.find(({ names }) =>
      names.some((name) => name.length === 1 && name[0] === quantityStem),
    );
    const line = schema.lineAmounts[0];
    const candidate: Candidate | null = metric
      ? { kind: "metric", metric: metric.metric, owner: metric.owner, score: 1, because: "pieces sold" }
      : line
        ? {
            kind: "column",
            column: schema.columnById.get(line.quantity.id)!,
            score: 1,
            because: "pieces sold",
          }
        : null;
    const measure = candidate && measureOf(candidate, metric ? null : "sum", false);
    if (!measure) return null;
    this.doubt(0.9, `most sold is taken by ${measure.label}`);
    return { kind: "measure", measure };
  }

  /** The biggest customers are those that bring most, where nothing about them has a size. */
  #byMoney(about: string[], factor = 0.75): RankBy | null {
    const metric = about.includes("size")
      ? moneyCandidates(this.context.schema).find(({ kind }) => kind === "metric")
      : undefined;
    const measure = metric && measureOf(metric, null, false);
    if (!measure) return null;
    this.doubt(factor, `they are ranked by ${measure.label}, which the question does not say`);
    return { kind: "measure", measure };
  }

  #rankBy(
    candidate: Candidate,
    fn: Measure["fn"] | null,
    single: boolean,
    direction: "asc" | "desc",
  ): RankBy | null {
    if (candidate.kind === "column" && !single && this.subject && isName(candidate.column)) {
      // `the party with the most delegates`: rows of where they are kept are counted.
      const table = candidate.column.owner;
      const measure = measureOf(
        { kind: "table", table, score: 1, because: candidate.because },
        "count",
        false,
      );
      return measure && { kind: "measure", measure };
    }
    if (candidate.kind === "column" && (fn === null || fn === "count") && this.subject) {
      const { column } = candidate;
      const own = column.owner === this.subject.table && this.subject.column === null;
      if (own || (this.subject.column === null && this.star(this.subject.table).reachesOne(column.owner)))
        return { kind: "column", column };
      if (column.column.kind === "text" && !isNumber(column.column) && fn !== "count") return null;
      const extreme = single && fn === null ? (direction === "desc" ? "max" : "min") : fn;
      const measure = measureOf(candidate, extreme, false);
      return measure ? { kind: "measure", measure } : null;
    }
    const measure = measureOf(candidate, fn ?? (candidate.kind === "table" ? "count" : null), false);
    return measure ? { kind: "measure", measure } : null;
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

  /** Sorts bounds into those on rows and those on groups; the first are placed with the other conditions. */
  sortBounds(): boolean {
    for (const condition of this.context.form.conditions) {
      if (condition.kind !== "bound") continue;
      const make = (left: Expression): Condition[] => {
        const value = (number: number): Expression => ({ kind: "value", value: number, type: "number" });
        const low: Condition = {
          kind: "compare",
          left,
          operator: condition.operator,
          right: value(condition.value),
        };
        return condition.upper === null
          ? [low]
          : [low, { kind: "compare", left, operator: "<=", right: value(condition.upper) }];
      };
      let candidate = this.chosen(condition.of);
      if (!candidate && condition.about[0] === "times") {
        const counted = this.subject ? this.#occurrences() : null;
        if (!counted) return false;
        this.filters.push(part(`${counted.label} ${condition.words}`, [condition.words]));
        const [low] = make({ kind: "star" });
        if (!low) return false;
        this.having.push({
          measure: counted,
          make: (expression) => make(expression)[0]!,
          words: condition.words,
          label: counted.label,
        });
        continue;
      }
      if (!candidate) {
        const about =
          condition.about.length > 0 ? condition.about : ["price", "cost", "amount", "value", "rate", "age"];
        if (condition.about.length === 0) this.doubt(0.95, "the bound does not say what it bounds");
        const counted = this.chosen(this.context.form.measures[0]?.of ?? null);
        const table = this.subject?.table ?? (counted ? ownerOf(counted) : null);
        if (!table) return false;
        candidate = this.about(about, table);
        if (!candidate) return false;
      }
      const counted =
        candidate.kind === "table" &&
        (condition.counts ||
          candidate.table !== this.subject?.table ||
          this.subject.column !== null ||
          this.subject.words === "");
      const plainColumn =
        candidate.kind === "column" &&
        condition.fn === null &&
        !isSubjectColumn(this.subject, candidate) &&
        !this.context.form.measures.some(({ of, fn }) => of !== null && of === condition.of && fn !== null);
      if (plainColumn && candidate.kind === "column") {
        if (condition.counts && isName(candidate.column)) {
          candidate = { kind: "table", table: candidate.column.owner, score: 1, because: candidate.because };
        } else if (!isNumber(candidate.column.column)) return false;
      }
      if (plainColumn && candidate.kind === "column") {
        this.rowBounds.push({ column: candidate.column, make, condition });
        continue;
      }
      // `id 5` after the table itself: its key.
      if (candidate.kind === "table" && !counted) {
        const key = candidate.table.columns.find(
          ({ column }) => column.id === candidate.table.table.primaryKey[0],
        );
        if (!key || !isNumber(key.column) || condition.operator !== "=") return false;
        this.rowBounds.push({ column: key, make, condition });
        continue;
      }
      if (condition.negated) this.doubt(0.5, "what has none of them at all is left out");
      const measured = this.context.form.measures.find(({ of }) => of !== null && of === condition.of);
      const measure = measureOf(candidate, measured?.fn ?? condition.fn ?? (counted ? "count" : null), false);
      if (!measure) return false;
      this.filters.push({
        ...part(`${measure.label} ${condition.words}`, [condition.words]),
        ...(measure.binding ? { binding: measure.binding } : {}),
      });
      for (const [i] of make({ kind: "star" }).entries()) {
        this.having.push({
          measure,
          make: (expression) => make(expression)[i]!,
          words: condition.words,
          label: measure.label,
        });
      }
    }
    return true;
  }

  /** A planner of the same reading that has noted nothing yet, for a second query beside the first. */
  again(): Planner {
    return new Planner(this.context);
  }

  surroundings(): Surroundings {
    const mentioned = new Set<SchemaTable>();
    for (const candidate of this.context.choice.values()) mentioned.add(ownerOf(candidate));
    return { mentioned, stems: this.context.stems, aliases: new Set() };
  }

  star(root: SchemaTable): Star {
    return new Star(root, this.surroundings());
  }
}

/** Text that names things: it has no size, but can be counted. */
function isName({ column }: SchemaColumn): boolean {
  return column.kind === "text" && !isNumber(column);
}

function isSubjectColumn(subject: Subject | null, candidate: Candidate): boolean {
  return candidate.kind === "column" && subject?.column === candidate.column;
}

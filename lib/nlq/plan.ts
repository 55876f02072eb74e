import type { Column } from "#lib/contracts/catalog.ts";
import type { OutputColumn, ReadingPart, ReadingTime } from "#lib/contracts/reading.ts";
import { placeConditions } from "./conditions.ts";
import type { Form, Mention } from "./form.ts";
import { aboutCandidates, type Candidate, type CandidateOf, moneyCandidates } from "./links.ts";
import { type Measure, measureExpression, measureOf } from "./measure.ts";
import { plainName, plural, singular } from "./names.ts";
import { placePeriod, timeColumn } from "./period-place.ts";
import type { Calendar, Grain, Period } from "./periods.ts";
import type { Condition, Expression, Query, SelectItem } from "./query.ts";
import { columnLabel, isNumber, isTime, type Schema, type SchemaColumn, type SchemaTable } from "./schema.ts";
import { type Choice, ownerOf } from "./slots.ts";
import { Star, type Surroundings } from "./star.ts";

/** Something that makes a plan less certain: a factor on its score, and why. */
export interface Doubt {
  factor: number;
  because: string;
  /** What else it could have been, in words. */
  alternatives?: string[];
}

/** A query with what it was made of, for the score and the reading. */
export interface Plan {
  query: Query;
  doubts: Doubt[];
  joins: string[];
  measures: ReadingPart[];
  dimensions: ReadingPart[];
  filters: ReadingPart[];
  entities: ReadingPart[];
  time: ReadingTime | null;
  order: { label: string; words: string[]; direction: "asc" | "desc" } | null;
  /** `one row per segment`. */
  grain: string;
  share: boolean;
}

export interface PlanContext {
  schema: Schema;
  form: Form;
  choice: Choice;
  calendar: Calendar;
  period: Period | null;
  stems: Set<string>;
  /** Only what was asked for is shown; otherwise the figures behind a ranking or a bound are shown as well. */
  onlyAsked: boolean;
}

type Dimension =
  | { kind: "entity"; table: SchemaTable; words: string }
  | { kind: "column"; column: SchemaColumn; words: string }
  | { kind: "grain"; grain: Grain; words: string };

/** A bound on an aggregate, kept for HAVING. */
export interface HavingBound {
  measure: Measure;
  make: (expression: Expression) => Condition;
  words: string;
  label: string;
}

type RankBy = { kind: "column"; column: SchemaColumn } | { kind: "measure"; measure: Measure };

/**
 * Turns one way to take the mentions into a query, or null where it cannot be said as one: no way joins the tables, a
 * total would be multiplied, or the parts do not fit each other.
 */
export function plan(context: PlanContext): Plan | null {
  return new Planner(context).plan();
}

export class Planner {
  readonly context: PlanContext;
  readonly doubts: Doubt[] = [];
  readonly filters: ReadingPart[] = [];
  readonly having: HavingBound[] = [];
  subject: { table: SchemaTable; column: SchemaColumn | null; words: string } | null = null;
  #time: ReadingTime | null = null;

  constructor(context: PlanContext) {
    this.context = context;
  }

  chosen(mention: Mention | "money" | null): Candidate | null {
    return mention === null || mention === "money" ? null : (this.context.choice.get(mention) ?? null);
  }

  doubt(factor: number, because: string, alternatives: string[] = []): void {
    this.doubts.push({ factor, because, ...(alternatives.length > 0 ? { alternatives } : {}) });
  }

  plan(): Plan | null {
    const { form } = this.context;
    this.subject = this.#subject();
    const measures: Measure[] = [];
    for (const { fn, of, distinct } of form.measures) {
      const measure = this.#measure(of, fn, distinct);
      if (!measure) return null;
      measures.push(measure);
    }
    const dimensions = this.#dimensions();
    if (!dimensions) return null;
    // `quantity by product`: a figure that is split is added up.
    const attributes: SchemaColumn[] = [];
    for (const mention of form.attributes) {
      const candidate = this.chosen(mention)!;
      if (candidate.kind === "metric") {
        measures.push(measureOf(candidate, null, false)!);
      } else if (
        candidate.kind === "column" &&
        dimensions.length > 0 &&
        measures.length === 0 &&
        isNumber(candidate.column.column) &&
        !candidate.column.key
      ) {
        const measure = measureOf(candidate, null, false);
        if (measure) measures.push(measure);
      } else if (candidate.kind === "column") {
        attributes.push(candidate.column);
      } else if (candidate.kind === "table") {
        for (const column of candidate.table.label)
          attributes.push(this.context.schema.columnById.get(column.id)!);
      }
    }
    if (form.keys && this.subject) {
      for (const id of this.subject.table.table.primaryKey)
        attributes.unshift(this.context.schema.columnById.get(id)!);
      if (this.subject.table.table.primaryKey.length === 0) return null;
    }
    const rank = this.#rank(measures);
    if (rank === null && form.rank !== null && (form.rank.by !== null || measures.length === 0)) return null;
    if (!this.#bounds()) return null;
    const aggregated = measures.length > 0 || rank?.kind === "measure" || this.having.length > 0;
    return aggregated
      ? this.#grouped(measures, dimensions, attributes, rank)
      : this.#list(dimensions, attributes, rank);
  }

  /** What the question asks for rows of; where it names nothing, the table of what it does name. */
  #subject(): Planner["subject"] {
    const { form } = this.context;
    const named = this.chosen(form.subject);
    if (named?.kind === "table") return { table: named.table, column: null, words: form.subject!.words };
    if (named?.kind === "column")
      return { table: named.column.owner, column: named.column, words: form.subject!.words };
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

  #measure(of: Mention | "money" | null, fn: Measure["fn"] | null, distinct: boolean): Measure | null {
    const candidate = this.chosen(of);
    if (candidate) return measureOf(candidate, fn, distinct);
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

  #dimensions(): Dimension[] | null {
    const found: Dimension[] = [];
    for (const { mention, grain, words } of this.context.form.dimensions) {
      const candidate = this.chosen(mention);
      if (grain) found.push({ kind: "grain", grain, words });
      else if (candidate?.kind === "table") found.push({ kind: "entity", table: candidate.table, words });
      else if (candidate?.kind === "column") found.push({ kind: "column", column: candidate.column, words });
      else return null;
    }
    return found;
  }

  /** What rows are ranked by; null where nothing ranks, or where what should rank measures nothing. */
  #rank(measures: Measure[]): RankBy | null {
    const { rank } = this.context.form;
    if (!rank) return null;
    const candidate = this.chosen(rank.by);
    if (candidate) return this.#rankBy(candidate, rank.fn, rank.adjective !== null, rank.direction);
    if (rank.adjective && this.subject) {
      const found = this.#about(rank.adjective.about, this.subject.table);
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
    if (!measure && this.subject?.column && /often$|common$|popular$|frequent(ly)?$/.test(rank.words)) {
      const table = this.subject.table;
      const often = measureOf(
        { kind: "table", table, score: 1, because: "how often it occurs" },
        "count",
        false,
      );
      return often && { kind: "measure", measure: often };
    }
    return measure ? { kind: "measure", measure } : null;
  }

  /** The biggest customers are those that bring most, where nothing about them has a size. */
  #byMoney(about: string[]): RankBy | null {
    const metric = about.includes("size")
      ? moneyCandidates(this.context.schema).find(({ kind }) => kind === "metric")
      : undefined;
    const measure = metric && measureOf(metric, null, false);
    if (!measure) return null;
    this.doubt(0.75, `size is taken as ${measure.label}`);
    return { kind: "measure", measure };
  }

  #rankBy(
    candidate: Candidate,
    fn: Measure["fn"] | null,
    single: boolean,
    direction: "asc" | "desc",
  ): RankBy | null {
    if (candidate.kind === "column" && (fn === null || fn === "count") && this.subject) {
      const { column } = candidate;
      const own = column.owner === this.subject.table && this.subject.column === null;
      if (own || (this.subject.column === null && this.#star(this.subject.table).reachesOne(column.owner)))
        return { kind: "column", column };
      if (column.column.kind === "text" && fn !== "count") return null;
      const extreme = single && fn === null ? (direction === "desc" ? "max" : "min") : fn;
      const measure = measureOf(candidate, extreme, false);
      return measure ? { kind: "measure", measure } : null;
    }
    const measure = measureOf(candidate, fn ?? (candidate.kind === "table" ? "count" : null), false);
    return measure ? { kind: "measure", measure } : null;
  }

  /** The column an adjective or a bare bound is about: of the subject itself, else of what hangs on it. */
  #about(about: string[], table: SchemaTable): CandidateOf<"column"> | null {
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
  #bounds(): boolean {
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
      if (!candidate) {
        const about =
          condition.about.length > 0 ? condition.about : ["price", "cost", "amount", "value", "rate"];
        if (condition.about.length === 0) this.doubt(0.95, "the bound does not say what it bounds");
        if (!this.subject) return false;
        candidate = this.#about(about, this.subject.table);
        if (!candidate) return false;
      }
      const counted =
        candidate.kind === "table" &&
        (candidate.table !== this.subject?.table || this.subject.column !== null);
      const plainColumn =
        candidate.kind === "column" &&
        condition.fn === null &&
        !isSubjectColumn(this.subject, candidate) &&
        !this.context.form.measures.some(({ of, fn }) => of !== null && of === condition.of && fn !== null);
      if (plainColumn && candidate.kind === "column") {
        if (!isNumber(candidate.column.column)) return false;
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
      const measured = this.context.form.measures.find(({ of }) => of !== null && of === condition.of);
      const measure = measureOf(candidate, measured?.fn ?? condition.fn ?? (counted ? "count" : null), false);
      if (!measure) return false;
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

  readonly rowBounds: Array<{
    column: SchemaColumn;
    make: (left: Expression) => Condition[];
    condition: Extract<Form["conditions"][number], { kind: "bound" }>;
  }> = [];

  #surroundings(): Surroundings {
    const mentioned = new Set<SchemaTable>();
    for (const candidate of this.context.choice.values()) mentioned.add(ownerOf(candidate));
    return { mentioned, stems: this.context.stems, aliases: new Set() };
  }

  #star(root: SchemaTable): Star {
    return new Star(root, this.#surroundings());
  }

  /** A query of groups: measures at the grain of their own table, split by dimensions. */
  #grouped(
    measures: Measure[],
    dimensions: Dimension[],
    attributes: SchemaColumn[],
    rank: RankBy | null,
  ): Plan | null {
    const { form } = this.context;
    const all = [
      ...measures,
      ...(rank?.kind === "measure" ? [rank.measure] : []),
      ...this.having.map(({ measure }) => measure),
    ];
    const home = all[0]!.home;
    // Figures of different grains are never added up over one join.
    if (all.some((measure) => measure.home !== home)) return null;
    const star = this.#star(home);
    const selective = rank !== null || this.having.length > 0;
    // A column of a table that is a dimension as a whole says nothing more.
    const groups = dimensions.filter(
      (group) =>
        group.kind !== "column" ||
        !dimensions.some(
          (other) =>
            other.kind === "entity" &&
            other.table === group.column.owner &&
            other.table.label.includes(group.column.column),
        ),
    );
    const subject = this.subject;
    if (subject && !this.#isMeasured(subject, measures)) {
      const ownRows = subject.table === home && all.every(({ of }) => of.kind === "rows");
      // Rows counted a row are one each: what is meant is a count for each value of what is shown.
      if (ownRows && subject.column === null) {
        if (attributes.length === 0) return null;
        groups.unshift(
          ...attributes.splice(0).map((column) => ({ kind: "column" as const, column, words: "" })),
        );
      } else if (subject.column)
        groups.unshift({ kind: "column", column: subject.column, words: subject.words });
      else if (subject.table !== home || selective)
        groups.unshift({ kind: "entity", table: subject.table, words: subject.words });
    }
    if (rank?.kind === "column") return null;
    // Something is to be ranked, and nothing to rank it among.
    if (form.rank && groups.length === 0) return null;
    if (!placeConditions(this, star)) return null;
    for (const measure of all) {
      if (measure.of.kind === "column" && measure.fn === "count" && !form.distinct)
        this.doubt(0.9, "different values are counted");
    }
    for (const group of groups) {
      if (group.kind === "grain") continue;
      const table = group.kind === "entity" ? group.table : group.column.owner;
      if (!star.join(table, !selective)) return null;
    }
    // A metric may need further tables, such as the products whose unit cost it takes off.
    for (const { of } of all) {
      if (of.kind !== "metric") continue;
      for (const id of of.metric.columns)
        if (!star.join(this.context.schema.columnById.get(id)!.owner, false)) return null;
    }
    const shown: SelectItem[] = [];
    const groupBy: Expression[] = [];
    const orderTime: Expression[] = [];
    for (const group of groups) {
      if (group.kind === "grain") {
        const column = timeColumn(this, star, measures[0] ?? null);
        if (!column || !star.join(column.owner, false)) return null;
        const expression: Expression = { kind: "grain", grain: group.grain, of: star.column(column.column) };
        groupBy.push(expression);
        orderTime.push(expression);
        shown.push({
          expression,
          output: { name: group.grain, label: title(group.grain), role: "time", binding: column.column.id },
        });
      } else if (group.kind === "entity") {
        const own = attributes.filter((column) => column.owner === group.table);
        const labels = own.length > 0 ? own.map(({ column }) => column) : group.table.label;
        if (labels.length === 0) return null;
        for (const id of group.table.table.primaryKey) {
          const key = this.context.schema.columnById.get(id)!.column;
          if (!labels.includes(key)) groupBy.push(star.column(key));
        }
        for (const column of labels) {
          groupBy.push(star.column(column));
          shown.push(this.#shown(star.column(column), column, "dimension"));
        }
        if (own.length === 0 && labels.every(({ id }) => group.table.table.primaryKey.includes(id))) {
          this.doubt(0.95, `${singular(plainName(group.table.table.name))} has no name, only a key`);
        }
      } else {
        const item = this.#shown(star.column(group.column.column), group.column.column, "dimension");
        if (group.column.column.mixedCase) {
          groupBy.push({ kind: "folded", of: item.expression });
          shown.push({
            ...item,
            expression: { kind: "aggregate", fn: "min", distinct: false, of: item.expression },
          });
        } else {
          groupBy.push(item.expression);
          shown.push(item);
        }
      }
    }
    for (const column of attributes) {
      if (groups.some((group) => group.kind === "entity" && group.table === column.owner)) continue;
      if (shown.some(({ output }) => output.binding === column.column.id)) continue;
      // Nothing says that the figure is to be split by it.
      this.doubt(0.72, `${columnLabel(column)} is shown beside a total`);
      if (!star.join(column.owner, true)) return null;
      const item = this.#shown(star.column(column.column), column.column, "attribute");
      if (shown.some(({ output }) => output.binding === item.output.binding)) continue;
      groupBy.push(item.expression);
      shown.push(item);
    }
    if (!placePeriod(this, star, measures[0] ?? rank?.measure ?? null)) return null;
    const rankMeasure = rank?.kind === "measure" ? rank.measure : null;
    const figures = measures.filter((one, i) => measures.findIndex((other) => sameMeasure(one, other)) === i);
    for (const extra of [rankMeasure, ...this.having.map(({ measure }) => measure)]) {
      if (
        extra &&
        !figures.some((known) => sameMeasure(known, extra)) &&
        !(this.context.onlyAsked && shown.length > 0)
      )
        figures.push(extra);
    }
    const expressionOf = new Map<Measure, Expression>();
    for (const measure of new Set([...figures, ...all])) {
      const expression = measureExpression(measure, star);
      if (!expression) return null;
      expressionOf.set(measure, expression);
    }
    const whole = form.share ? this.#whole(measures, groups, star) : null;
    if (form.share && !whole) return null;
    for (const measure of figures) {
      const expression = expressionOf.get(measure)!;
      const output: OutputColumn = {
        name: nameOf(form.share ? `share of ${measure.label}` : measure.label),
        label: title(form.share ? `share of ${measure.label}` : measure.label),
        role: "measure",
        ...(form.share ? { unit: "ratio" } : measure.unit ? { unit: measure.unit } : {}),
        ...(measure.binding ? { binding: measure.binding } : {}),
      };
      shown.push({
        expression: whole ? { kind: "share", part: expression, whole: whole(expression) } : expression,
        output,
      });
    }
    const query = this.#query(star, shown, groupBy);
    for (const { measure, make } of this.having) query.having.push(make(expressionOf.get(measure)!));
    const ranked = rankMeasure ?? (groups.length > 0 ? measures[0] : undefined);
    const direction = form.rank?.direction ?? form.order?.direction ?? "desc";
    const by = form.order?.by ? this.#orderBy(star, expressionOf, groups) : null;
    if (form.order?.by && !by) return null;
    if (by) query.orderBy.push({ expression: by, direction: form.order!.direction ?? "asc" });
    else if (orderTime.length > 0 && !form.rank && !form.order)
      query.orderBy.push(...orderTime.map((expression) => ({ expression, direction: "asc" as const })));
    else if (ranked && groups.length > 0)
      query.orderBy.push({ expression: expressionOf.get(ranked)!, direction });
    query.limit = this.#limit(groups.length > 0);
    const order = ranked && groups.length > 0 && (orderTime.length === 0 || form.rank || form.order);
    return this.#result(query, star, {
      measures: figures.map((measure) => ({
        ...part(measure.label, wordsOf(form, measure)),
        ...(measure.binding ? { binding: measure.binding } : {}),
        because: measure.because,
      })),
      dimensions: groups.map((group) => this.#dimensionPart(group)),
      order: order
        ? {
            label: form.order?.by ? form.order.by.words : ranked.label,
            words: [form.rank?.words ?? form.order?.words ?? ""].filter(Boolean),
            direction: by ? (form.order!.direction ?? "asc") : direction,
          }
        : null,
      grain:
        groups.length === 0
          ? "one figure"
          : `one row per ${groups.map((group) => this.#dimensionName(group)).join(" and ")}`,
    });
  }

  #isMeasured(subject: NonNullable<Planner["subject"]>, measures: Measure[]): boolean {
    return measures.some((measure) => {
      if (subject.column) return measure.of.kind === "column" && measure.of.column === subject.column;
      return measure.of.kind === "rows" && measure.home === subject.table;
    });
  }

  /** A list of rows at the subject's own grain. */
  #list(dimensions: Dimension[], attributes: SchemaColumn[], rank: RankBy | null): Plan | null {
    const { form } = this.context;
    const { subject } = this;
    if (form.ask === "when" && !attributes.some(({ column }) => isTime(column)))
      this.doubt(0.4, "it asks when, and no date is meant");
    if (form.ask === "where" && attributes.length === 0)
      this.doubt(0.5, "it asks where, and no place is meant");
    if (!subject || dimensions.length > 0 || form.share) return null;
    // Values of several rows for one subject are listed at the grain of those rows.
    let root = subject.table;
    for (const column of attributes) {
      if (!this.#star(root).reachesOne(column.owner)) {
        if (!this.#star(column.owner).reachesOne(root)) return null;
        root = column.owner;
      }
    }
    const star = this.#star(root);
    if (root !== subject.table) {
      if (!star.join(subject.table, false)) return null;
      this.doubt(
        0.8,
        `there are several ${plural(plainName(root.table.name))} for one ${singular(plainName(subject.table.table.name))}`,
      );
    }
    if (!placeConditions(this, star)) return null;
    if (!placePeriod(this, star, null)) return null;
    const shown: SelectItem[] = [];
    const show = (column: Column, role: OutputColumn["role"]) => {
      if (shown.some(({ output }) => output.binding === column.id)) return;
      shown.push(this.#shown(star.column(column), column, role));
    };
    const booleans = attributes.filter(({ column }) => column.kind === "boolean" && attributes.length > 1);
    // `the names of those with 'white' as their colour`: the colour is a condition, not something to show.
    const filtered = new Set(
      form.attributes.flatMap((mention) => {
        const column = this.chosen(mention);
        const said = form.conditions.some((one) => {
          const value = one.kind === "value" ? this.chosen(one.mention) : null;
          if (one.kind !== "value" || value?.kind !== "value" || column?.kind !== "column") return false;
          return (
            value.column === column.column &&
            mention.start >= one.mention.end &&
            mention.start - one.mention.end <= 4
          );
        });
        return said && column?.kind === "column" ? [column.column] : [];
      }),
    );
    const shownElse = attributes.filter((column) => !booleans.includes(column) && !filtered.has(column));
    const asked =
      shownElse.length > 0 ? shownElse : attributes.filter((column) => !booleans.includes(column));
    if (
      asked.length === 0 ||
      (!this.context.onlyAsked &&
        !subject.column &&
        !form.distinct &&
        subject.words === "" &&
        form.conditions.length > 0)
    ) {
      if (subject.column) show(subject.column.column, "attribute");
      else for (const column of subject.table.label) show(column, "attribute");
    }
    // `the customers and their emails` asks for both.
    const leading = form.attributes[0];
    const named =
      form.subject && leading && leading.start >= form.subject.end && leading.start - form.subject.end <= 3;
    if (named && !subject.column) for (const column of subject.table.label) show(column, "attribute");
    for (const column of asked) {
      if (!star.join(column.owner, true)) return null;
      show(column.column, "attribute");
    }
    if (rank?.kind === "column" && !star.join(rank.column.owner, false)) return null;
    if (!this.context.onlyAsked && !form.distinct && !subject.column) {
      if (rank?.kind === "column") show(rank.column.column, "measure");
      for (const { column } of this.rowBounds) if (star.has(column.owner)) show(column.column, "measure");
    }
    if (shown.length === 0) return null;
    if (
      asked.length === 0 &&
      !subject.column &&
      subject.table.label.every(({ id }) => subject.table.table.primaryKey.includes(id))
    ) {
      this.doubt(0.9, `${singular(plainName(subject.table.table.name))} has no name, only a key`);
    }
    const query = this.#query(star, shown, []);
    query.distinct = form.distinct || subject.column !== null;
    if (rank?.kind === "column") {
      query.orderBy.push({ expression: star.column(rank.column.column), direction: form.rank!.direction });
      // A DISTINCT list can only be ordered by what it shows.
      query.distinct = false;
    }
    if (form.order) {
      const candidate = this.chosen(form.order.by);
      const column =
        candidate?.kind === "column"
          ? candidate.column
          : candidate?.kind === "table"
            ? this.context.schema.columnById.get(candidate.table.label[0]?.id ?? "")
            : null;
      if (form.order.by && !column) return null;
      // A count per row is a figure of its own, which a plain list does not compute.
      if (form.order.fn !== null && !(column && isNumber(column.column))) return null;
      if (column && !star.join(column.owner, false)) return null;
      const expression = column ? star.column(column.column) : shown[0]!.expression;
      query.orderBy.push({ expression, direction: form.order.direction ?? "asc" });
      if (query.distinct && column && !shown.some(({ output }) => output.binding === column.column.id))
        query.distinct = false;
    }
    query.limit = this.#limit(true);
    const name = subject.column ? columnLabel(subject.column) : singular(plainName(root.table.name));
    const first = query.orderBy[0];
    return this.#result(query, star, {
      measures: [],
      dimensions: [],
      order: first
        ? {
            label: form.rank?.words || form.order?.by?.words || (shown[0]?.output.label ?? ""),
            words: [form.rank?.words ?? form.order?.words ?? ""].filter(Boolean),
            direction: first.direction,
          }
        : null,
      grain: query.distinct ? `one row per different ${name}` : `one row per ${name}`,
    });
  }

  #query(star: Star, select: SelectItem[], groupBy: Expression[]): Query {
    const taken = new Set<string>();
    // A column that was named twice is shown once.
    const once = select.filter(
      ({ expression, output }, i) =>
        expression.kind !== "column" ||
        select.findIndex(
          (other) => other.output.binding === output.binding && other.expression.kind === "column",
        ) === i,
    );
    select.splice(0, select.length, ...once);
    for (const { output } of select) {
      const base = output.name;
      for (let i = 2; taken.has(output.name); i++) output.name = `${base}_${i}`;
      taken.add(output.name);
    }
    return {
      root: star.rootUse,
      joins: star.joins,
      where: star.where,
      select,
      distinct: false,
      groupBy,
      having: [],
      orderBy: [],
      limit: null,
    };
  }

  /** The whole of a share: all groups together, or the same measure without the filters. */
  #whole(measures: Measure[], groups: Dimension[], star: Star): ((part: Expression) => Expression) | null {
    const [measure] = measures;
    if (!measure || measures.length > 1) return null;
    if (groups.length > 0) return (part) => ({ kind: "overall", of: part });
    if (star.where.length === 0) return null;
    const surroundings = this.#surroundings();
    const whole = new Star(measure.home, surroundings);
    const bare = new Planner(this.context);
    if (!placePeriod(bare, whole, measure)) return null;
    const expression = measureExpression(measure, whole);
    if (!expression) return null;
    const query = this.#query(
      whole,
      [{ expression, output: { name: "whole", label: "Whole", role: "measure" } }],
      [],
    );
    return () => ({ kind: "subquery", query });
  }

  #orderBy(star: Star, expressions: Map<Measure, Expression>, groups: Dimension[]): Expression | null {
    const order = this.context.form.order!;
    const candidate = this.chosen(order.by);
    if (!candidate) return null;
    const measure = measureOf(candidate, order.fn ?? (candidate.kind === "table" ? "count" : null), false);
    const known = measure && [...expressions].find(([one]) => sameMeasure(one, measure));
    if (known) return known[1];
    if (
      candidate.kind === "column" &&
      groups.some((group) => group.kind === "column" && group.column === candidate.column)
    ) {
      return star.column(candidate.column.column);
    }
    if (measure && measure.home === star.root) return measureExpression(measure, star);
    return null;
  }

  #limit(ranked: boolean): number | null {
    const { rank } = this.context.form;
    if (!rank || !ranked) return null;
    if (rank.count !== null) return rank.count;
    const plural =
      this.subject &&
      /[^s]s$/.test(this.subject.words) &&
      rank.adjective === null &&
      /^(top|bottom)/.test(rank.words);
    return plural ? 10 : 1;
  }

  #shown(expression: Expression, column: Column, role: OutputColumn["role"]): SelectItem {
    const known = this.context.schema.columnById.get(column.id)!;
    const label = columnLabel(known);
    return { expression, output: { name: nameOf(label), label: title(label), role, binding: column.id } };
  }

  #dimensionPart(group: Dimension): ReadingPart {
    const base = part(this.#dimensionName(group), [group.words].filter(Boolean));
    if (group.kind === "entity") return { ...base, binding: group.table.table.id };
    return group.kind === "column" ? { ...base, binding: group.column.column.id } : base;
  }

  #dimensionName(group: Dimension): string {
    if (group.kind === "grain") return group.grain;
    return group.kind === "entity" ? singular(plainName(group.table.table.name)) : columnLabel(group.column);
  }

  setTime(time: ReadingTime): void {
    this.#time = time;
  }

  #result(query: Query, star: Star, rest: Pick<Plan, "measures" | "dimensions" | "order" | "grain">): Plan {
    for (let i = 0; i < star.turns; i++) this.doubt(0.6, "the tables are related only through a third one");
    for (const rival of new Set(star.rivals))
      this.doubt(0.72, "there is another way to join, just as short", [rival]);
    const entity = this.subject && !this.subject.column ? this.subject.table : star.root;
    return {
      query,
      doubts: this.doubts,
      joins: [...new Set(star.described)],
      filters: this.filters,
      entities: [
        {
          ...part(plural(plainName(entity.table.name)), [this.subject?.words ?? ""].filter(Boolean)),
          binding: entity.table.id,
        },
      ],
      time: this.#time,
      share: this.context.form.share,
      ...rest,
    };
  }
}

function isSubjectColumn(subject: Planner["subject"], candidate: Candidate): boolean {
  return candidate.kind === "column" && subject?.column === candidate.column;
}

function sameMeasure(a: Measure, b: Measure): boolean {
  return (
    a.fn === b.fn &&
    a.home === b.home &&
    a.binding === b.binding &&
    a.distinct === b.distinct &&
    a.of.kind === b.of.kind
  );
}

function wordsOf(form: Form, measure: Measure): string[] {
  void measure;
  return [
    ...form.measures.map(({ of }) => (of && of !== "money" ? of.words : "")),
    form.rank?.by && form.rank.by !== "money" ? form.rank.by.words : "",
  ].filter((words) => words !== "");
}

export function part(label: string, words: string[]): ReadingPart {
  return { label, words, alternatives: [] };
}

export function title(label: string): string {
  return label === "" ? label : label[0]!.toUpperCase() + label.slice(1);
}

export function nameOf(label: string): string {
  return (
    label
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "_")
      .replace(/^_|_$/g, "") || "value"
  );
}

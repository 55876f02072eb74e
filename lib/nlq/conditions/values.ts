import { roleWords } from "../joins.ts";
import { part } from "../plan-parts.ts";
import type { Planner } from "../planner.ts";
import type { Condition } from "../query.ts";
import { columnLabel, type Edge, publicId, type SchemaColumn } from "../schema.ts";
import type { Star } from "../star.ts";
import type { ValueForm } from "./denials.ts";
import { amongGroups, groupColumn } from "./groups.ts";

/** Stored values of one column that a question names, taken together. */
interface ValueGroup {
  column: SchemaColumn;
  values: string[];
  negated: boolean;
  words: string[];
  because: string;
  /** Values of which each has to be there: all but the first are asked of the group or of another row. */
  further: string[][];
}

/** Places stored values: those of one column are alternatives, unless the question wants all of them. */
export function placeValues(planner: Planner, star: Star, conditions: ValueForm[]): boolean {
  const groups = grouped(planner, star, conditions);
  return groups?.every((group) => placeGroup(planner, star, group)) ?? false;
}

function grouped(planner: Planner, star: Star, conditions: ValueForm[]): ValueGroup[] | null {
  const { both } = planner.context.form;
  const groups = new Map<string, ValueGroup>();
  for (const condition of conditions) {
    const candidate = planner.chosen(condition.mention);
    if (candidate?.kind !== "value") return null;
    const key = `${candidate.column.column.id}:${condition.negated}`;
    const known = groups.get(key);
    if (!known) {
      groups.set(key, {
        column: candidate.column,
        values: [...candidate.values],
        negated: condition.negated,
        words: [condition.mention.words],
        because: candidate.because,
        further: [],
      });
      continue;
    }
    known.words.push(condition.mention.words);
    // `those with A and with B`: of several rows both are wanted; of one row only one can hold.
    const several = !star.has(candidate.column.owner) && !star.reachesOne(candidate.column.owner);
    const separate = !condition.either && !condition.negated && (both || several);
    if (separate) known.further.push([...candidate.values]);
    else known.values.push(...candidate.values);
    if (separate && !both) planner.doubt(0.85, "“and” is taken for both of the two");
    else if (
      !separate &&
      !condition.either &&
      !condition.negated &&
      groupColumn(planner) &&
      planner.subject?.column
    )
      planner.doubt(0.8, "“and” is taken for either of the two");
  }
  return [...groups.values()];
}

/** `manager Ada` where she is meant as one, `of Ada` where hers is asked for. */
function roleLabel(star: Star, { owner }: SchemaColumn, label: string): string {
  if (owner.role) return `${owner.role.noun} ${label}`;
  return star.root.role?.edge.from === owner ? `of ${label}` : label;
}

/** `projects of Ada`: her key may say that she directs them, which the question does not. */
function unsaidRole(planner: Planner, edge: Edge): boolean {
  const words = roleWords(edge);
  return words.length > 0 && !words.some((word) => planner.context.stems.has(word));
}

function placeGroup(planner: Planner, star: Star, group: ValueGroup): boolean {
  const { column, values, negated, words, because, further } = group;
  const label = `${negated ? "not " : ""}${[...new Set(values)].join(" or ")}${further.map((more) => ` and ${more.join(" or ")}`).join("")}`;
  planner.filters.push({
    ...part(roleLabel(star, column, label), words),
    binding: publicId(column),
    because: `${columnLabel(column)}, ${because}`,
  });
  const single = star.has(column.owner) || star.reachesOne(column.owner);
  const one =
    (some: string[], not: boolean) =>
    (place: Star): Condition => ({
      kind: "in",
      left: place.column(column.column),
      values: [...new Set(some)],
      negated: not,
    });
  // `that both of them worked on`: not over a key that leads to one of them only.
  const paired =
    further.length > 0 && !negated && !star.has(column.owner) && !star.deed && star.pairedWith(column.owner);
  if (paired) {
    return [values, ...further].every((some) =>
      star.exists(column.owner, (place) => [one(some, false)(place)], false, true),
    );
  }
  const byKey = single && !star.has(column.owner) ? star.path(column.owner)?.edges.at(-1) : undefined;
  if (byKey && !column.owner.role && unsaidRole(planner, byKey) && star.pairedWith(column.owner))
    planner.doubt(0.72, `it could also be another tie than the one by ${roleWords(byKey).join(" ")}`);
  const asked = planner.subject?.column ?? null;
  // Values without such a row are not the rows without it: that takes a difference of two lists.
  if (negated && asked && asked !== column) {
    planner.doubt(0.9, "“not” is taken for all rows of the same value");
    return amongGroups(planner, star, asked, (inner) => inner.filter(column.owner, one(values, false)), true);
  }
  // "Not in Germany" over several rows is about all of them: none may be.
  const none = negated && !single;
  if (!star.filter(column.owner, one(values, negated && !none), none)) return false;
  return further.every((more) => {
    if (!single) return star.exists(column.owner, (place) => [one(more, false)(place)], false);
    const groupOf = groupColumn(planner);
    if (!groupOf || groupOf === column) return false;
    return amongGroups(
      planner,
      star,
      groupOf,
      (inner) => inner.filter(column.owner, one(more, false)),
      false,
    );
  });
}

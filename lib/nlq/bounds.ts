import type { Candidate } from "./candidates.ts";
import { measureOf } from "./measure.ts";
import { part, type Subject } from "./plan-parts.ts";
import type { Planner } from "./planner.ts";
import type { Condition, Expression } from "./query.ts";
import { isName, occurrences } from "./ranking.ts";
import { isNumber } from "./schema.ts";
import { ownerOf } from "./slots.ts";

/** What a bare `above 50` may be about, likeliest first. */
const unsaid = [
  "price",
  "cost",
  "amount",
  "value",
  "rate",
  "age",
  "height",
  "altitude",
  "elevation",
  "score",
  "rating",
  "weight",
];

/** Sorts bounds into those on rows and those on groups; the first are placed with the other conditions. */
export function sortBounds(planner: Planner): boolean {
  for (const condition of planner.context.form.conditions) {
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
    let candidate = planner.chosen(condition.of);
    if (!candidate && condition.about[0] === "times") {
      const counted = planner.subject ? occurrences(planner, true) : null;
      if (!counted) return false;
      planner.filters.push(part(`${counted.label} ${condition.words}`, [condition.words]));
      const [low] = make({ kind: "star" });
      if (!low) return false;
      planner.having.push({
        measure: counted,
        make: (expression) => make(expression)[0]!,
        words: condition.words,
        label: counted.label,
      });
      continue;
    }
    if (!candidate) {
      const about = condition.about.length > 0 ? condition.about : unsaid;
      if (condition.about.length === 0) planner.doubt(0.95, "the bound does not say what it bounds");
      const near = planner.chosen(condition.near);
      const told = near?.kind === "table" ? planner.own(about, near.table) : null;
      const counted = planner.chosen(planner.context.form.measures[0]?.of ?? null);
      const table = planner.subject?.table ?? (counted ? ownerOf(counted) : null);
      if (!told && !table) return false;
      candidate = told ?? planner.about(about, table!);
      if (!candidate) return false;
    }
    // `course 301`, `id 5`: the one of that number, not so many of them.
    const isKey = !condition.counts && condition.operator === "=" && /^(id )?\d+$/.test(condition.words);
    const isCounted = (candidate: Candidate) =>
      candidate.kind === "table" &&
      !isKey &&
      !/^id /.test(condition.words) &&
      (condition.counts ||
        candidate.table !== planner.subject?.table ||
        planner.subject.column !== null ||
        planner.subject.words === "");
    let counted = isCounted(candidate);
    const plainColumn =
      candidate.kind === "column" &&
      condition.fn === null &&
      !isSubjectColumn(planner.subject, candidate) &&
      !planner.context.form.measures.some(({ of, fn }) => of !== null && of === condition.of && fn !== null);
    if (plainColumn && candidate.kind === "column") {
      if (condition.counts && isName(candidate.column)) {
        // Each row has one of them: there is nothing to count.
        if (candidate.column.owner === planner.subject?.table && planner.subject.words !== "") return false;
        candidate = { kind: "table", table: candidate.column.owner, score: 1, because: candidate.because };
        counted = isCounted(candidate);
      } else if (!isNumber(candidate.column.column)) return false;
    }
    if (plainColumn && candidate.kind === "column") {
      planner.rowBounds.push({ column: candidate.column, make, condition });
      continue;
    }
    // `id 5` after the table itself: its key.
    if (candidate.kind === "table" && !counted) {
      const key = candidate.table.columns.find(
        ({ column }) => column.id === candidate.table.table.primaryKey[0],
      );
      if (!key || !isNumber(key.column) || (condition.operator !== "=" && !/^id /.test(condition.words)))
        return false;
      planner.rowBounds.push({ column: key, make, condition });
      continue;
    }
    if (condition.negated) planner.doubt(0.5, "what has none of them at all is left out");
    const measured = planner.context.form.measures.find(({ of }) => of !== null && of === condition.of);
    const measure = measureOf(candidate, measured?.fn ?? condition.fn ?? (counted ? "count" : null), false);
    if (!measure) return false;
    planner.filters.push({
      ...part(`${measure.label} ${condition.words}`, [condition.words]),
      ...(measure.binding ? { binding: measure.binding } : {}),
    });
    for (const [i] of make({ kind: "star" }).entries()) {
      planner.having.push({
        measure,
        make: (expression) => make(expression)[i]!,
        words: condition.words,
        label: measure.label,
      });
    }
  }
  return true;
}

function isSubjectColumn(subject: Subject | null, candidate: Candidate): boolean {
  return candidate.kind === "column" && subject?.column === candidate.column;
}

import type { Form } from "./form.ts";
import type { Plan } from "./plan-parts.ts";
import type { Choice } from "./slots.ts";

/**
 * Thresholds on the score, calibrated on public sets (docs/reader.md): a reading at `answered` or above is run,
 * one below is offered for confirmation or declined (`belonging.ts`). Two readings closer than `margin`
 * are a question back to the person.
 */
export const thresholds = { answered: 0.72, margin: 0.025 };

/** The price of a content word of which nothing was made; a general verb costs next to nothing. */
const unreadFactor = 0.7;
const softFactor = 0.985;
/** A column of some clause that was named and not used. */
const asideFactor = 0.87;
/** How much of the distance to a better link that was passed over is taken off. */
const passedOver = 0.8;
/**
 * What questions of a certain shape lose, since more of them are misread, as a logistic regression over the looked-at
 * questions says (docs/reader.md): each join, condition and further column, a period, a split, a count of different
 * keys, a general synonym, one column out of several that are called the same.
 */
export const shape = {
  join: 0.945,
  condition: 0.975,
  attribute: 0.985,
  period: 0.94,
  dimension: 0.965,
  synonym: 0.95,
  namesake: 0.975,
  countDistinct: 0.95,
};

/**
 * How sure a reading is, 0 to 1: a product of
 * - for each mention, `0.45 + 0.55 · s` of its link's score `s`: a name taken word by word costs nothing;
 * - `1 − 0.8 · d` where a link better by `d` was passed over;
 * - 0.7 for each unread content word and 0.985 for each unread general verb;
 * - the factor of each doubt the plan noted (a rival join, a date out of several, an implied column);
 * - what the shape of the question costs.
 */
export function scoreOf(plan: Plan, form: Form, choice: Choice): number {
  let score = 1;
  for (const [mention, candidate] of choice) {
    if (mention.start < 0 && candidate.kind === "metric") continue;
    score *= 0.45 + 0.55 * Math.min(1, candidate.score);
    // A better link was there and could not be used: the words probably mean that one.
    const best = Math.max(...mention.candidates.map((other) => other.score));
    if (candidate.because.includes("synonym")) score *= shape.synonym;
    if (
      mention.candidates.some(
        (other) => other !== candidate && other.kind === "column" && other.score >= candidate.score,
      )
    )
      score *= shape.namesake;
    score *= 1 - passedOver * Math.max(0, Math.min(1, best) - candidate.score);
  }
  score *= unreadFactor ** form.unread.length;
  score *= softFactor ** form.soft.length;
  score *= asideFactor ** form.aside.length;
  for (const { factor } of plan.doubts) score *= factor;
  score *= shape.join ** plan.joins.length;
  score *= shape.condition ** form.conditions.length;
  score *= shape.attribute ** form.attributes.length;
  if (form.period) score *= shape.period;
  if (form.dimensions.length > 0) score *= shape.dimension;
  if (
    plan.query.select.some(
      ({ expression: { kind, ...rest } }) => kind === "aggregate" && "distinct" in rest && rest.distinct,
    )
  )
    score *= shape.countDistinct;
  return Math.round(Math.min(1, score) * 1000) / 1000;
}

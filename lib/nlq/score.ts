import type { Form } from "./form.ts";
import type { Plan } from "./plan-parts.ts";
import type { Choice } from "./slots.ts";

/**
 * Thresholds on the score, calibrated on public sets (docs/reader.md): a reading at `answered` or above is run, one
 * at `asked` or above is offered for confirmation, anything below is declined. Two readings closer than `margin`
 * are a question back to the person.
 */
export const thresholds = { answered: 0.76, asked: 0.42, margin: 0.025 };

/** The price of a content word of which nothing was made; a general verb costs next to nothing. */
const unreadFactor = 0.7;
const softFactor = 0.985;
/** How much of the distance to a better link that was passed over is taken off. */
const passedOver = 0.8;

/**
 * How sure a reading is, 0 to 1: a product of
 * - for each mention, `0.45 + 0.55 · s` of its link's score `s`: a name taken word by word costs nothing;
 * - `1 − 0.8 · d` where a link better by `d` was passed over;
 * - 0.7 for each unread content word and 0.985 for each unread general verb;
 * - the factor of each doubt the plan noted (a rival join, a date out of several, an implied column);
 * - 0.965 for each join.
 */
export function scoreOf(plan: Plan, form: Form, choice: Choice): number {
  let score = 1;
  for (const [mention, candidate] of choice) {
    if (mention.start < 0 && candidate.kind === "metric") continue;
    score *= 0.45 + 0.55 * Math.min(1, candidate.score);
    // A better link was there and could not be used: the words probably mean that one.
    const best = Math.max(...mention.candidates.map((other) => other.score));
    score *= 1 - passedOver * Math.max(0, Math.min(1, best) - candidate.score);
  }
  score *= unreadFactor ** form.unread.length;
  score *= softFactor ** form.soft.length;
  for (const { factor } of plan.doubts) score *= factor;
  score *= 0.965 ** plan.joins.length;
  return Math.round(Math.min(1, score) * 1000) / 1000;
}

import type { Form } from "./form.ts";
import { datesOf } from "./names.ts";
import type { Plan } from "./plan-parts.ts";

/** The whole reading as one plain line: `revenue, by segment, for Q3 2025, highest first`. */
export function readingWords(plan: Plan, form: Form): string {
  const pieces: string[] = [];
  const entity = plan.entities[0]?.label ?? "rows";
  if (plan.measures.length > 0) {
    pieces.push(`${plan.share ? "share of " : ""}${join(plan.measures.map(({ label }) => label))}`);
  } else {
    const columns = plan.query.select.map(({ output }) => {
      const label = output.label.toLowerCase();
      return plan.query.distinct && /^(date|time) /.test(label) ? datesOf(label) : label;
    });
    pieces.push(`${plan.query.distinct ? "different " : ""}${join(columns)} of ${entity}`);
  }
  if (plan.dimensions.length > 0) pieces.push(`by ${join(plan.dimensions.map(({ label }) => label))}`);
  const beside = plan.measures.length > 0 ? besideFigures(plan) : [];
  if (beside.length > 0) pieces.push(`with ${join(beside)}`);
  pieces.push(...filterWords(plan.filters.map(({ label }) => label)));
  const time = plan.time;
  if (time && (time.from || time.to))
    pieces.push(/^(since|before|after|until)/.test(time.label) ? time.label : `for ${time.label}`);
  if (plan.order && plan.query.limit !== 1 && !plan.query.within) pieces.push(orderWords(plan, plan.order));
  const { within } = plan.query;
  if (within)
    pieces.push(
      `only the ${within.most === 1 ? sideOf(plan, within.direction) : `${within.most} ${sideOf(plan, within.direction)}`} of each ${plan.within}`,
    );
  if (plan.query.limit !== null && (form.rank !== null || plan.order)) {
    const side = sideOf(plan, plan.order?.direction ?? form.rank?.direction ?? "desc");
    const by = plan.measures.length === 0 && plan.order ? ` by ${plan.order.label.toLowerCase()}` : "";
    pieces.push(plan.query.limit === 1 ? `only the ${side}${by}` : `only the first ${plan.query.limit}`);
  }
  return pieces.join(", ");
}

/** Columns of what figures are split by, beyond what it is called by. */
function besideFigures({ query, dimensions }: Plan): string[] {
  return query.select
    .filter(({ output }) => output.role === "dimension" || output.role === "attribute")
    .map(({ output }) => output.label.toLowerCase())
    .filter((label) => !dimensions.some((dimension) => label.includes(dimension.label)));
}

function orderWords(plan: Plan, { label, direction }: NonNullable<Plan["order"]>): string {
  const split = plan.dimensions.some((dimension) => dimension.label === label);
  if (split) return direction === "asc" ? `sorted by ${label}` : `sorted by ${label}, last first`;
  return `${sideOf(plan, direction)} first`;
}

/** What rows are kept, in words: `only Germany`, `without France`, `not yet shipped`. */
export function filterWords(labels: string[]): string[] {
  const bare = labels.filter((label) => /^(with|without|of|no|not yet) /.test(label));
  const denied = labels.filter((label) => label.startsWith("not ") && !bare.includes(label));
  const held = labels.filter((label) => !bare.includes(label) && !denied.includes(label));
  return [
    ...(held.length > 0 ? [`only ${join(held)}`] : []),
    ...bare,
    ...(denied.length > 0 ? [`without ${join(denied.map((label) => label.slice(4)))}`] : []),
  ];
}

/** Dates are early and late, figures low and high. */
function sideOf({ order }: Plan, direction: "asc" | "desc"): string {
  if (order?.dated) return direction === "asc" ? "earliest" : "latest";
  return direction === "asc" ? "lowest" : "highest";
}

function join(labels: string[]): string {
  const unique = [...new Set(labels)];
  if (unique.length <= 1) return unique[0] ?? "";
  return `${unique.slice(0, -1).join(", ")} and ${unique.at(-1)}`;
}

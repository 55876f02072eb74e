import type { Form } from "./form.ts";
import type { Plan } from "./plan-parts.ts";

/** The whole reading as one plain line: `revenue, by segment, for Q3 2025, highest first`. */
export function readingWords(plan: Plan, form: Form): string {
  const pieces: string[] = [];
  const entity = plan.entities[0]?.label ?? "rows";
  if (plan.measures.length > 0) {
    pieces.push(`${plan.share ? "share of " : ""}${join(plan.measures.map(({ label }) => label))}`);
  } else {
    const columns = plan.query.select.map(({ output }) => output.label.toLowerCase());
    pieces.push(`${plan.query.distinct ? "different " : ""}${join(columns)} of ${entity}`);
  }
  if (plan.dimensions.length > 0) pieces.push(`by ${join(plan.dimensions.map(({ label }) => label))}`);
  const filters = plan.filters.map(({ label }) => label);
  const [denied, held] = [
    filters.filter((label) => label.startsWith("not ")),
    filters.filter((label) => !label.startsWith("not ")),
  ];
  if (held.length > 0) pieces.push(`only ${join(held)}`);
  if (denied.length > 0) pieces.push(`without ${join(denied.map((label) => label.slice(4)))}`);
  const time = plan.time;
  if (time && (time.from || time.to))
    pieces.push(/^(since|before|after|until)/.test(time.label) ? time.label : `for ${time.label}`);
  if (plan.order && plan.query.limit !== 1)
    pieces.push(plan.order.direction === "desc" ? "highest first" : "lowest first");
  if (plan.query.limit !== null && (form.rank !== null || plan.order)) {
    const side = (plan.order?.direction ?? form.rank?.direction) === "asc" ? "lowest" : "highest";
    const by = plan.measures.length === 0 && plan.order ? ` by ${plan.order.label.toLowerCase()}` : "";
    pieces.push(plan.query.limit === 1 ? `only the ${side}${by}` : `only the first ${plan.query.limit}`);
  }
  return pieces.join(", ");
}

function join(labels: string[]): string {
  const unique = [...new Set(labels)];
  if (unique.length <= 1) return unique[0] ?? "";
  return `${unique.slice(0, -1).join(", ")} and ${unique.at(-1)}`;
}

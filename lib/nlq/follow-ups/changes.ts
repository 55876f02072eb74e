import type { Prediction, Reading } from "#lib/contracts/reading.ts";
import type { Plan } from "../plan-parts.ts";
import { filterWords } from "../words.ts";

type FollowUp = NonNullable<Prediction["followUp"]>;

/** What stays of the reading before, and what is different now, in words. */
export function changesBetween(before: Reading, now: Reading, plans: { before: Plan; now: Plan }): FollowUp {
  const measures = difference(measureLabels(before), measureLabels(now));
  const dimensions = difference(
    before.dimensions.map(({ label }) => `by ${label}`),
    now.dimensions.map(({ label }) => `by ${label}`),
  );
  const columns = difference(columnLabels(before), columnLabels(now));
  const filters = difference(filterLabels(before), filterLabels(now));
  const time = difference(timeLabel(before), timeLabel(now));
  const named = [measures.lost, dimensions.lost, dimensions.added].some((all) => all.length > 0);
  const changed = [
    ...inWords(measures, { added: "also ", lost: "no longer " }),
    ...inWords(dimensions, { added: dimensions.kept.length > 0 ? "also " : "", lost: "no longer " }),
    ...(named ? [] : inWords(columns, { added: "also ", lost: "no longer " })),
    ...inWords(filters, { added: "", lost: "no longer " }),
    ...inWords(time, { added: "for ", lost: "no longer only " }),
  ];
  const [shared, share] = [plans.before.share, plans.now.share];
  if (shared !== share) changed.push(share ? "as a share of the total" : "no longer as a share of the total");
  if (before.limit !== now.limit) changed.push(now.limit === null ? "all of them" : firstOnes(now));
  const most = plans.now.query.within?.most;
  if (most !== undefined && most !== plans.before.query.within?.most)
    changed.push(`the first ${most === 1 ? "one" : most} of each ${plans.now.within}`);
  const order = orderChange(before, now);
  if (order) changed.push(order);
  return {
    kept: [
      ...measures.kept,
      ...dimensions.kept,
      ...filters.kept.map((label) => label.replace(/^only /, "")),
      ...time.kept,
    ],
    changed,
  };
}

function firstOnes({ limit, order }: Reading): string {
  return limit === 1
    ? `only the ${order?.direction === "asc" ? "lowest" : "highest"}`
    : `only the first ${limit}`;
}

/** Only an order that the words ask for is a change; the one that a new split brings with it is none. */
function orderChange(before: Reading, now: Reading): string | null {
  const said = now.order?.words.join(" ") ?? "";
  if (!now.order || said === "" || said === before.order?.words.join(" ")) return null;
  const { direction, label } = now.order;
  const turned = (before.order?.direction ?? "desc") !== direction;
  const ranked = before.order !== null && before.order.label !== label && before.measures.length > 0;
  if (!turned && !ranked) return null;
  if (now.dimensions.some((dimension) => dimension.label === label)) return `sorted by ${label}`;
  if (now.limit === 1 && !ranked && before.limit === 1)
    return `${firstOnes(now)} instead of ${firstOnes(before)}`;
  return `${direction === "desc" ? "highest" : "lowest"} first${ranked ? ` by ${label.toLowerCase()}` : ""}`;
}

interface Difference {
  kept: string[];
  added: string[];
  lost: string[];
}

function difference(before: string[], now: string[]): Difference {
  return {
    kept: now.filter((label) => before.includes(label)),
    added: now.filter((label) => !before.includes(label)),
    lost: before.filter((label) => !now.includes(label)),
  };
}

function inWords({ added, lost }: Difference, words: { added: string; lost: string }): string[] {
  if (added.length > 0 && lost.length > 0) {
    const bare = (all: string[]) => all.map((label) => label.replace(/^only /, "")).join(" and ");
    return [`${bare(added)} instead of ${bare(lost)}`];
  }
  return [...added.map((label) => `${words.added}${label}`), ...lost.map((label) => `${words.lost}${label}`)];
}

function measureLabels({ measures, entities }: Reading): string[] {
  return measures.length > 0 ? labels(measures) : labels(entities);
}

/** What is shown beside figures and periods. */
function columnLabels({ output }: Reading): string[] {
  return output
    .filter(({ role }) => role === "dimension" || role === "attribute")
    .map(({ label }) => label.toLowerCase());
}

function filterLabels({ filters }: Reading): string[] {
  return labels(filters).flatMap((label) => filterWords([label]));
}

function timeLabel({ time }: Reading): string[] {
  return time && (time.from || time.to) ? [time.label] : [];
}

function labels(parts: Array<{ label: string }>): string[] {
  return [...new Set(parts.map(({ label }) => label))];
}

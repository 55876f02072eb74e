import { addDays, addMonths, todayOf } from "./calendar-days.ts";
import type { Form } from "./form.ts";
import type { Measure } from "./measure.ts";
import type { Grain, Period } from "./period.ts";
import { unitAround } from "./periods.ts";
import { type Dimension, nameOf, title } from "./plan-parts.ts";
import type { Expression, Query, SelectItem } from "./query.ts";

const order: Grain[] = ["day", "week", "month", "quarter", "year"];

/**
 * What a growth is taken along: the grain of the split, and how far back it looks, at least one such step. Null where
 * the question says neither, or a step shorter than its split.
 */
export function growthOf(form: Form, dimensions: Dimension[]): { grain: Grain; step: Grain } | null {
  const split = dimensions.find((dimension) => dimension.kind === "grain");
  const said = form.growth?.step ?? null;
  const grain = split?.kind === "grain" ? split.grain : said;
  const step = said ?? grain;
  if (!grain || !step || order.indexOf(step) < order.indexOf(grain)) return null;
  // Weeks do not make up months or years.
  if (grain === "week" && step !== "week") return null;
  return { grain, step };
}

/** The period with the step before it, so that its first part has something to be compared with. */
export function widened(period: Period, step: Grain): Period {
  const { from } = period;
  if (!from) return period;
  const months = { month: 1, quarter: 3, year: 12, day: 0, week: 0 }[step];
  const earlier = months > 0 ? addMonths(from, -months) : addDays(from, step === "week" ? -7 : -1);
  const years =
    period.years?.from === undefined ? {} : { years: { ...period.years, from: period.years.from - 1 } };
  return { ...period, ...years, from: earlier };
}

/** All that is over: a year that has just begun would look like a fall. */
export function complete(grain: Grain, clock: Parameters<typeof todayOf>[0]): Period {
  const to = unitAround(grain, todayOf(clock), 0, 1).from!;
  return {
    to,
    label: `until ${addDays(to, -1)}, the last complete ${grain}`,
    ...(grain === "year" ? { years: { to: Number(to.slice(0, 4)) } } : {}),
  };
}

/** `from month to month`, for people. */
export function growthLabel(label: string, step: Grain): string {
  return `growth of ${label} from ${step} to ${step}`;
}

/** The figure against the one a step before, as a share of it. */
export function growthColumn(
  measure: Measure,
  now: Expression,
  { along, groupBy, step }: { along: Expression; groupBy: Expression[]; step: Grain },
): SelectItem {
  const groups = groupBy.filter((expression) => expression !== along);
  return {
    expression: { kind: "growth", now, before: { kind: "previous", of: now, groups, along, step } },
    output: {
      name: nameOf(`growth of ${measure.label}`),
      label: title(growthLabel(measure.label, step)),
      role: "measure",
      unit: "ratio",
    },
  };
}

/** Where the rows that are shown begin; those before are only compared with. */
export function growthStart(
  grain: Grain,
  period: Period | null,
  along: Expression | undefined,
): Query["from"] | null {
  const first = period?.from;
  if (!first || !along) return null;
  const value: Expression =
    grain === "year"
      ? { kind: "value", value: Number(first.slice(0, 4)), type: "number" }
      : { kind: "value", value: first, type: "date" };
  return { column: along, value };
}

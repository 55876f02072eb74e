import type { Parameter } from "#lib/contracts/reading.ts";
import { as, type Fields, literal, strings } from "./tree.ts";

const SECONDS: Record<string, number> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 28 * 86_400,
  year: 365 * 86_400,
};

const KEEPING = new Set(["int2", "int4", "int8", "numeric", "date", "timestamp", "timestamptz", "interval"]);

/** How many values `generate_series` would give, or null where that cannot be read off its arguments. */
export function seriesLength(args: unknown[], params: readonly Parameter[]): number | null {
  const values = args.map((each) => knownValue(each, params));
  const [from, to, step] = values;
  if (from === undefined || to === undefined) return null;
  if (typeof from === "number" && typeof to === "number") {
    const by = args.length > 2 ? step : 1;
    return typeof by === "number" && by !== 0 ? Math.max(0, Math.floor((to - from) / by) + 1) : null;
  }
  const [start, end] = [Date.parse(String(from)), Date.parse(String(to))];
  const seconds = intervalSeconds(step);
  if (Number.isNaN(start) || Number.isNaN(end) || seconds === null || seconds <= 0) return null;
  return Math.max(0, Math.floor((end - start) / 1000 / seconds) + 1);
}

function knownValue(node: unknown, params: readonly Parameter[]): string | number | undefined {
  const cast = as(node, "TypeCast");
  // Only conversions that keep the value: the step `5::bool::int` is 1, not 5.
  if (cast) {
    const type = strings((cast.typeName as Fields).names).at(-1) ?? "";
    return KEEPING.has(type) && !as(cast.arg, "TypeCast") ? knownValue(cast.arg, params) : undefined;
  }
  const parameter = as(node, "ParamRef");
  const value = parameter ? params[Number(parameter.number) - 1] : literal(node);
  if (typeof value === "string" || typeof value === "number") return value;
  const negative = as(node, "A_Expr") as Fields | null;
  if (negative && !negative.lexpr && strings(negative.name).at(-1) === "-") {
    const inner = knownValue(negative.rexpr, params);
    return typeof inner === "number" ? -inner : undefined;
  }
  return undefined;
}

function intervalSeconds(step: string | number | undefined): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(second|minute|hour|day|week|month|year)s?\s*$/i.exec(
    String(step ?? ""),
  );
  return match ? Number(match[1]) * SECONDS[match[2]!.toLowerCase()]! : null;
}

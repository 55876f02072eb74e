import type { ColumnKind } from "#lib/contracts/catalog.ts";
import type { Cell, ResultColumn } from "#lib/contracts/statement.ts";

/** What a reader may do with a DuckDB type, by its name as the engine prints it. */
export function columnKind(type: string): ColumnKind {
  if (type.endsWith("]")) return "array";
  if (/^U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)/.test(type)) return "integer";
  if (/^(DECIMAL|DOUBLE|FLOAT)/.test(type)) return "decimal";
  if (/^(VARCHAR|ENUM|UUID)/.test(type)) return "text";
  if (type === "DATE") return "date";
  if (type.startsWith("TIMESTAMP")) return "timestamp";
  if (type.startsWith("TIME")) return "time";
  if (type === "INTERVAL") return "interval";
  if (type === "BOOLEAN") return "boolean";
  return /^(JSON|STRUCT|MAP|UNION)/.test(type) ? "json" : "other";
}

export function columnOf(name: string, type: string): ResultColumn {
  return { name, type: type.toLowerCase(), kind: columnKind(type) };
}

/**
 * A value as it travels: exact decimals and large integers as text, days and instants as ISO text, instants in the
 * business's zone, what is nested as JSON.
 *
 * @param value as the driver's own JSON has it
 */
export function cellOf(value: unknown, type: string, timeZone: string): Cell {
  if (value === null || value === undefined) return null;
  if (type === "INTERVAL") return intervalText(value as { months: number; days: number; micros: string });
  if (type === "TIMESTAMP WITH TIME ZONE") return zonedText(String(value), timeZone);
  if (typeof value === "object") return JSON.stringify(value);
  return typeof value === "number" || typeof value === "boolean" ? value : String(value);
}

/** `1 mon 2 days 03:04:05`, as PostgreSQL prints it. */
function intervalText({ months, days, micros }: { months: number; days: number; micros: string }): string {
  const [years, rest] = [Math.trunc(months / 12), months % 12];
  const parts = [
    count(years, "year", "years"),
    count(rest, "mon", "mons"),
    count(days, "day", "days"),
    clockText(Number(micros)),
  ].filter((part) => part !== "");
  return parts.length === 0 ? "00:00:00" : parts.join(" ");
}

function count(value: number, one: string, many: string): string {
  return value === 0 ? "" : `${value} ${value === 1 ? one : many}`;
}

function clockText(micros: number): string {
  if (micros === 0) return "";
  const seconds = Math.abs(micros) / 1e6;
  const two = (part: number) => String(Math.floor(part)).padStart(2, "0");
  const fraction = seconds % 1 === 0 ? "" : (seconds % 1).toFixed(6).slice(1).replace(/0+$/, "");
  return `${micros < 0 ? "-" : ""}${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`;
}

/** `2026-03-29 01:30:00+01` of an instant that the driver gives in UTC. */
function zonedText(text: string, timeZone: string): string {
  const instant = new Date(`${text.replace(" ", "T").replace(/\+00$/, "")}Z`);
  if (Number.isNaN(instant.getTime())) return text;
  const parts = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  }).format(instant);
  const offset = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(instant)
    .find(({ type }) => type === "timeZoneName")!
    .value.replace("GMT", "");
  const fraction = /\.\d+/.exec(text)?.[0] ?? "";
  return `${parts}${fraction}${offset === "" ? "+00" : offset.replace(/:00$/, "")}`;
}

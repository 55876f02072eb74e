import { MAX_TYPE_LENGTH } from "../allowed.ts";
import { DATE_FIELDS } from "./dialects.ts";
import type { Environment } from "./environment.ts";
import { fieldsOf, kindOf, refused, unknownNode } from "./strict.ts";

/** A type to cast to. Throws `E_TYPE`. */
export function printType(env: Environment, node: unknown): string {
  const { kind, value } = kindOf(node);
  const word = env.dialect.types[kind];
  if (word === undefined)
    throw refused(
      "E_TYPE",
      `The type ${kind.toLowerCase()} is not on the list of types that may be cast to.`,
    );
  const zoned = Array.isArray(value) && value.some((each) => /Tz|WithTimeZone/.test(String(each)));
  if (zoned && env.dialect.name === "mysql")
    throw refused("E_TYPE", "Types with a time zone are not known here.");
  return `${word}${sizeOf(value)}${zoned ? " WITH TIME ZONE" : ""}`;
}

/** `(10, 2)` and its kin; nothing where the type has no size. */
function sizeOf(value: unknown): string {
  if (!value || typeof value !== "object" || Array.isArray(value)) return "";
  const { kind, value: size } = kindOf(value);
  const numbers =
    kind === "IntegerLength"
      ? [fieldsOf(kind, size, ["length"]).length]
      : kind === "Precision"
        ? [size]
        : kind === "PrecisionAndScale"
          ? (size as unknown[])
          : null;
  if (numbers === null) throw unknownNode(`a type's ${kind}`);
  if (
    !numbers.every((each) => Number.isInteger(each) && Number(each) >= 0 && Number(each) <= MAX_TYPE_LENGTH)
  )
    throw refused("E_TYPE", "A type is longer than anything that is read.");
  return `(${numbers.join(", ")})`;
}

/** A field of a date, upper case. Throws `E_NODE`. */
export function unitOf(node: unknown): string {
  const { kind } = kindOf(node);
  const unit = kind.toLowerCase();
  if (DATE_FIELDS.has(unit)) return unit.toUpperCase();
  if (DATE_FIELDS.has(unit.replace(/s$/, ""))) return unit.replace(/s$/, "").toUpperCase();
  throw unknownNode(`the part of a date "${kind}"`);
}

/** `INTERVAL 3 MONTH`, or DuckDB's `INTERVAL '3 months'`. */
export function printInterval(env: Environment, node: unknown, print: (node: unknown) => string): string {
  const { value, leading_field } = fieldsOf("Interval", node, ["value", "leading_field"]);
  const amount = print(value);
  if (leading_field)
    return `INTERVAL ${/^\w+$/.test(amount) ? amount : `(${amount})`} ${unitOf(leading_field)}`;
  if (env.dialect.name !== "duckdb" || !/^'[\d\s\w:.+-]*'$/.test(amount))
    throw unknownNode("an interval without a unit");
  return `INTERVAL ${amount}`;
}

import type { ColumnKind } from "#lib/contracts/catalog.ts";

const byName: Record<string, ColumnKind> = {
  int2: "integer",
  int4: "integer",
  int8: "integer",
  numeric: "decimal",
  float4: "decimal",
  float8: "decimal",
  money: "decimal",
  date: "date",
  timestamp: "timestamp",
  timestamptz: "timestamp",
  time: "time",
  timetz: "time",
  interval: "interval",
  bool: "boolean",
  json: "json",
  jsonb: "json",
};

/**
 * What a reader may do with a PostgreSQL type.
 *
 * @param base `pg_type.typname` after domains were followed to their base type
 * @param category `pg_type.typcategory`
 * @param typeKind `pg_type.typtype`; `e` is an enum, which reads as text
 */
export function columnKind(base: string, category: string, typeKind: string): ColumnKind {
  if (typeKind === "e") return "text";
  if (category === "A") return "array";
  const named = byName[base];
  if (named) return named;
  return category === "S" && base !== "char" ? "text" : "other";
}

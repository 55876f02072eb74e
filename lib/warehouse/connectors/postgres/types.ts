import type { ColumnKind } from "#lib/contracts/catalog.ts";

/** Built-in type oids; others (enums, domains over them, extensions) are shown as text. */
const BY_OID: Record<number, [name: string, kind: ColumnKind]> = {
  16: ["boolean", "boolean"],
  17: ["bytea", "other"],
  18: ["char", "text"],
  19: ["name", "text"],
  20: ["bigint", "integer"],
  21: ["smallint", "integer"],
  23: ["integer", "integer"],
  25: ["text", "text"],
  114: ["json", "json"],
  700: ["real", "decimal"],
  701: ["double precision", "decimal"],
  790: ["money", "decimal"],
  1042: ["character", "text"],
  1043: ["character varying", "text"],
  1082: ["date", "date"],
  1083: ["time", "time"],
  1114: ["timestamp", "timestamp"],
  1184: ["timestamptz", "timestamp"],
  1186: ["interval", "interval"],
  1266: ["timetz", "time"],
  1700: ["numeric", "decimal"],
  2950: ["uuid", "text"],
  3802: ["jsonb", "json"],
};

export function resultType(oid: number): { type: string; kind: ColumnKind } {
  const known = BY_OID[oid];
  return known ? { type: known[0], kind: known[1] } : { type: `oid ${oid}`, kind: "other" };
}

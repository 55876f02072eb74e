import type { RawCatalog } from "./raw-catalog.ts";

/** A fresh structure with the profiles and values of the columns that stayed as they were, until new ones are read. */
export function carryProfiles(before: RawCatalog, structure: RawCatalog): RawCatalog {
  const known = new Map(before.columns.map((column) => [column.id, column]));
  const same = new Set<string>();
  const columns = structure.columns.map((column) => {
    const old = known.get(column.id);
    if (!old || old.type !== column.type) return column;
    same.add(column.id);
    const { nullShare, distinct, min, max, top, mixedCase } = old;
    return {
      ...column,
      ...(nullShare === undefined ? {} : { nullShare }),
      ...(distinct === undefined ? {} : { distinct }),
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      ...(mixedCase === undefined ? {} : { mixedCase }),
      top,
    };
  });
  return {
    ...structure,
    columns,
    values: before.values.filter(({ column }) => same.has(column)),
    overlaps: (before.overlaps ?? []).filter(({ from, to }) => same.has(from) && same.has(to)),
  };
}

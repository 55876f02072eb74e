import type { Column } from "#lib/contracts/catalog.ts";
import type { StructureChange } from "#lib/contracts/catalog-changes.ts";
import type { RawCatalog } from "./raw-catalog.ts";
import { LEAST_RENAME, type Likeness, nameSimilarity, renameScore } from "./rename-score.ts";

/** Values of a removed column that are kept, to recognise it by. */
const KEPT_VALUES = 50;

/**
 * What changed between two readings of a structure: tables and columns added and removed, types changed. What was removed
 * carries what it is probably called now. The columns of an added or removed table are not told one by one.
 */
export function diffStructure(before: RawCatalog, after: RawCatalog): StructureChange[] {
  const [tablesBefore, tablesAfter] = [idsOf(before.tables), idsOf(after.tables)];
  const [columnsBefore, columnsAfter] = [byId(before.columns), byId(after.columns)];
  const plain = { before: null, after: null, proposal: null };
  const changes: StructureChange[] = [];
  for (const id of tablesBefore)
    if (!tablesAfter.has(id)) changes.push({ kind: "removed", object: "table", id, ...plain });
  for (const id of tablesAfter)
    if (!tablesBefore.has(id)) changes.push({ kind: "added", object: "table", id, ...plain });
  const values = new Map(before.values.map((list) => [list.column, list.values]));
  const places = placesOf(before.columns);
  for (const column of before.columns) {
    if (!tablesAfter.has(column.table)) continue;
    const now = columnsAfter.get(column.id);
    const object = "column" as const;
    const { id, type } = column;
    if (!now)
      changes.push({
        ...{ kind: "removed", object, id, before: type, after: null, proposal: null },
        known: {
          ...places.get(id)!,
          kind: column.kind,
          ...(column.min === undefined ? {} : { min: column.min }),
          ...(column.max === undefined ? {} : { max: column.max }),
          values: (values.get(id) ?? []).slice(0, KEPT_VALUES),
        },
      });
    else if (now.type !== type)
      changes.push({ kind: "type-changed", object, id, before: type, after: now.type, proposal: null });
  }
  for (const { id, table, type } of after.columns)
    if (tablesBefore.has(table) && !columnsBefore.has(id))
      changes.push({ kind: "added", object: "column", id, before: null, after: type, proposal: null });
  return proposeRenames(changes, before, after);
}

/**
 * The changes with what each vanished column or table is probably called now: the best pairs first, each new name once.
 * May be asked again once the profiles of the new structure are there.
 *
 * @param before where it is known: tables are recognised by their columns
 */
export function proposeRenames(
  changes: StructureChange[],
  before: RawCatalog | null,
  after: RawCatalog,
): StructureChange[] {
  const added = new Set(changes.filter(({ kind }) => kind === "added").map(({ id }) => id));
  const places = placesOf(after.columns);
  const values = new Map(after.values.map((list) => [list.column, list.values]));
  const fresh = after.columns.filter(({ id }) => added.has(id));
  const pairs = changes.flatMap((change) => {
    if (change.kind !== "removed") return [];
    if (change.object === "table")
      return before ? tablePairs(change, before, after, added).map((pair) => ({ change, ...pair })) : [];
    const { known } = change;
    if (!known) return [];
    const gone: Likeness = { ...known, name: lastOf(change.id) };
    return fresh
      .filter(({ table }) => table === tableOf(change.id))
      .map((column) => ({
        change,
        to: column.id,
        ...renameScore(gone, likenessOf(column, places, values.get(column.id) ?? [])),
      }));
  });
  const proposed = new Map<StructureChange, StructureChange["proposal"]>();
  const taken = new Set<string>();
  for (const { change, to, score, reasons } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (score <= LEAST_RENAME || taken.has(to) || proposed.has(change)) continue;
    taken.add(to);
    proposed.set(change, { to, score, reasons });
  }
  return changes.map((change) =>
    change.kind === "removed" && (change.object === "column" || before)
      ? { ...change, proposal: proposed.get(change) ?? null }
      : change,
  );
}

/** A table is recognised by its name (four tenths) and by the columns it shares, names and types (six tenths). */
function tablePairs(gone: StructureChange, before: RawCatalog, after: RawCatalog, added: Set<string>) {
  const shapeOf = (raw: RawCatalog, id: string) =>
    new Set(raw.columns.filter(({ table }) => table === id).map(({ name, type }) => `${name} ${type}`));
  const old = shapeOf(before, gone.id);
  return after.tables
    .filter(({ id }) => added.has(id))
    .map(({ id, name }) => {
      const now = shapeOf(after, id);
      const shared = [...old].filter((column) => now.has(column)).length;
      const columns = shared / Math.max(1, old.size, now.size);
      const names = nameSimilarity(lastOf(gone.id), name);
      return {
        to: id,
        // Nearly all of the columns say more than a name that resembles another.
        score:
          Math.round(Math.max(0.4 * names + 0.6 * columns, columns >= 0.9 ? 0.5 + 0.35 * columns : 0) * 100) /
          100,
        reasons: [
          `${shared} of ${old.size} columns are the same`,
          `the names are ${Math.round(names * 100)} % alike`,
        ],
      };
    });
}

function likenessOf(
  column: Column,
  places: Map<string, { position: number; of: number }>,
  values: readonly string[],
): Likeness {
  const { name, kind, min, max } = column;
  return { name, kind, min, max, ...places.get(column.id)!, values };
}

function placesOf(columns: Column[]): Map<string, { position: number; of: number }> {
  const places = new Map<string, { position: number; of: number }>();
  for (const list of Map.groupBy(columns, ({ table }) => table).values())
    list.forEach(({ id }, position) => {
      places.set(id, { position, of: list.length });
    });
  return places;
}

const idsOf = (parts: Array<{ id: string }>) => new Set(parts.map(({ id }) => id));
const byId = (columns: Column[]) => new Map(columns.map((column) => [column.id, column]));
const lastOf = (id: string) => id.slice(id.lastIndexOf(".") + 1);
const tableOf = (id: string) => id.slice(0, id.lastIndexOf("."));

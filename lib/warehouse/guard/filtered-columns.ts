import type { Resolution } from "./resolution.ts";
import { type Fields, visit } from "./tree.ts";

/** Ids of the columns that a condition of the statement narrows: compared in WHERE or in a join, at any level. */
export function filteredColumns(select: Fields, { references }: Resolution): Set<string> {
  const found = new Set<string>();
  const collect = (condition: unknown) =>
    visit(condition, (kind, fields, node) => {
      // That it is there at all, or compared with another column, narrows nothing.
      if (kind === "NullTest") return false;
      if (kind === "A_Expr" && [fields.lexpr, fields.rexpr].every(isColumn)) return false;
      const id = kind === "ColumnRef" ? references.get(node)?.column.id : undefined;
      if (id !== undefined) found.add(id);
      return undefined;
    });
  const isColumn = (value: unknown) => typeof value === "object" && value !== null && references.has(value);
  visit(
    select,
    (kind, fields) => {
      if (kind === "SelectStmt") collect(fields.whereClause);
      if (kind === "JoinExpr") collect(fields.quals);
      return undefined;
    },
    "SelectStmt",
  );
  return found;
}

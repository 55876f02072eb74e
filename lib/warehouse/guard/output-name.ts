import { as, strings, unwrap } from "./tree.ts";

/** The name PostgreSQL gives to an output column without AS (`FigureColname` in its parser). */
export function outputName(value: unknown): string {
  const node = unwrap(value);
  if (!node) return UNNAMED;
  const { kind, fields } = node;
  switch (kind) {
    case "ColumnRef":
      return strings(fields.fields).at(-1) || UNNAMED;
    case "FuncCall":
      return strings(fields.funcname).at(-1)!;
    case "TypeCast": {
      const inner = outputName(fields.arg);
      return inner === UNNAMED ? strings((fields.typeName as { names: unknown }).names).at(-1)! : inner;
    }
    case "CaseExpr": {
      const inner = outputName(fields.defresult);
      return inner === UNNAMED ? "case" : inner;
    }
    case "CollateClause":
    case "A_Indirection":
      return outputName(fields.arg);
    case "SubLink":
      return subLinkName(String(fields.subLinkType), fields.subselect);
    case "SQLValueFunction":
      return String(fields.op).replace("SVFOP_", "").replace(/_N$/, "").toLowerCase();
    default:
      return FIXED[kind] ?? UNNAMED;
  }
}

const UNNAMED = "?column?";
const FIXED: Record<string, string> = {
  CoalesceExpr: "coalesce",
  MinMaxExpr: "greatest",
  A_ArrayExpr: "array",
  RowExpr: "row",
  GroupingFunc: "grouping",
};

function subLinkName(kind: string, subselect: unknown): string {
  if (kind === "EXISTS_SUBLINK") return "exists";
  if (kind === "ARRAY_SUBLINK") return "array";
  if (kind !== "EXPR_SUBLINK") return UNNAMED;
  const target = as((as(subselect, "SelectStmt")?.targetList as unknown[] | undefined)?.[0], "ResTarget");
  return target?.name ? String(target.name) : outputName(target?.val);
}

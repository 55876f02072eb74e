import { distance } from "fastest-levenshtein";
import { GateFault } from "./fault.ts";
import type { Relation } from "./scope.ts";

/** The refusal for a column nobody knows, with the nearest known ones. */
export function unknownColumn(
  name: string,
  relations: Relation[],
  code: "E_COLUMN" | "E_ATTR" = "E_COLUMN",
): GateFault {
  const bare = name.split(".").at(-1)!;
  const known = [...new Set(relations.flatMap((each) => each.columns.map((column) => column.name)))];
  const near = nearest(bare, known);
  return schemaFault(
    code,
    `There is no column "${name}" that you may read here.${near.length > 0 ? ` Near by: ${near.join(", ")}.` : ""}`,
    near,
  );
}

/** Known names that are spelled like the wanted one, nearest first. */
export function nearest(name: string, known: string[]): string[] {
  const wanted = name.toLowerCase();
  return known
    .map((each) => ({ each, far: distance(wanted, each.toLowerCase().split(".").at(-1)!) }))
    .filter(
      ({ each, far }) => far <= Math.max(2, wanted.length / 3) || each.toLowerCase().endsWith(`.${wanted}`),
    )
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ each }) => each);
}

/** A refusal of the schema layer. */
export function schemaFault(
  code: "E_TABLE" | "E_SCHEMA" | "E_COLUMN" | "E_ATTR" | "E_NODE" | "E_SIZE",
  sentence: string,
  candidates: string[] = [],
): GateFault {
  return new GateFault("schema", code, sentence, candidates);
}

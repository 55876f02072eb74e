import type { Column } from "#lib/contracts/catalog.ts";
import type { OutputColumn } from "#lib/contracts/reading.ts";
import { plural } from "./names.ts";
import { nameOf, type Plan, part, title } from "./plan-parts.ts";
import type { Planner } from "./planner.ts";
import type { Expression, Query, SelectItem } from "./query.ts";
import { columnLabel, publicId, tableLabel } from "./schema.ts";
import type { Star } from "./star.ts";

/** The query over a finished star: names made unique, repeated columns shown once. */
export function queryOver(star: Star, select: SelectItem[], groupBy: Expression[]): Query {
  const taken = new Set<string>();
  // A column that was named twice is shown once.
  const once = select.filter(
    ({ expression }, i) =>
      expression.kind !== "column" ||
      select.findIndex(({ expression: other }) => sameColumn(expression, other)) === i,
  );
  select.splice(0, select.length, ...once);
  for (const { output } of select) {
    const base = output.name;
    for (let i = 2; taken.has(output.name); i++) output.name = `${base}_${i}`;
    taken.add(output.name);
  }
  return {
    root: star.rootUse,
    joins: star.joins,
    where: star.where,
    select,
    distinct: false,
    groupBy,
    having: [],
    orderBy: [],
    limit: null,
  };
}

function sameColumn(one: Expression, other: Expression): boolean {
  return (
    one.kind === "column" &&
    other.kind === "column" &&
    one.alias === other.alias &&
    one.column === other.column
  );
}

/** A column to be shown, with its label for people. */
export function shownColumn(
  planner: Planner,
  expression: Expression,
  column: Column,
  role: OutputColumn["role"],
): SelectItem {
  const known = planner.context.schema.columnById.get(column.id)!;
  const label = columnLabel(known);
  return {
    expression,
    output: {
      name: nameOf(/^(date|time) /.test(label) ? column.name : label),
      label: title(label),
      role,
      binding: publicId(known),
    },
  };
}

/** How many rows a ranking keeps: as many as said, one for a superlative, ten for a bare `top products`. */
export function limitOf(planner: Planner, ranked: boolean): number | null {
  const { rank } = planner.context.form;
  if (!rank || !ranked) return null;
  if (rank.count !== null) return rank.count;
  const several =
    planner.subject &&
    /[^s]s$/.test(planner.subject.words) &&
    rank.adjective === null &&
    /^(top|bottom|best|worst)/i.test(rank.words);
  return several ? 10 : 1;
}

/** Puts query and reading together; what was doubtful about the joins is noted now that they are known. */
export function finish(
  planner: Planner,
  query: Query,
  star: Star,
  rest: Pick<Plan, "measures" | "dimensions" | "order" | "grain" | "within">,
): Plan {
  for (let i = 0; i < star.turns; i++) planner.doubt(0.6, "the tables are related only through a third one");
  for (const rival of new Set(star.rivals))
    planner.doubt(0.72, "there is another way to join, just as short", [rival]);
  for (const { score } of star.guessed) {
    if (score < 0.8) planner.doubt(0.7, "tables are joined by what looks like a key, which nobody declared");
    else planner.doubt(score, "tables are joined by a key that nobody declared");
  }
  const entity = planner.subject && !planner.subject.column ? planner.subject.table : star.root;
  return {
    query,
    doubts: planner.doubts,
    joins: [...new Set(star.described)],
    guessed: [...star.guessed],
    filters: planner.filters,
    entities: [
      {
        ...part(plural(tableLabel(entity)), [planner.subject?.words ?? ""].filter(Boolean)),
        binding: entity.role?.base.table.id ?? entity.table.id,
      },
    ],
    time: planner.time,
    share: planner.context.form.share,
    ...rest,
  };
}

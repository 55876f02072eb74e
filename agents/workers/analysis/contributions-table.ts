import { type ComputedColumn, type ComputedTable, computedTable } from "./computed-table.ts";
import { type Amounts, contributionsOf, figureOf, type Member } from "./contributions.ts";
import type { Summable } from "./figures.ts";
import { changeUnit } from "./units.ts";
import type { Windows } from "./windows.ts";

/** Members beyond these are told together, so that the column still adds up. */
const SHOWN = 12;

/** The change split over members, largest effect first; null where there is nothing to compare with. */
export function contributionsTable(input: {
  title: string;
  figure: Summable;
  windows: Windows;
  members: Member[];
  from: string;
}): ComputedTable | null {
  const { figure, windows } = input;
  const split = contributionsOf(input.members);
  if (!split || split.parts.length < 2) return null;
  const unit = figure.metric.unit;
  const shown = split.parts.slice(0, SHOWN);
  const rest = split.parts.slice(SHOWN);
  const rows = shown.map(({ name, before, after, contribution, weight }) => [
    name,
    before?.toDecimalPlaces(8).toFixed() ?? null,
    after?.toDecimalPlaces(8).toFixed() ?? null,
    contribution.toFixed(),
    weight?.toDecimalPlaces(6).toFixed() ?? null,
  ]);
  if (rest.length > 0)
    rows.push([
      `${rest.length} others`,
      null,
      null,
      rest
        .slice(1)
        .reduce((sum, { contribution }) => sum.plus(contribution), rest[0]!.contribution)
        .toFixed(),
      null,
    ]);
  return computedTable(
    [
      ...comparedColumns({ name: "member", label: "Member" }, windows, unit),
      {
        name: "weight",
        label: `Share of ${(figure.denominator ?? figure.numerator).name} before`,
        role: "measure",
        unit: "ratio",
      },
    ],
    rows,
    {
      operation: "contributions",
      title: input.title,
      method: figure.denominator
        ? "Each member's contribution is w₁(r₁ − R₀) − w₀(r₀ − R₀): its ratio r against the total R₀ before, weighted by its share w of the denominator, after less before. The column adds up to the whole change."
        : "Each member's contribution is its amount after less its amount before. The column adds up to the whole change.",
      from: [input.from],
    },
  );
}

/**
 * A figure's change split over the terms it is the sum of, largest effect first: a term of a ratio counts with its share
 * of the denominator, so that the shares' changes add up to the ratio's. Null where there is nothing to compare with.
 */
export function termsTable(input: {
  title: string;
  figure: Summable;
  windows: Windows;
  terms: Array<{ figure: Summable; before: Amounts; after: Amounts; sign: 1 | -1 }>;
  from: string;
}): ComputedTable | null {
  const { figure, windows } = input;
  const parts = input.terms.flatMap(({ figure: { metric }, before, after, sign }) => {
    const [start, end] = [figureOf(before), figureOf(after)];
    return start && end
      ? [{ name: metric.name, start, end, effect: end.minus(start).times(sign).toDecimalPlaces(8) }]
      : [];
  });
  if (parts.length !== input.terms.length || parts.length < 2) return null;
  parts.sort((a, b) => b.effect.abs().comparedTo(a.effect.abs()));
  const unit = figure.metric.unit;
  return computedTable(
    [...comparedColumns({ name: "part", label: "Part" }, windows, unit)],
    parts.map(({ name, start, end, effect }) => [
      name,
      start.toDecimalPlaces(8).toFixed(),
      end.toDecimalPlaces(8).toFixed(),
      effect.toFixed(),
    ]),
    {
      operation: "contributions",
      title: input.title,
      method: figure.denominator
        ? `Each part as a share of ${figure.denominator.name}, after less before, with the sign it has in ${figure.metric.name}.`
        : `Each part, after less before, with the sign it has in ${figure.metric.name}.`,
      from: [input.from],
    },
  );
}

/** What a row is called, its figure before and after, and what it contributes to the change. */
function comparedColumns(
  of: { name: string; label: string },
  windows: Windows,
  unit: string | undefined,
): ComputedColumn[] {
  return [
    { ...of, role: "dimension" },
    { name: "before", label: windows.before.label, role: "measure", unit },
    { name: "after", label: windows.after.label, role: "measure", unit },
    {
      name: "contribution",
      label: "Contribution to the change",
      role: "measure",
      unit: changeUnit(unit),
      additive: true,
    },
  ];
}

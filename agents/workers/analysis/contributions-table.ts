import { type ComputedTable, computedTable } from "./computed-table.ts";
import { contributionsOf, type Member } from "./contributions.ts";
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
  const rows = shown.map(({ name, before, after, contribution }) => [
    name,
    before?.toDecimalPlaces(8).toFixed() ?? null,
    after?.toDecimalPlaces(8).toFixed() ?? null,
    contribution.toFixed(),
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
    ]);
  return computedTable(
    [
      { name: "member", label: "Member", role: "dimension" },
      { name: "before", label: windows.before.label, role: "measure", unit },
      { name: "after", label: windows.after.label, role: "measure", unit },
      {
        name: "contribution",
        label: "Contribution to the change",
        role: "measure",
        unit: changeUnit(unit),
        additive: true,
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

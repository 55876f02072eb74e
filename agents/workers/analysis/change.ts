import { type ComputedTable, computedTable } from "./computed-table.ts";
import type { Member } from "./contributions.ts";
import { figureOf } from "./contributions.ts";
import type { Summable } from "./figures.ts";
import { changeUnit } from "./units.ts";
import type { Windows } from "./windows.ts";

/** Each member's figure in the two windows and the difference; one row where nothing splits it. */
export function changeTable(input: {
  title: string;
  figure: Summable;
  windows: Windows;
  members: Member[];
  /** How the row is called where there is only one. */
  label: string;
  from: string;
}): ComputedTable {
  const { figure, windows, members } = input;
  const unit = figure.metric.unit;
  const rows = members.map((member) => {
    const [before, after] = [figureOf(member.before), figureOf(member.after)];
    return [
      member.name === "" ? input.label : member.name,
      before?.toDecimalPlaces(8).toFixed() ?? null,
      after?.toDecimalPlaces(8).toFixed() ?? null,
      before && after ? after.minus(before).toDecimalPlaces(8).toFixed() : null,
    ];
  });
  return computedTable(
    [
      { name: "what", label: "What", role: "dimension" },
      { name: "before", label: windows.before.label, role: "measure", unit },
      { name: "after", label: windows.after.label, role: "measure", unit },
      { name: "change", label: "Change", role: "measure", unit: changeUnit(unit) },
    ],
    rows,
    {
      operation: "change",
      title: input.title,
      method: `${windows.why} ${figure.denominator ? `A ratio over several quarters is taken from their sums, not averaged.` : "Quarters are added up."}`,
      from: [input.from],
    },
  );
}

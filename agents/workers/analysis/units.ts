/** The unit of a difference: two shares differ by percentage points. */
export function changeUnit(unit: string | undefined): string | undefined {
  return unit === "ratio" ? "points" : unit;
}

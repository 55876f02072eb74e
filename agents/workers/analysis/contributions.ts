import { Decimal } from "decimal.js";

/** A member's amounts in the two windows; the denominator only where the figure is a ratio. */
export interface Member {
  /** Null for what has no value in the dimension. */
  name: string | null;
  before: Amounts;
  after: Amounts;
}

export interface Amounts {
  numerator: Decimal;
  denominator: Decimal | null;
}

export interface Contribution {
  name: string | null;
  before: Decimal | null;
  after: Decimal | null;
  contribution: Decimal;
  /** Share of the whole before: of the denominator, or of the amount itself. */
  weight: Decimal | null;
}

/** Decimals of a contribution; the last one absorbs the rounding, so that the column adds up to the total exactly. */
export const PLACES = 8;
/** Enough digits that no rounding of the arithmetic reaches the places that are shown. */
const Exact = Decimal.clone({ precision: 50 });

/**
 * Splits the change of a figure over the members of a dimension, adding up exactly. An amount's change is the sum of the
 * members' changes. A ratio `R = Σn/Σd` with shares `w = d/Σd` and member ratios `r = n/d` changes by
 * `Σ [w₁(r₁ − R₀) − w₀(r₀ − R₀)]`: what each member's ratio and its weight did, measured against the total before
 * (the shift-share identity, with the interaction left in the member).
 *
 * @returns the total before and after, and each member's contribution in the figure's own unit, largest effect first;
 *   `residual` is what rounding left over, which the largest took up: less than one in the last place per member
 */
export function contributionsOf(members: Member[]): {
  before: Decimal | null;
  after: Decimal | null;
  change: Decimal;
  parts: Contribution[];
  residual: Decimal;
} | null {
  const total = (side: "before" | "after") => ({
    numerator: sum(members.map((member) => member[side].numerator)),
    denominator: members.some((member) => member[side].denominator === null)
      ? null
      : sum(members.map((member) => member[side].denominator!)),
  });
  const [before, after] = [total("before"), total("after")];
  const [start, end] = [figureOf(before), figureOf(after)];
  if (start === null || end === null) return null;
  const change = end.minus(start).toDecimalPlaces(PLACES);
  const parts = members.map((member): Contribution => {
    const contribution =
      before.denominator === null || after.denominator === null
        ? member.after.numerator.minus(member.before.numerator)
        : weighted(member.after, after.denominator, start).minus(
            weighted(member.before, before.denominator, start),
          );
    return {
      name: member.name,
      before: figureOf(member.before),
      after: figureOf(member.after),
      contribution: contribution.toDecimalPlaces(PLACES),
      weight: shareOf(member.before, before),
    };
  });
  parts.sort(
    (a, b) =>
      b.contribution.abs().comparedTo(a.contribution.abs()) || ((a.name ?? "") < (b.name ?? "") ? -1 : 1),
  );
  const residual = change.minus(sum(parts.map(({ contribution }) => contribution)));
  const [largest] = parts;
  if (largest) largest.contribution = largest.contribution.plus(residual);
  return { before: start, after: end, change, parts, residual };
}

function shareOf(part: Amounts, whole: Amounts): Decimal | null {
  const [own, all] =
    part.denominator && whole.denominator
      ? [part.denominator, whole.denominator]
      : [part.numerator, whole.numerator];
  return all.isZero() ? null : new Exact(own).dividedBy(all);
}

/** `w · (r − R₀)`, without dividing by a member that has nothing. */
function weighted(amounts: Amounts, whole: Decimal, start: Decimal): Decimal {
  const weight = new Exact(amounts.denominator!).dividedBy(whole);
  return new Exact(amounts.numerator).dividedBy(whole).minus(weight.times(start));
}

/** The figure itself: the amount, or the ratio; null where there is nothing to divide by. */
export function figureOf({ numerator, denominator }: Amounts): Decimal | null {
  if (denominator === null) return numerator;
  return denominator.isZero() ? null : new Exact(numerator).dividedBy(denominator);
}

function sum(values: Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), new Exact(0));
}

import type { Claim } from "#lib/contracts/evidence.ts";
import { DerivedFigure } from "./derived-figure.tsx";
import { Figure } from "./figure.tsx";
import { Quotation } from "./quotation.tsx";
import type { Sourced } from "./sourced.ts";

/** What an answer asserts, drawn by what it rests on: a cell, words of a document, or other figures. */
export function ClaimedText({ claim, text, sourced }: { claim: Claim; text: string; sourced: Sourced }) {
  const { basis } = claim;
  if (basis.kind === "span" || basis.kind === "document")
    return <Quotation claim={{ ...claim, basis }} text={text} sourced={sourced} />;
  if ("resultId" in basis) return <Figure claim={{ ...claim, basis }} text={text} sourced={sourced} />;
  return <DerivedFigure claim={claim} text={text} sourced={sourced} />;
}

"use client";

import { shownColumns } from "#components/result/columns.ts";
import type { RunState } from "#components/wire/fold-run.ts";
import { type Marks, markPlaces } from "#components/wire/marks.ts";
import type { Answer } from "#lib/contracts/evidence.ts";
import { AnswerBlock } from "./answer-block.tsx";
import { ClaimedText } from "./claimed-text.tsx";
import { SourceLink } from "./source-link.tsx";
import type { Sourced } from "./sourced.ts";

interface AnswerTextProps {
  answer: Answer;
  state: Pick<RunState, "results" | "retrievals">;
  marks: Marks;
  isLatest: boolean;
}

const CLOSING = /^[”’"'»)]+/;

type Block = Answer["blocks"][number];

/** The answer, finding first. Each figure and quotation carries the colour of its source and opens it. */
export function AnswerText({ answer, state, marks, isLatest }: AnswerTextProps) {
  const sourced: Sourced = {
    claims: new Map(answer.claims.map((claim) => [claim.id, claim])),
    marks,
    columns: new Map(state.results.map((found) => [found.resultId, shownColumns(found)])),
    retrievals: state.retrievals,
  };
  // One source needs no more than one mark; it stands with the finding.
  const single = marks.results.size + marks.passages.size === 1;
  const headline = answer.blocks.findIndex(({ kind }) => kind === "finding");
  return (
    <div className="flex flex-col gap-3 [overflow-wrap:anywhere]" aria-live={isLatest ? "polite" : undefined}>
      {answer.blocks.map((block, at) => (
        <AnswerBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer is written once and never reordered
          key={at}
          kind={block.kind}
          isFirst={answer.blocks[at - 1]?.kind !== block.kind}
          isHeadline={at === headline}
        >
          <BlockText block={block} sourced={sourced} marked={!single || at === 0} />
        </AnswerBlock>
      ))}
    </div>
  );
}

function BlockText({ block, sourced, marked }: { block: Block; sourced: Sourced; marked: boolean }) {
  const places = markPlaces(block.spans, sourced.claims, sourced.marks);
  // A mark stands after the quotation, not within its quotation marks.
  const closing = (at: number) => CLOSING.exec(block.spans[at]?.text ?? "")?.[0] ?? "";
  return block.spans.map((span, at) => {
    const claim = "claim" in span ? sourced.claims.get(span.claim) : undefined;
    const place = marked ? places.get(at) : undefined;
    const taken = marked && places.has(at - 1) ? closing(at).length : 0;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: spans of a written answer never move
      <span key={at}>
        {claim ? <ClaimedText claim={claim} text={span.text} sourced={sourced} /> : span.text.slice(taken)}
        {place && closing(at + 1)}
        {place && <SourceLink mark={place.mark} claim={place.claim} />}
      </span>
    );
  });
}

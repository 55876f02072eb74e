import type { AnswerBlock, Claim } from "#lib/contracts/evidence.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { ClaimWriter } from "./claim-writer.ts";
import { nothingWritten, quotationsFor, quoted } from "./passages-answer.ts";
import { joined } from "./wording.ts";

const MOST_THEMES = 4;
const MOST_QUOTED = 3;

/** What the texts of some rows have in common, counted, with a passage that shows each. */
export function textsAnswer(
  {
    title,
    themes,
    retrieval,
  }: { title: string; themes: StoredResult | undefined; retrieval: StoredRetrieval },
  claims: Claim[],
): AnswerBlock[] {
  if (retrieval.passages.length === 0) return nothingWritten([retrieval]);
  const blocks: AnswerBlock[] = [];
  if (themes) {
    const writer = new ClaimWriter(themes, claims);
    const parts = themes.rows
      .slice(0, MOST_THEMES)
      .map(
        (_, at) =>
          `“${writer.cell(at, 0, "text")}” in ${writer.cell(at, 1, "count")} (${writer.cell(at, 2, "ratio")}, against ${writer.cell(at, 3, "ratio")} of all others)`,
      );
    blocks.push({ kind: "finding", text: `${title}, what stands out most is ${joined(parts)}.` });
  }
  const topics = themes ? themes.rows.slice(0, MOST_THEMES).map((row) => String(row[0])) : [retrieval.text];
  const taken = new Set<string>();
  for (const topic of topics) {
    const best = quotationsFor(topic, [retrieval]).find(({ passage }) => !taken.has(passage.documentId));
    if (!best || taken.size >= MOST_QUOTED) continue;
    taken.add(best.passage.documentId);
    blocks.push({ kind: "quote", text: quoted(best, claims) });
  }
  return blocks;
}

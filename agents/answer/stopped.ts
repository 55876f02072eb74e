import type { Answer, AnswerBlock, Finding } from "#lib/contracts/evidence.ts";
import type { AnalysisState, Stop } from "../state.ts";

/** The answer of a run that ends without one: what happened, in a sentence, and what to do next. */
export function stoppedAnswer(
  stop: Stop | null,
  analysis: AnalysisState | null,
  findings: Finding[] = [],
): Answer {
  const caveats = findings.map(({ sentence }): AnswerBlock => ({ kind: "caveat", text: sentence }));
  const blocks = [...blocksOf(stop, analysis), ...caveats].map((block) => ({
    ...block,
    spans: [{ text: block.text }],
  }));
  return { text: blocks.map((block) => block.text).join("\n\n"), blocks, claims: [] };
}

const MAY_HAVE_RUN =
  "An earlier attempt may have reached the database; it only reads, and its result was not kept.";

function blocksOf(stop: Stop | null, analysis: AnalysisState | null): AnswerBlock[] {
  switch (stop?.kind) {
    case "refused_by_gate":
      return [
        { kind: "finding", text: `The query was not run. ${stop.sentence}` },
        { kind: "next", text: "Ask in other words, or for other data that you may read." },
      ];
    case "failed":
    case "outdated":
      return [
        { kind: "finding", text: stop.sentence },
        { kind: "next", text: "The tables are known anew now; ask with a name that they have." },
      ];
    case "unanswered":
      return [
        { kind: "finding", text: "Nobody said in time what was meant, so nothing was looked up." },
        { kind: "next", text: "Ask the question again, in other words if you like." },
      ];
    case "timed_out":
      return [
        { kind: "finding", text: stop.sentence },
        ...(stop.smaller === null
          ? []
          : [
              {
                kind: "next" as const,
                text: `The same question for ${stop.smaller} only would take less time.`,
              },
            ]),
      ];
    case "refused_by_cost":
      return [
        { kind: "finding", text: `The query was not run. ${stop.sentence}` },
        ...(stop.smaller === null
          ? []
          : [{ kind: "next" as const, text: `The same question for ${stop.smaller} only would cost less.` }]),
      ];
    case "rejected":
      return [
        {
          kind: "finding",
          text: `You rejected the query${stop.mayHaveRun ? `, so it does not run again. ${MAY_HAVE_RUN}` : ", so nothing ran."}${stop.reason ? ` Your reason: ${stop.reason}` : ""}`,
        },
        { kind: "next", text: "Ask for a shorter period or fewer groups, or approve it next time." },
      ];
    case "expired":
      return [
        {
          kind: "finding",
          text: `Nobody decided on the query in time, which counts as no${stop.mayHaveRun ? `. ${MAY_HAVE_RUN}` : ": nothing ran."}`,
        },
        { kind: "next", text: "Ask the question again if you still need it." },
      ];
    default: {
      const others =
        analysis?.outcome === "asked" ? analysis.readings.slice(1).map(({ words }) => words) : [];
      return [
        { kind: "finding", text: analysis?.reason ?? "The question could not be read." },
        ...(others.length > 0
          ? [
              {
                kind: "next" as const,
                text: `It could mean: ${[analysis?.reading?.words, ...others].join(" — or: ")}.`,
              },
            ]
          : []),
      ];
    }
  }
}

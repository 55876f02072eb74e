import type { Claim } from "#lib/contracts/evidence.ts";
import { formatPeriod } from "#lib/format/figure.ts";
import { readResult } from "#lib/runs/results.ts";
import { defineNode } from "../node.ts";
import { stoppedAnswer } from "./stopped.ts";
import { verify } from "./verify.ts";
import { chooseChart, outputColumns } from "./visualise.ts";

/** Draws, writes and verifies: three pure stages in one superstep, each with its own event. */
export const respond = defineNode<"input" | "analysis" | "evidence" | "findings" | "control">(
  "respond",
  async ({ input, analysis, evidence, findings, control }, { core, reasoner, run, write, probe }) => {
    const found = evidence.at(-1);
    if (control.stop || analysis?.route === "declined" || !found) {
      const stopped = stoppedAnswer(control.stop, analysis);
      await write("answer-written", { answer: stopped });
      return { update: {}, decision: stopped.blocks[0]!.text };
    }
    const reading = analysis!.reading!;
    const result = await readResult(core.db, found.ref);
    const chart = chooseChart(result, reading);
    if (chart) await write("chart-drawn", { chart });

    const draft = await reasoner.synthesise({ question: input.question, reading, result, chart, findings });
    const quotable = [
      input.question,
      reading.words,
      ...reading.filters.map((each) => each.label),
      ...outputColumns(result, reading).map((each) => each.label),
      reading.time?.label ?? "",
      // Findings are written by code that counted; their figures are its own.
      ...findings.map((each) => each.sentence),
    ].join("\n");
    const { answer, verified, removed } = verify(
      draft,
      [result],
      quotable,
      run.actor.locale,
      periodFormats(draft.claims, reading.time?.grain, run.actor.locale),
    );
    await write("claims-verified", { verified, removed });
    probe("respond", "inside");
    await write("answer-written", { answer });
    return {
      update: {},
      decision:
        removed.length === 0
          ? `${verified} of ${verified} figures computed again from the result.`
          : `${removed.length} sentence(s) left out, because a figure in them had no basis.`,
    };
  },
);

/** Claims about periods are shown by their grain: the cell holds the period's first day. */
function periodFormats(claims: Claim[], grain: string | undefined, locale: string): Map<string, string> {
  return new Map(
    claims
      .filter((claim) => claim.unit === "period")
      .map((claim) => [claim.id, formatPeriod(String(claim.value), grain, locale)]),
  );
}

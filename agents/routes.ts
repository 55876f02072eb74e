import type { EventData } from "#lib/contracts/event.ts";
import type { Prediction } from "#lib/contracts/reading.ts";

/**
 * Which way a question goes: a pure function of its reading, with the reason in words and the runner-up, so that the
 * timeline can say why not the next best.
 */
export function chooseRoute({ outcome, readings, reason }: Prediction): EventData<"route-chosen"> {
  const reading = readings[0];
  if (outcome !== "answered" || !reading) return { route: "declined", runnerUp: null, reason };
  const isSingleFigure =
    reading.measures.length > 0 && reading.dimensions.length === 0 && !reading.time?.grain;
  return isSingleFigure
    ? {
        route: "kpi_lookup",
        runnerUp: "nl2sql_query",
        reason: "One figure was asked for, without a breakdown, so a single look-up answers it.",
      }
    : {
        route: "nl2sql_query",
        runnerUp: "kpi_lookup",
        reason: "The question asks for rows or a breakdown, which takes a query of its own.",
      };
}

import type { Catalog, Metric } from "#lib/contracts/catalog.ts";
import type { EventData } from "#lib/contracts/event.ts";
import type { Prediction } from "#lib/contracts/reading.ts";
import { refusal } from "#lib/nlq/refusal.ts";
import type { Topics } from "#lib/nlq/topics.ts";
import type { Intent } from "./reasoners/reasoner.ts";
import type { Approach } from "./supervisor/approach.ts";

/** What the choice of a route rests on. */
export interface RouteInput {
  question: string;
  /** How the question, or the half of it that asks of rows, reads as one query. */
  prediction: Prediction;
  intent: Intent;
  topics: Topics;
  catalog: Catalog;
  /** There is something to search. */
  hasDocuments: boolean;
  /** A part of the question that names something by a query of its own: `the director of Project Aurora`. */
  span: string | null;
}

export type RouteChoice = EventData<"route-chosen"> & { approach: Approach | null };

/**
 * Which way a question goes: a pure function of its reading, with the reason in words and the runner-up, so that the
 * timeline can say why not the next best. The rules stand in order; the first that fits has it.
 */
export function chooseRoute(input: RouteInput): RouteChoice {
  return (
    refused(input) ??
    bothHalves(input) ??
    toCome(input) ??
    reasons(input) ??
    oneQuery(input) ??
    namedInRows(input) ??
    tooVague(input) ??
    twoReadings(input) ??
    documents(input) ??
    doubtful(input) ?? {
      route: "declined",
      runnerUp: null,
      reason: input.prediction.reason,
      approach: null,
    }
  );
}

/** What is no question: an order to change something, a greeting, code. */
function refused({ question, prediction }: RouteInput): RouteChoice | null {
  const reason = prediction.outcome === "declined" ? refusal(question) : null;
  return reason === null ? null : { route: "declined", runnerUp: null, reason, approach: null };
}

function bothHalves({ intent, prediction, hasDocuments }: RouteInput): RouteChoice | null {
  if (!intent.halves || !hasDocuments || prediction.outcome !== "answered") return null;
  const grouped = (prediction.readings[0]?.dimensions.length ?? 0) > 0;
  return {
    route: "hybrid",
    runnerUp: "nl2sql_query",
    reason: grouped
      ? "One half asks for figures, the other for what is written about what they show: rows first, then the texts of those rows."
      : "One half asks for figures, the other for what is written: rows and passages are looked up side by side.",
    approach: grouped
      ? { kind: "texts_of_rows", text: intent.halves.texts }
      : { kind: "beside", text: intent.halves.texts },
  };
}

function toCome({ intent, topics }: RouteInput): RouteChoice | null {
  const metric = topics.metrics.find(({ time }) => time !== undefined);
  if (!intent.forecast || !metric) return null;
  return {
    route: "analytical",
    runnerUp: "nl2sql_query",
    reason: `The question asks how ${metric.name} will go on: its course is read by month and carried forward.`,
    approach: { kind: "forecast", metric, filters: topics.filters, months: intent.forecast.months },
  };
}

function reasons(input: RouteInput): RouteChoice | null {
  const { intent, topics, question, catalog, hasDocuments } = input;
  if (!intent.cause) return null;
  const metric = metricOf(input);
  if (!metric) return null;
  // `so high`, `too low`: a degree, whatever values are called.
  const filters = topics.filters.filter(({ label }) => !DEGREE.test(label));
  const isExplained = catalog.explanations?.some((each) => each.metric === metric.id);
  if (metric.time === undefined)
    // A figure that has no course can only be explained by what is written about its rows.
    return isExplained && hasDocuments
      ? {
          route: "hybrid",
          runnerUp: "knowledge_qa",
          reason: `The question asks for the reasons of ${metric.name}: the rows behind it first, then what was written about them.`,
          approach: { kind: "texts_of_rows", text: question, of: { metric, filters, period: topics.period } },
        }
      : null;
  const lost = whatIsLost(topics, question);
  if (lost) return { route: "declined", runnerUp: "deep_analysis", reason: lost, approach: null };
  return {
    route: "deep_analysis",
    runnerUp: input.hasDocuments ? "knowledge_qa" : "nl2sql_query",
    reason: `The question asks for reasons: the change of ${metric.name} is split over what could explain it, and what moved is looked up in the documents.`,
    approach: {
      kind: "reasons",
      metric,
      filters,
      period: topics.period,
      direction: intent.direction,
      text: question,
    },
  };
}

const DOUBTFUL = 0.55;
const DEGREE = /^(very |too |so )?(high|low|medium|large|small|big|good|bad|up|down|normal)$/i;

/**
 * What the analysis would silently leave out of the question, in words; null where it takes all of it. A whole company's
 * figure is no answer to a question about one customer, nor Germany's to one about all others.
 */
function whatIsLost({ excluded, dropped, unread }: Topics, question: string): string | null {
  if (excluded.length > 0)
    return `An analysis of reasons cannot leave ${excluded.map(({ label }) => label).join(" and ")} out yet. Ask for the others by name, or for the whole.`;
  if (dropped.length > 0)
    return `An analysis of reasons cannot be narrowed by ${dropped.join(" and ")} yet. Ask without that.`;
  // Written like a name in the middle of the sentence, and nothing here is called so.
  const names = unread.filter((word) => /^\p{Lu}/u.test(word) && !question.trimStart().startsWith(word));
  if (names.length === 0) return null;
  return `Nothing in the data you may read is called ${names.map((name) => `“${name}”`).join(", ")}, so the question cannot be narrowed to it. Ask without it, or with a name that the data hold.`;
}

/** The figure a question for reasons is about; of how something does, the first of the figures it is judged by. */
function metricOf({ topics, intent, catalog }: RouteInput): Metric | null {
  const [named] = topics.metrics;
  if (named) return named;
  const [headline] = catalog.headlines ?? [];
  return intent.performance ? (catalog.metrics.find(({ id }) => id === headline) ?? null) : null;
}

function oneQuery({
  prediction: { outcome, readings },
  intent,
  hasDocuments,
}: RouteInput): RouteChoice | null {
  const reading = readings[0];
  if (outcome !== "answered" || !reading) return null;
  // A list of rows is no answer to what a paper says.
  if ((intent.papers || intent.story) && hasDocuments && reading.measures.length === 0) return null;
  const isSingleFigure =
    reading.measures.length > 0 && reading.dimensions.length === 0 && !reading.time?.grain;
  return isSingleFigure
    ? {
        route: "kpi_lookup",
        runnerUp: "nl2sql_query",
        reason: "One figure was asked for, without a breakdown, so a single look-up answers it.",
        approach: null,
      }
    : {
        route: "nl2sql_query",
        runnerUp: "kpi_lookup",
        reason: "The question asks for rows or a breakdown, which takes a query of its own.",
        approach: null,
      };
}

function namedInRows({ span, hasDocuments, question }: RouteInput): RouteChoice | null {
  if (span === null || !hasDocuments) return null;
  return {
    route: "hybrid",
    runnerUp: "knowledge_qa",
    reason: `“${span}” is found in the tables; what is asked about it is looked up in the documents.`,
    approach: { kind: "named_in_rows", span, text: question },
  };
}

function tooVague({ intent, topics, prediction }: RouteInput): RouteChoice | null {
  if (!intent.vague || topics.tables.length === 0 || topics.metrics.length > 0 || intent.papers) return null;
  return {
    route: "clarification",
    runnerUp: "nl2sql_query",
    reason: prediction.reason || "The question does not say by what measure.",
    approach: null,
  };
}

/** All of it was read, and in two ways: the asker knows which is meant. */
function twoReadings({ prediction, topics, hasDocuments }: RouteInput): RouteChoice | null {
  // A reading that hardly holds together may as well be a question about papers: they are looked at first.
  if (hasDocuments && prediction.score < DOUBTFUL) return null;
  if (prediction.outcome !== "asked" || (prediction.readings[0]?.unread.length ?? 0) > 0) return null;
  if (topics.unread.length > 0) return null;
  return { route: "clarification", runnerUp: "nl2sql_query", reason: prediction.reason, approach: null };
}

function documents({ hasDocuments, prediction, question, intent }: RouteInput): RouteChoice | null {
  if (!hasDocuments) return null;
  return {
    route: "knowledge_qa",
    runnerUp: prediction.outcome === "asked" ? "clarification" : "declined",
    reason: intent.papers
      ? "The question asks for what is written down, so the documents are searched."
      : "The tables alone do not answer it, so the documents are searched.",
    approach: { kind: "passages", text: question, figures: intent.figures },
  };
}

function doubtful({ prediction }: RouteInput): RouteChoice | null {
  if (prediction.outcome !== "asked") return null;
  return { route: "clarification", runnerUp: "nl2sql_query", reason: prediction.reason, approach: null };
}

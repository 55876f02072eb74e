import type { Reading } from "#lib/contracts/reading.ts";
import type { Candidate } from "./candidates.ts";
import type { Form } from "./form.ts";
import type { Plan } from "./plan-parts.ts";
import type { Choice } from "./slots.ts";
import { readingWords } from "./words.ts";

/** One way to take a question, with its query written out. */
export interface Interpretation {
  plan: Plan;
  choice: Choice;
  score: number;
  sql: string;
  params: Reading["params"];
}

/** An interpretation as a person and the graph see it: each part with the words it came from and what else they could be. */
export function toReading({ plan: made, choice, score, sql, params }: Interpretation, form: Form): Reading {
  const alternativesOf = (words: string[]) =>
    [...choice]
      .filter(([mention]) => words.includes(mention.words))
      .flatMap(([mention, taken]) =>
        mention.candidates.filter((one) => one !== taken && one.score > taken.score - 0.15),
      )
      .map((one) => describeCandidate(one))
      .slice(0, 4);
  const complete = <T extends { words: string[]; alternatives: string[] }>(parts: T[]): T[] =>
    parts.map((one) => ({
      ...one,
      alternatives: [...new Set([...one.alternatives, ...alternativesOf(one.words)])],
    }));
  return {
    measures: complete(made.measures),
    dimensions: complete(made.dimensions),
    filters: complete(made.filters),
    time: made.time,
    order: made.order ? orderPart(made.order) : null,
    limit: made.query.limit,
    entities: made.entities,
    joins: made.joins,
    ...(made.guessed?.length ? { guessed: made.guessed } : {}),
    grain: made.grain,
    words: readingWords(made, form),
    unread: form.unread,
    score,
    sql,
    params,
    output: made.query.select.map(({ output }) => output),
  };
}

function orderPart({ label, words, direction }: NonNullable<Plan["order"]>): Reading["order"] {
  return { label, words, direction, alternatives: [] };
}

function describeCandidate(candidate: Candidate): string {
  switch (candidate.kind) {
    case "table":
      return candidate.table.table.id;
    case "metric":
      return candidate.metric.name;
    case "line-amount":
      return `${candidate.amount.price.id} × ${candidate.amount.quantity.name}`;
    case "value":
      return `${candidate.values[0]} in ${candidate.column.column.id}`;
    case "column":
      return candidate.column.column.id;
  }
}

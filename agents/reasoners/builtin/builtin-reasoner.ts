import { readQuestion } from "#lib/nlq/read-question.ts";
import type { Reasoner } from "../reasoner.ts";
import { intentOf } from "./intent.ts";
import { isAnswered } from "./passages-answer.ts";
import { synthesise } from "./synthesise.ts";

/** Deterministic, offline, without a key: what every newcomer meets and what the tests run on. */
export const builtinReasoner: Reasoner = {
  understand: async (question, catalog, context) => readQuestion(question, catalog, context),
  intent: async (question) => intentOf(question),
  draftSql: async ({ sql, params }) => ({ sql, params }),
  judgePassages: async (question, figures, retrievals) => isAnswered(question, figures, retrievals),
  synthesise: async (input) => synthesise(input),
};

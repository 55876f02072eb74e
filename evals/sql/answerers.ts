import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Prediction, ReadingContext } from "#lib/contracts/reading.ts";
import { readQuestion } from "#lib/nlq/read-question.ts";

/** A restored database of a set. */
export interface EvalDatabase {
  id: string;
  /** The administrator's address. */
  url: string;
}

/** What is under test: question and catalog in, prediction out. */
export interface Answerer {
  /** Called once a database, before its questions. */
  open(database: EvalDatabase): Promise<void>;
  read(question: string, catalog: Catalog, context: ReadingContext): Promise<Prediction>;
  close(): Promise<void>;
}

/** The built-in reader alone. */
export function readerAnswerer(): Answerer {
  return {
    open: async () => undefined,
    read: async (question, catalog, context) => readQuestion(question, catalog, context),
    close: async () => undefined,
  };
}

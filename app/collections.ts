import type { CollectionProgress } from "#components/shell/collections-line.tsx";
import { AppError } from "#lib/contracts/errors.ts";
import { log } from "#lib/telemetry/log.ts";
import { engine } from "./engine.ts";

/** What this role can search besides the rows, and how far it is read in and what could not be read. Empty where the index does not answer just now. */
export async function collectionProgress(role: string): Promise<CollectionProgress[]> {
  try {
    const { collections } = await (await engine()).retrieval.statusFor(role);
    return collections.filter(({ documents, faults }) => documents > 0 || faults.length > 0);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ code: error.code, sentence: error.sentence }, "the progress of the documents is not known");
    return [];
  }
}

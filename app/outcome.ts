import { z } from "zod";
import { AppError } from "#lib/contracts/errors.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { log } from "#lib/telemetry/log.ts";

/** What an action answers: its value, or a code and a sentence. */
export async function outcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, ...inWords(error) };
  }
}

/** What the driver says when the store is away or goes away: a network code, or one of PostgreSQL's classes 08 and 57P. */
function isStoreFault(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return /^(ECONN|CONN|ETIMEDOUT|EPIPE|08|57P|53300)/.test(String(code ?? cause?.code ?? ""));
}

/** The browser gets a code and a sentence, never a driver's message. */
export function inWords(error: unknown): { code: string; sentence: string } {
  if (error instanceof AppError) return { code: error.code, sentence: error.sentence };
  if (error instanceof z.ZodError)
    return { code: "E_INTERNAL", sentence: "The page sent something unexpected. Reload it and try again." };
  log.error({ error }, "an action failed");
  return isStoreFault(error)
    ? {
        code: "E_CORE_DOWN",
        sentence: "Causeway's own store does not answer. Nothing is lost; try again in a moment.",
      }
    : {
        code: "E_INTERNAL",
        sentence:
          "Something went wrong that should not. Try again; if it stays so, see the terminal where Causeway runs.",
      };
}

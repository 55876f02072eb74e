import type { Outcome } from "#lib/contracts/stream.ts";

/** What an action answered, or the page's own sentence where the server cannot be reached. */
export async function attempt<T>(action: Promise<Outcome<T>>, unreachable: string): Promise<Outcome<T>> {
  try {
    return await action;
  } catch {
    // Actions answer every fault of theirs in words, so what is thrown here is a lost connection.
    return { ok: false, code: "E_UNREACHABLE", sentence: unreachable };
  }
}

import { AppError } from "#lib/contracts/errors.ts";

/** A statement that failed while it ran. The engine's text may hold values, so it stays in the cause. */
export function queryFault(cause: unknown, timeoutSeconds: number): AppError {
  if (cause instanceof AppError) return cause;
  const message = String((cause as Error).message);
  if (/^INTERRUPT/i.test(message))
    return timeoutSeconds > 0
      ? new AppError(
          "E_QUERY_TIMEOUT",
          `The query was ended after ${timeoutSeconds} s, the limit. Ask for a shorter period or fewer groups.`,
          { cause },
        )
      : new AppError("E_QUERY_CANCELLED", "The query was stopped.", { cause });
  if (/^Out of Memory/i.test(message))
    return new AppError(
      "E_QUERY_TOO_LARGE",
      "The query needs more memory or disk than it may use. Ask for a shorter period or fewer groups.",
      { cause },
    );
  if (/^(Catalog|Binder) Error.*(does not exist|not found)/is.test(message))
    return new AppError(
      "E_SCHEMA_CHANGED",
      "A table or column is not there any more as it was. The files are being read anew; ask again.",
      { cause },
    );
  const [kind] = message.split(":");
  return new AppError(
    "E_QUERY_FAILED",
    `The engine refused the query (${kind?.slice(0, 40)}). Ask it another way.`,
    { cause },
  );
}

/** Stable codes of the faults a person can meet outside the gate's own. */
export type ErrorCode =
  | "E_QUESTION_EMPTY"
  | "E_QUESTION_LONG"
  | "E_QUESTION_BINARY"
  | "E_THREAD_UNKNOWN"
  | "E_THREAD_BUSY"
  | "E_RUN_UNKNOWN"
  | "E_SOURCE_UNKNOWN"
  | "E_SOURCE_EXISTS"
  | "E_SOURCE_DOWN"
  | "E_SOURCE_LOGIN"
  | "E_ROLE_UNKNOWN"
  | "E_CONFIG"
  | "E_CORE_DOWN"
  | "E_SEARCH_DOWN"
  | "E_RESULT_UNKNOWN"
  | "E_QUERY_TIMEOUT"
  | "E_QUERY_CANCELLED"
  | "E_QUERY_FAILED"
  | "E_QUERY_TOO_LARGE"
  | "E_SCHEMA_CHANGED"
  | "E_RUN_ACTIVE"
  | "E_COST_REFUSED"
  | "E_BUDGET"
  | "E_RATE_LIMIT"
  | "E_APPROVAL_UNKNOWN"
  | "E_APPROVAL_USED"
  | "E_APPROVAL_EXPIRED"
  | "E_APPROVAL_HASH"
  | "E_APPROVAL_STALE"
  | "E_CLARIFICATION_UNKNOWN"
  | "E_CLARIFICATION_USED"
  | "E_CLARIFICATION_EXPIRED"
  | "E_CLARIFICATION_EMPTY"
  | "E_FORBIDDEN"
  | "E_GATE"
  | "E_MODEL"
  | "E_MODEL_STALE"
  | "E_LEASE_LOST"
  | "E_FILE_KIND"
  | "E_FILE_EMPTY"
  | "E_FILE_BINARY"
  | "E_FILE_ENCODING"
  | "E_FILE_SIZE"
  | "E_FILE_WIDE"
  | "E_FILE_PASSWORD"
  | "E_FILE_NO_TABLE"
  | "E_FILE_BROKEN"
  | "E_FILE_NAME"
  | "E_FILE_UNKNOWN"
  | "E_INTERNAL";

const BRAND = Symbol.for("causeway.app-error");

/**
 * A fault with a sentence an analyst understands and a next step in it.
 * The cause is for the log; a browser never sees it. `instanceof` goes by a mark, not by the class: the server's pages,
 * actions and start-up code are bundled apart, and each bundle has a class of its own.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly [BRAND] = true;

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
  }

  constructor(code: ErrorCode, sentence: string, options?: { cause?: unknown }) {
    super(sentence, options);
    this.name = "AppError";
    this.code = code;
  }

  get sentence(): string {
    return this.message;
  }
}

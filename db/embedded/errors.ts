/** What kept an embedded database from running; callers choose a reaction by it, people read the message. */
export type ClusterErrorCode =
  | "port-taken"
  | "disk-full"
  | "damaged"
  | "in-use"
  | "lock-broken"
  | "not-permitted"
  | "unsupported"
  | "failed";

/** An embedded database's failure: `message` is one plain sentence and a next step, `cause` is for the log. */
export class ClusterError extends Error {
  readonly code: ClusterErrorCode;

  constructor(code: ClusterErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ClusterError";
    this.code = code;
  }
}

/** True for Node's file and process errors, which carry a code such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

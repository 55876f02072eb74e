import { AppError } from "#lib/contracts/errors.ts";
import type { JudgedStatement, Statement } from "#lib/contracts/statement.ts";

/** Every statement object that the gate let through in this process; nothing else can enter it. */
const passed = new WeakSet<object>();

/** For the gate alone. The object is frozen: what was judged is what runs. */
export function markJudged(statement: Statement): JudgedStatement {
  const frozen = Object.freeze({ ...statement, params: Object.freeze([...statement.params]) });
  passed.add(frozen);
  return frozen as unknown as JudgedStatement;
}

/**
 * The brand is a promise of the compiler; this is the check at run time, in front of every driver call.
 * A statement read back from a checkpoint is data again and has to be judged again.
 */
export function assertJudged(statement: JudgedStatement): JudgedStatement {
  if (passed.has(statement)) return statement;
  throw new AppError("E_GATE", "A query reached the database without passing the gate, so it was not run.");
}

import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Prediction, ReadingContext } from "#lib/contracts/reading.ts";
import { decide, declined } from "./decide.ts";
import { readFollowUp } from "./follow-ups/read-follow-up.ts";
import { asRemoval, isSeveral, refusal } from "./refusal.ts";
import { Session } from "./session.ts";

/**
 * Reads a question against a catalog, without any call: tokens, chunks, clauses, ways to take them, a query each, and
 * a score each. The same input gives the same prediction.
 *
 * @param question what the person typed; anything may be in it
 * @param catalog what the asking role may see
 * @param context the conversation's earlier questions, which this one may only change; a period in place of its own
 * @returns the best guess, and whether it is sure enough to run: `answered`, `asked` (to be confirmed) or `declined`,
 *   with a reason for a person
 */
export function readQuestion(question: string, catalog: Catalog, context: ReadingContext = {}): Prediction {
  const refused = refusal(question);
  // `drop the region` removes a filter, where there is a question that has one; otherwise it is an order.
  const removal = refused === null ? null : asRemoval(question);
  if (refused !== null && removal === null) return declined(refused);
  const session = new Session(catalog, context.columns === "asked");
  if (session.schema.tables.length === 0) return declined("This source has no tables that you may read.");
  if (refused === null && isSeveral(question)) return readSeveral(question, session, context);
  const followUp = readFollowUp(removal ?? question, session, context);
  if (followUp) return followUp;
  if (refused !== null) return declined(refused);
  return decide(session.understand(session.hear(question), context.period), session.schema);
}

/**
 * Several questions at once: `What is the most common type? And how many are there?` may be one query. Where the later
 * ones lean on the first it is read as one; where they do not, the nearest query is no more than a guess.
 */
function readSeveral(question: string, session: Session, context: ReadingContext): Prediction {
  const parts = question.split("?").filter((part) => /\p{L}/u.test(part));
  const heard = session.hear(parts.join(". "));
  const prediction = decide(session.understand(heard, context.period), session.schema);
  if (parts.length < 2 || prediction.outcome === "declined") return prediction;
  const reason = "These are several questions. Please ask them one at a time.";
  if (!parts.slice(1).every((part) => leans.test(part.trim())))
    return { ...prediction, outcome: "declined", reason };
  if (prediction.readings[0]?.unread.length === 0) return prediction;
  return { ...prediction, outcome: "asked", reason: `${reason} ${prediction.reason}`.trim() };
}

/** Goes on from a question before: it says what to show, or points back. */
const leans =
  /^(and|also|then|list|show|give|return|find|tell|report|sort|order|what (is|are) (its|their))\b|\b(their|its|them|those|these|each|it|they)\b/i;

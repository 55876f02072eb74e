import type { Catalog, Join } from "#lib/contracts/catalog.ts";
import type { Reading } from "#lib/contracts/reading.ts";
import { decideJoin } from "#lib/warehouse/catalog/decisions.ts";
import { isUnsure, joinInWords } from "#lib/warehouse/catalog/used-joins.ts";
import type { NodeRuntime } from "../node.ts";
import type { Choice, ControlState, JoinAnswer } from "../state.ts";

/**
 * A question back about a join that is too unsure to be taken silently, with why it may hold. Asked only where all of
 * the question was read: else it may be about something else altogether.
 *
 * @param keep the reading was chosen before and stands, however the join is decided
 */
export function joinQuestionOf(
  reading: Reading | undefined,
  catalog: Catalog,
  keep: boolean,
): Omit<Choice, "id"> | null {
  if (!reading || reading.unread.length > 0) return null;
  const join = reading.guessed?.find((each) => isUnsure(current(each, catalog)));
  if (!join) return null;
  const { from, to, reasons = [] } = join;
  const words = joinInWords(join);
  const [one, other] = [from[0]!, to[0]!].map((id) => id.split(".").at(-2)!.replaceAll("_", " "));
  const answer = (decision: JoinAnswer["decision"]): JoinAnswer => ({ from, to, decision, keep });
  return {
    question: `No key links ${one} to ${other}. Join them by ${words}? ${because(reasons)}`.trim(),
    options: [
      {
        id: "join-yes",
        label: `Yes, join them by ${words}`,
        detail: "Remembered for everybody who asks this source; it can be undone on its page of joins.",
        reading,
        join: answer("confirmed"),
      },
      {
        id: "join-no",
        label: "No, they do not belong together like that",
        detail: "Remembered as well: the join is not offered again.",
        reading,
        join: answer("rejected"),
      },
    ],
  };
}

/** Remembers what was answered about a join. What is left to run: the reading that was chosen before, or none. */
export async function rememberJoin(
  control: ControlState,
  { core, source, run }: Pick<NodeRuntime, "core" | "source" | "run">,
): Promise<ControlState> {
  const { chosen } = control;
  if (!chosen?.join) return control;
  const { from, to, decision, keep } = chosen.join;
  const reason = `asked in a conversation: “${run.question.slice(0, 200)}”`;
  await decideJoin(core.db, source.config.id, { from, to }, { decision, by: run.actor.id, reason });
  const { label, reading } = chosen;
  return { ...control, chosen: keep && decision === "confirmed" ? { label, reading } : null };
}

/** As the catalog has it now: somebody may have confirmed it since it was read into the question. */
function current(join: Join, { joins }: Catalog): Join {
  const same = (one: string[], other: string[]) => one.join() === other.join();
  return joins.find(({ from, to }) => same(from, join.from) && same(to, join.to)) ?? join;
}

function because(reasons: string[]): string {
  return reasons.length === 0 ? "" : `It may hold, because ${reasons.join("; ")}.`;
}

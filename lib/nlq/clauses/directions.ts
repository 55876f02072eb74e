import { stem } from "../english/stem.ts";
import type { Mention } from "../form.ts";
import type { ClauseState } from "./clause-state.ts";

const starts = new Set(
  ["origin", "source", "from", "departure", "depart", "start", "begin", "leave", "sender", "pickup"].map(
    stem,
  ),
);
const ends = new Set(
  ["destination", "dest", "to", "arrival", "arrive", "end", "finish", "target", "receiver", "recipient"].map(
    stem,
  ),
);
const surer = 0.08;
const lessSure = 0.2;

/** `from Oslo to Bergen`: of two columns that hold places, the one that tells the start or the end of the way. */
export function directed(state: ClauseState, mention: Mention): Mention {
  const piece = state.chunks[state.at]!;
  const verb = [state.chunks[state.at - 1], state.chunks[state.at - 2]]
    .map((one) => (one?.kind === "unread" || one?.kind === "link" ? one.text.toLowerCase() : ""))
    .join(" ");
  const leaves = piece.before === "from" || /\b(depart|leav|start)/.test(verb);
  const arrives = /^(to|into|towards?)$/.test(piece.before) || /\b(arriv|land|destin|end)/.test(verb);
  if (leaves === arrives) return mention;
  const [wanted, other] = leaves ? [starts, ends] : [ends, starts];
  const says = (words: Set<string>, names: string[][]) => names.flat().some((word) => words.has(word));
  const fits = mention.candidates.some((one) => one.kind === "value" && says(wanted, one.column.names));
  if (!fits) return mention;
  const candidates = mention.candidates.map((one) => {
    if (one.kind !== "value") return one;
    if (says(wanted, one.column.names)) return { ...one, score: one.score + surer };
    return says(other, one.column.names) ? { ...one, score: one.score - lessSure } : one;
  });
  return { ...mention, candidates: candidates.sort((a, b) => b.score - a.score) };
}

import type { Candidate } from "./candidates.ts";
import type { LinkChunk } from "./chunks.ts";
import { moneyWords } from "./english/lexicon.ts";
import { stem } from "./english/stem.ts";
import type { Mention, RankForm } from "./form.ts";
import { isNumber, isTime } from "./schema.ts";

/** `top five`: what it ranks comes next, what it ranks by after a `by`. */
export function isPlainTop({ adjective, words }: RankForm): boolean {
  return adjective === null && /^(top|bottom|first|last|best|worst)\b/i.test(words);
}

/** Whether rows can be put in an order by it. */
export function isRankable(candidate: Candidate): boolean {
  return candidate.kind !== "column" || isNumber(candidate.column.column) || isTime(candidate.column.column);
}

/** Revenue asked for is added up, whatever column holds it. */
export function isMoney({ words }: Mention): boolean {
  return moneyWords.has(stem(words.toLowerCase()));
}

/** A verb that tells when, as `signed` before `in 2024`; a year may be kept as a plain number. */
export function isHappening({ candidates }: Mention): boolean {
  const [best] = candidates;
  if (best?.kind !== "column") return false;
  const { column, names, happening } = best.column;
  return (
    isTime(column) ||
    happening !== null ||
    (isNumber(column) && names[0]!.some((word) => calendarWords.has(word)))
  );
}

const calendarWords = new Set(["year", "date", "founded", "built", "since"].map(stem));

/** Written like a name. */
export function isName(text: string): boolean {
  return /^\p{Lu}/u.test(text);
}

/** Whether two mentions are taken first for the same table. */
export function sameTable(a: Mention, b: Mention): boolean {
  const tables = (mention: Mention) =>
    mention.candidates.flatMap((one) => (one.kind === "table" ? [one.table] : []));
  return tables(a)[0] !== undefined && tables(a)[0] === tables(b)[0];
}

/** Whether a stored value may be one of the named column, or of a column of the named table. */
export function agrees(value: Mention, near: Mention): boolean {
  return value.candidates.some(
    (one) =>
      one.kind === "value" &&
      near.candidates
        .filter(({ score }) => score >= near.candidates[0]!.score - 0.12)
        .some(
          (other) =>
            (other.kind === "column" && other.column === one.column) ||
            (other.kind === "table" && other.table === one.column.owner),
        ),
  );
}

/** A weak match of a column that tells no time: a verb, more likely than a thing. */
export function isPassing({ candidates }: Mention): boolean {
  const [best] = candidates;
  if (best?.kind !== "column" || best.score >= 0.95) return false;
  return !isTime(best.column.column) && best.column.column.kind !== "boolean";
}

/** A linked chunk as a mention of the form. */
export function asMention({ text, candidates, start, end }: LinkChunk): Mention {
  return { words: text, candidates, start, end };
}

import type { Prediction } from "#lib/contracts/reading.ts";

/** A part of a question that names something by a query of its own. */
export interface NamedSpan {
  text: string;
  prediction: Prediction;
}

const SHORTEST = 3;
const LONGEST = 14;
/** Reading takes milliseconds; a long question has hundreds of parts. */
const MOST_TRIED = 24;
const STARTS = /^(the|our|this|that|a|an)$/i;

/**
 * Finds the part of a question that stands for a name kept in the tables, as `the director of Project Aurora` in `Where
 * did the director of Project Aurora work before?`: the longest part that reads surely and wholly as a list of rows.
 */
export async function namedSpan(
  question: string,
  read: (text: string) => Promise<Prediction>,
): Promise<NamedSpan | null> {
  const words = question.replace(/[?!.]+\s*$/, "").split(/\s+/);
  const spans: string[] = [];
  for (let length = Math.min(LONGEST, words.length - 1); length >= SHORTEST; length--)
    for (let from = 0; from + length <= words.length; from++)
      if (STARTS.test(words[from]!)) spans.push(words.slice(from, from + length).join(" "));
  for (const text of spans.slice(0, MOST_TRIED)) {
    const prediction = await read(text);
    const [reading] = prediction.readings;
    if (prediction.outcome !== "answered" || !reading || reading.unread.length > 0) continue;
    // A list that nothing narrows names everything, and so nothing.
    if (reading.measures.length > 0 || reading.filters.length === 0) continue;
    return shortest({ text, prediction }, read);
  }
  return null;
}

/** Without a verb at its end that belongs to the rest: `the director of Aurora work` is `the director of Aurora`. */
async function shortest(span: NamedSpan, read: (text: string) => Promise<Prediction>): Promise<NamedSpan> {
  const words = span.text.split(" ");
  if (words.length <= SHORTEST || /^(on|in|at|for|with|by|to|from|of|about)$/i.test(words.at(-1)!))
    return span;
  const text = words.slice(0, -1).join(" ");
  const prediction = await read(text);
  const isSame =
    prediction.outcome === "answered" &&
    prediction.sql === span.prediction.sql &&
    JSON.stringify(prediction.params) === JSON.stringify(span.prediction.params);
  return isSame ? { text, prediction } : span;
}

import type { Form } from "./form.ts";
import type { Interpretation } from "./to-reading.ts";

/**
 * What speaks for a question being about this data at all, as log odds: a logistic regression over the looked-at
 * questions, each asked of its own database and of a random other one (docs/reader.md). Things that are called by their
 * very name speak for it, words of content that nothing is called by against it; columns that every table has
 * (`name`, `id`) prove nothing.
 */
const weights = {
  base: -0.87,
  unread: -1.53,
  exact: 2.37,
  anything: -2.09,
  weak: 1.02,
  score: 1.64,
  head: -1.44,
};

/** A link this good is by name, or by a stored value. */
const byName = 0.95;

/**
 * How likely a question is about this data, as log odds: above nought it rather is.
 *
 * @param form what was heard, before anything was left out
 * @param best the surest way to take it
 */
export function belonging(form: Form, best: Interpretation): number {
  const links = [...best.choice];
  const exact = links.filter(([, { score }]) => score >= byName).length;
  const anything = links.filter(([{ words }]) => ofAnything.test(words)).length;
  return (
    weights.base +
    weights.unread * form.unread.length +
    weights.exact * exact +
    weights.weak * (links.length - exact) +
    weights.anything * anything +
    weights.score * best.score +
    (headUnread(form) ? weights.head : 0)
  );
}

/** What the question asks for was not understood, only something it mentions on the way. */
export function headUnread(form: Form): boolean {
  if (form.unread.length === 0 || form.subject !== null) return false;
  const named = [...form.attributes, ...form.measures.map(({ of }) => of)].filter(
    (one) => one !== null && one !== "money",
  );
  if (named.length === 0) return form.measures.length === 0;
  // `the names of the enzymes`, where nobody knows enzymes: every table has names.
  return named.every(({ words }) => anyThing.test(words));
}

/** Words for columns that nearly every table has: they say nothing about the thing. */
const common =
  "names?|ids?|titles?|types?|codes?|descriptions?|dates?|numbers?|details|status(es)?|locations?|count|amount";
const anyThing = new RegExp(`^(different |distinct )?(full |first |last )?(${common})$`, "i");
const ofAnything = new RegExp(
  `^(different |distinct )?(full |first |last )?(${common}|year|age|address|city|country|state)$`,
  "i",
);

import type { ConditionForm, Form } from "./form.ts";

type Step = (form: Form) => Form | null;

const without =
  (kinds: Array<ConditionForm["kind"]>): Step =>
  (form) => {
    const dropped = form.conditions.filter(({ kind }) => kinds.includes(kind));
    if (dropped.length === 0) return null;
    return {
      ...form,
      conditions: form.conditions.filter((one) => !dropped.includes(one)),
      unread: [...form.unread, ...dropped.map(wordsOf)],
    };
  };

/** From this step on what is left out changes what is asked: such a reading is a guess, and not even asked about. */
const telling = 8;

/** Parts that may be left out, the least loss first. */
const steps: Step[] = [
  without(["with"]),
  (form) =>
    form.loose.length > 0
      ? {
          ...form,
          attributes: form.attributes.filter((one) => !form.loose.includes(one)),
          loose: [],
          unread: [...form.unread, ...form.loose.map(({ words }) => words)],
        }
      : null,
  (form) => (form.keys || form.everything ? { ...form, keys: false, everything: false } : null),
  without(["text", "missing", "extreme", "did", "during", "commonest"]),
  (form) => (form.order?.by ? { ...form, order: null, unread: [...form.unread, form.order.by.words] } : null),
  (form) =>
    form.attributes.length > 1
      ? {
          ...form,
          attributes: form.attributes.slice(0, -1),
          unread: [...form.unread, form.attributes.at(-1)!.words],
        }
      : null,
  (form) => (form.rank ? { ...form, rank: null, unread: [...form.unread, form.rank.words] } : null),
  without(["bound", "average-bound", "against"]),
  (form) =>
    form.dimensions.length > 0
      ? { ...form, dimensions: [], unread: [...form.unread, ...form.dimensions.map(({ words }) => words)] }
      : null,
  (form) => (form.period ? { ...form, period: null, unread: [...form.unread, form.period.words] } : null),
  without(["value"]),
  (form) =>
    form.measures.length > 1 || (form.measures.length > 0 && (form.subject || form.attributes.length > 0))
      ? {
          ...form,
          measures: form.measures.slice(0, -1),
          share: false,
          growth: null,
          unread: [...form.unread, ...wordsOfMeasure(form)],
        }
      : null,
];

/**
 * Forms with one part left out, for a question whose parts do not fit together in any way, the least loss first; after
 * them forms with one part after the other left out. What is left out counts as unread: such a reading can only be
 * asked about.
 */
export function* relaxed(form: Form): Generator<{ form: Form; far: boolean }> {
  for (const [i, step] of steps.entries()) {
    const less = step(form);
    if (less) yield { form: less, far: i >= telling };
  }
  let left = form;
  for (const step of steps) {
    const less = step(left);
    if (!less) continue;
    if (left !== form) yield { form: less, far: true };
    left = less;
  }
  while (left.attributes.length > 1) {
    left = {
      ...left,
      attributes: left.attributes.slice(0, -1),
      unread: [...left.unread, left.attributes.at(-1)!.words],
    };
    yield { form: left, far: true };
  }
}

function wordsOfMeasure(form: Form): string[] {
  const { of } = form.measures.at(-1)!;
  return of && of !== "money" ? [of.words] : [];
}

function wordsOf(condition: ConditionForm): string {
  return "words" in condition ? condition.words : condition.mention.words;
}

import type { ConditionForm, Form } from "./form.ts";

/**
 * Forms with one part left out, for a question whose parts do not fit together in any way, the least loss first. What
 * is left out counts as unread: such a reading can only be asked about.
 */
export function* relaxed(form: Form): Generator<Form> {
  const without = (kinds: Array<ConditionForm["kind"]>): Form | null => {
    const dropped = form.conditions.filter(({ kind }) => kinds.includes(kind));
    if (dropped.length === 0) return null;
    return {
      ...form,
      conditions: form.conditions.filter((one) => !dropped.includes(one)),
      unread: [...form.unread, ...dropped.map(wordsOf)],
    };
  };
  const tries = [
    without(["with"]),
    form.loose.length > 0
      ? {
          ...form,
          attributes: form.attributes.filter((one) => !form.loose.includes(one)),
          loose: [],
          unread: [...form.unread, ...form.loose.map(({ words }) => words)],
        }
      : null,
    form.keys || form.everything ? { ...form, keys: false, everything: false } : null,
    without(["text", "missing", "extreme", "did"]),
    form.order?.by ? { ...form, order: null, unread: [...form.unread, form.order.by.words] } : null,
    form.attributes.length > 1
      ? {
          ...form,
          attributes: form.attributes.slice(0, -1),
          unread: [...form.unread, form.attributes.at(-1)!.words],
        }
      : null,
    form.rank ? { ...form, rank: null, unread: [...form.unread, form.rank.words] } : null,
    without(["bound", "average-bound", "against"]),
  ];
  for (const one of tries) if (one) yield one;
}

function wordsOf(condition: ConditionForm): string {
  return "words" in condition ? condition.words : condition.mention.words;
}

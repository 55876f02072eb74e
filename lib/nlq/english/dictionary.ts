/**
 * A table of words without inherited entries. Words come from questions: in a plain object, `constructor` and
 * `__proto__` would be found.
 */
export function dictionary<T>(entries: Record<string, T>): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}

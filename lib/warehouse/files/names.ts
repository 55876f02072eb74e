const longest = 60;

/** A name that reads well in a question and in SQL: lower case, letters and digits of any script, `_` between them. */
export function cleanName(text: string): string {
  const clean = text
    .normalize("NFC")
    // `orderId` is two words.
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1_$2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
  return [...clean].slice(0, longest).join("").replace(/_+$/, "");
}

/** The name, or with the first number behind it that makes it new; remembers it. */
export function uniqueName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted}_${n}`;
  taken.add(name.toLowerCase());
  return name;
}

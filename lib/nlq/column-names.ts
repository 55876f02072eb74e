import { months } from "./english/number-words.ts";
import { stem } from "./english/stem.ts";
import { abbreviates, nameStems, plural, singular, splitJoined, splitName } from "./names.ts";

/** The first word that most column names of a table start with, as `emp` in `emp_name`, `emp_hired`; null where none. */
export function sharedPrefix(names: string[]): string | null {
  if (names.length < 3) return null;
  const firsts = names.map((name) => splitName(name)).filter((words) => words.length > 1);
  const counts = new Map<string, number>();
  for (const [first] of firsts) counts.set(first!, (counts.get(first!) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best && best[1] >= 3 && best[1] >= names.length * 0.6 ? best[0] : null;
}

/**
 * The stems a column may be called by, its own name first: words that run together are cut (`clubname`, `stuid`), the
 * table's words and the prefix its columns share are left out, and what is short for a table's name is written out.
 *
 * @param tableWords words of all tables' names, for abbreviations in foreign keys
 */
export function columnNames(
  name: string,
  table: string,
  tableWords: string[],
  prefix: string | null,
): string[][] {
  const own = splitName(table);
  const plain = splitName(name);
  const cut = plain.length === 1 ? cutSingle(plain[0]!, own, tableWords) : plain.flatMap(splitJoined);
  const found = [cut];
  const owned = own.at(-1)!;
  const full = cut.map((word, i) =>
    i < cut.length - 1 ? ([...own, ...tableWords].find((other) => abbreviates(word, other)) ?? word) : word,
  );
  if (full.some((word, i) => word !== cut[i])) found.push(full);
  const head = cut[0]!;
  const belongs =
    head === prefix ||
    stem(head) === stem(owned) ||
    own.some((word) => abbreviates(head, word) || (head.length === 1 && word.startsWith(head)));
  // `order_id` in `order_items` is no id of its own, though many columns there start with `order`.
  const foreign =
    head === prefix && cut.length === 2 && cut[1] === "id" && !own.some((w) => abbreviates(head, w));
  if (cut.length > 1 && belongs && !foreign) found.push(cut.slice(1));
  const tableStems = nameStems(own);
  const stems = nameStems(cut);
  if (stems.length > tableStems.length && tableStems.every((word, i) => stems[i] === word))
    found.push(cut.slice(own.length));
  // `date_payment_made` in `payments`: the date.
  const bare = cut.filter((word) => !own.some((other) => stem(other) === stem(word)) && !passing.has(word));
  if (bare.length > 0 && bare.length < cut.length && !(bare.length === 1 && bare[0] === "id"))
    found.push(bare);
  // `directed_by` holds directors.
  const deed = cut.length === 2 && cut[1] === "by" ? /^([a-z]{3,}[^e])ed$/.exec(cut[0]!) : null;
  if (deed) found.push([`${deed[1]}er`], [`${deed[1]}or`]);
  if (cut.length > plain.length) found.push(plain);
  // `jan` holds what was in January.
  const month = cut.length === 1 ? months[cut[0]!] : undefined;
  if (month !== undefined)
    found.push(
      ...Object.keys(months)
        .filter((other) => months[other] === month && other !== cut[0])
        .map((other) => [other]),
    );
  const seen = new Set<string>();
  return found
    .filter((words) => words.length > 0)
    .map(nameStems)
    .filter((one) => !seen.has(one.join(" ")) && seen.add(one.join(" ")));
}

/** Words that only look like a key. */
const notKeys =
  /(paid|void|avoid|valid|solid|fluid|rapid|hybrid|liquid|orchid|pyramid|stupid|afraid|overlaid|covid|acid|grid)$/;

/** Words that say no more than that something happened. */
const passing = new Set(["made", "taken", "given", "done", "was", "is", "had"]);

/** `stuid` in `student`, `clubname` in `club`, `bedtype`; a word that hides nothing stays whole. */
function cutSingle(word: string, own: string[], tableWords: string[]): string[] {
  const id = /^([a-z]{2,})id$/.exec(word);
  if (id && [...own, ...tableWords].some((other) => other === id[1] || abbreviates(id[1]!, other)))
    return [id[1]!, "id"];
  const key = /^([a-z]{4,})id$/.exec(word);
  if (key && !notKeys.test(word)) return [key[1]!, "id"];
  const others = tableWords.map((other) => singular(other)).filter((other) => other.length >= 4);
  for (const table of [...own, ...others]) {
    if (
      table.length >= 3 &&
      word.startsWith(table) &&
      word.length > table.length + 1 &&
      word !== plural(table)
    )
      return [table, ...splitJoined(word.slice(table.length))];
  }
  const letter = /^([a-z])(name|type|title|date|code)$/.exec(word);
  if (letter && own.some((table) => table.startsWith(letter[1]!))) return [letter[1]!, letter[2]!];
  return splitJoined(word);
}

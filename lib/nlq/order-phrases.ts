import type { Direction } from "./english/lexicon.ts";
import type { Key } from "./key.ts";
import type { Token } from "./tokens.ts";

const down =
  "descending|descendingly|decreasing|desc|reverse|reverse alphabetical|reverse alphabetic|descending alphabetical";
const up =
  "ascending|ascendingly|increasing|asc|alphabetical|alphabetic|alphabetically|lexicographic|lexicographical|lexicographically|chronological|chronologically|numerical|ascending alphabetical";
const direction = `(?:${up}|${down})`;
const order = "(?:order|manner|sequence)";
const of = "(?:of|by|using|according to|based on|on the basis of)";
const what =
  "(?:them|it|these|those|all|everything|the results?|results?|the result set|the list|the records|the rows|the output)";

/** Ways to say that rows are to be put in order, most telling first. What they are ordered by follows or stood before. */
const patterns: RegExp[] = [
  // `sorted by`, `order the results in descending order of`, `ordered descending by`, `list them alphabetically by`
  new RegExp(
    `^(?:and )?(?:sorted|ordered|sort|order|sorting|ordering|ranked|rank|arranged|arrange|listed|list|displayed|presented|shown)(?: ${what}| all the \\w+)?(?: first)?(?: (?:in|by|from)(?: (?:an|the))?(?= (?:${direction}|${order}) ?))?(?: (?<direction>${direction}))?(?: ${order})?(?: (?<of>${of}))?(?= |$)`,
  ),
  // `in descending order of`, `in the order of`, `by ascending`
  new RegExp(
    `^(?:in|by)(?: (?:an|the))?(?: (?<direction>${direction}))?(?: (?<noun>${order}))?(?: (?<of>${of}))?(?= |$)`,
  ),
  new RegExp(`^(?<direction>${direction})(?: ${order})?(?: (?:ordered )?(?<of>${of}))?(?= |$)`),
  /^from (?:the )?(?<down>high|highest|largest|large|big|biggest|most|old|oldest|more|longest|latest|newest) to (?:the )?(?:low|lowest|smallest|small|least|young|youngest|less|shortest|earliest|oldest)(?= |$)/,
  /^from (?:the )?(?<up>low|lowest|smallest|small|least|young|youngest|less|shortest|earliest|oldest|a) to (?:the )?(?:high|highest|largest|large|big|biggest|most|old|oldest|more|longest|latest|newest|z)(?= |$)/,
];

const longest = 11;
const starts = new Set(
  `and sorting ordering sorted ordered sort order ranked rank arranged arrange listed list displayed presented shown in by from ${up} ${down}`
    .replaceAll("|", " ")
    .split(" "),
);

/** An order that is asked for, with its direction where one is said; null where these words ask for none. */
export function orderAt(
  tokens: Token[],
  at: number,
): { key: Extract<Key, { key: "order" }>; length: number } | null {
  if (!starts.has(tokens[at]!.lower)) return null;
  const words: string[] = [];
  for (const token of tokens.slice(at, at + longest)) {
    if (token.kind !== "word") break;
    words.push(token.lower);
  }
  const text = words.join(" ");
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    const groups = match?.groups;
    if (!match || !groups) continue;
    const said = groups.direction;
    const first = words[0] === "and" ? words[1]! : words[0]!;
    const verb = /^(sort|order|rank|arrang|list|display|present|show)/.test(first);
    // `rank of` is a noun with what it belongs to.
    if (groups.of === "of" && said === undefined && !/ (order|manner|sequence) of$/.test(match[0])) continue;
    // `by ascending age`, `ordered by descending age`
    const before = said !== undefined && (first === "by" || match[0].includes(` by ${said}`));
    const expects = groups.of !== undefined || (before && groups.noun === undefined);
    if (groups.down === undefined && groups.up === undefined && said === undefined) {
      // `in order of` and `sorted by` say no direction; `list by` and `in` ask for no order.
      const orders = verb
        ? /^(sort|order|rank|arrang)/.test(first) && groups.of !== undefined
        : groups.noun !== undefined && groups.of !== undefined;
      if (!orders) continue;
    }
    const way: Direction | null =
      groups.down !== undefined || (said !== undefined && new RegExp(`^(?:${down})$`).test(said))
        ? "desc"
        : groups.up !== undefined || said !== undefined
          ? "asc"
          : /^rank/.test(first)
            ? "desc"
            : null;
    return { key: { key: "order", direction: way, expects }, length: match[0].split(" ").length };
  }
  return null;
}

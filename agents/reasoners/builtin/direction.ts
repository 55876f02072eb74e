import { functionWords } from "#lib/nlq/english/lexicon.ts";

type Direction = "up" | "down";
/** What follows the auxiliary: `did … fall`, `has … fallen`, `is … falling`; without one, any form. */
type Form = "base" | "past" | "participle" | "ing" | "third";

/** `base past participle ing`; a regular verb by its base alone. */
const VERBS: Record<Direction, string[]> = {
  down: [
    "fall fell fallen falling",
    "drop dropped dropped dropping",
    "dip dipped dipped dipping",
    "shrink shrank shrunk shrinking",
    "sink sank sunk sinking",
    "lose lost lost losing",
    ..."decline decrease slump slow collapse crash plunge plummet tumble erode".split(" "),
    ..."underperform worsen weaken deteriorate struggle".split(" "),
  ],
  up: [
    "rise rose risen rising",
    "grow grew grown growing",
    ..."increase jump surge climb soar".split(" "),
    ..."improve outperform recover".split(" "),
  ],
};
/** Nouns of change that are no verb's form. */
const NOUNS: Record<string, Direction> = { growth: "up", shortfall: "down" };
const ADJECTIVES: Record<string, Direction> = {
  ...{
    down: "down",
    lower: "down",
    weak: "down",
    weaker: "down",
    poor: "down",
    poorer: "down",
    slower: "down",
  },
  ...{ worse: "down", bad: "down", badly: "down", poorly: "down", smaller: "down" },
  ...{ up: "up", higher: "up", stronger: "up", better: "up", larger: "up" },
};
/** Before a noun these are said of it; others, as in `bad debt` and `down payment`, are part of its name. */
const ATTRIBUTIVE = new Set("lower weak weaker poor poorer worse higher stronger better".split(" "));
/** These say that something is good or bad, which for losses is the other way round. */
const JUDGING =
  /^(improv|outperform|recover|underperform|worse|weak|deteriorat|struggl|poor|bad|better|strong)/;
const UNWANTED =
  /\b(loss(es)?|churn|refunds?|complaints?|delays?|costs?|debts?|defects?|returns|cancellations?|tickets?|incidents?|expenses?|errors?|alerts?|backlog)\b/i;
/** Verbs with which `up` and `down` say something else: `break down`, `set up`. */
const PHRASAL =
  /^(break|broke|broken|breaking|set|sign|signed|follow|start|back|shut|write|wrote|end|make|look|mark)$/;

/** What stands beside the figure, or holds although it changed, says nothing of it: up to a comma or the end. */
const BESIDE =
  /\b(despite|in spite of|notwithstanding|(even )?though|although|even as|while|whereas|compared (to|with)|versus|vs|because of|due to|given|after|following|since|when|instead of)\b[^,;?]*/gi;

const AUXILIARY = /\b(?:why|how come)\s+(do|does|did|has|have|had|is|are|was|were)(n['’]t)?\b(?!\s+there\b)/i;
const ANY: Form[] = ["base", "past", "participle", "ing", "third"];
const FORM_OF = formsOf();

/**
 * Which way the figure went that a question asks about, from the verb or the adjective that is said of it: `why did
 * losses increase` is up, whatever losses are.
 *
 * @returns null where nothing says it, where both ways are said, or where it is denied (`did not grow`)
 */
export function directionOf(question: string): Direction | null {
  const text = question.replace(BESIDE, " ");
  const [, auxiliary, denied] = AUXILIARY.exec(text) ?? [];
  if (denied || /\b(not|never)\b/i.test(text)) return null;
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const judges = !UNWANTED.test(text);
  const counts = (word: string) => judges || !JUDGING.test(word);
  const forms = formsAfter(auxiliary?.toLowerCase());
  const said = words.flatMap((word, at) => (counts(word) ? (sayingAt(words, at, forms) ?? []) : []));
  if (said.length > 0) return oneOf(said);
  return oneOf(words.flatMap((word) => (counts(word) && ATTRIBUTIVE.has(word) ? ADJECTIVES[word]! : [])));
}

function formsAfter(auxiliary: string | undefined): Form[] {
  if (auxiliary === undefined) return ANY;
  if (auxiliary.startsWith("d")) return ["base"];
  return auxiliary.startsWith("h") ? ["participle", "ing"] : ["ing"];
}

/** What a word says as a verb in one of the forms, as a noun of change (`the fall in …`), or as a predicate. */
function sayingAt(words: string[], at: number, forms: Form[]): Direction | null {
  const word = words[at]!;
  const [before = "", next] = [words[at - 1], words[at + 1]];
  const isNoun = next === "in" || next === "of";
  const noun = NOUNS[word];
  if (noun) return forms === ANY || (isNoun && DETERMINERS.test(before)) ? noun : null;
  const adjective = ADJECTIVES[word];
  if (adjective) return closesClause(next) && !PHRASAL.test(before) ? adjective : null;
  const verb = FORM_OF.get(word);
  if (!verb) return null;
  // `the drop rate`: behind an article only a noun of change counts.
  if (DETERMINERS.test(before)) return isNoun || forms === ANY ? verb.direction : null;
  return verb.forms.some((form) => forms.includes(form)) || isNoun ? verb.direction : null;
}

const DETERMINERS = /^(the|a|an|this|that|such|our|its|their|sharp|big|recent|sudden|strong|steep)$/;
const AFTERWARDS =
  /^(\d.*|q\d|again|today|now|recently|last|than|year|month|quarter|january|february|march|april|may|june|july|august|september|october|november|december|.*ly)$/;

/** Nothing follows that the adjective could belong to. */
function closesClause(next: string | undefined): boolean {
  return next === undefined || functionWords.has(next) || AFTERWARDS.test(next);
}

function oneOf(said: Direction[]): Direction | null {
  const [first] = said;
  return first && said.every((each) => each === first) ? first : null;
}

function formsOf(): Map<string, { direction: Direction; forms: Form[] }> {
  const found = new Map<string, { direction: Direction; forms: Form[] }>();
  for (const direction of ["down", "up"] as const)
    for (const verb of VERBS[direction]) {
      const [base = "", past, participle, ing] = verb.split(" ");
      const stem = base.replace(/e$/, "");
      const words: Array<[string, Form]> = [
        [base, "base"],
        [past ?? `${stem}ed`, "past"],
        [participle ?? `${stem}ed`, "participle"],
        [ing ?? `${stem}ing`, "ing"],
        [`${base}s`, "third"],
      ];
      for (const [word, form] of words)
        found.set(word, { direction, forms: [...(found.get(word)?.forms ?? []), form] });
    }
  return found;
}

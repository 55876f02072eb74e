/** What the words around a follow-up say about how it changes the question before. */
export interface Ellipsis {
  /** What is left once those words are taken off. */
  rest: string;
  /** Words that only make sense after another question: `and`, `what about`, `same for`, `instead`. */
  marked: boolean;
  /** `also`, `too`: beside what is there, not in its place. */
  adds: boolean;
  /** `without`, `drop`, `ignore`. */
  removes: boolean;
  /** `all regions`: no one of them any more, if one was meant. */
  all: boolean;
  /** True for `as a share of the total`, false for `in absolute numbers`. */
  share: boolean | null;
  /** A part of the question that is called by what it does in it: `the filter`, `the split`. */
  part: "filters" | "filter" | "period" | "dimensions" | "rank" | "order" | null;
}

type Effect = Partial<Pick<Ellipsis, "marked" | "adds" | "removes" | "all">>;

const marked: Effect = { marked: true };
const adds: Effect = { marked: true, adds: true };
const removes: Effect = { marked: true, removes: true };

/** Words in front, each with what it says. They may follow one another: `and now only`. */
const fronts: Array<[RegExp, Effect]> = [
  [/^(ok(ay)?|please|thanks|thank you|great|good|hmm?|yes|right)\b[,.]?\s*/i, {}],
  [/^(and|but|or|so|then|now|next)\b,?\s+/i, marked],
  [/^(what|how) about\s+/i, marked],
  [/^(can|could|would) you\s+|^(let'?s|let us)\s+|^i('d| would)? (want|like|need)( to)?\s+/i, {}],
  [
    /^(do |show |give |make )?(me )?(it |that |this )?(again )?(the )?same( thing| question| query)?( again)?\s+/i,
    marked,
  ],
  [
    /^(show|give|make|do|see|try|have|limit|restrict|filter|narrow|split|break|group|slice|change|switch|turn)( me)? (it|that|this|them|these|those)( down| up| in)?( (to|into|as|with|at))?\s+/i,
    marked,
  ],
  [/^(sort|order|rank) (it|that|this|them|these|those)\s+/i, marked],
  [/^(only|just)\s+/i, marked],
  [/^(also|additionally|plus|add|including|include|together with|along with|as well as)\s+/i, adds],
  [
    /^(without|drop|remove|ignore|ignoring|exclude|excluding|omit|skip|forget( about)?|leave out|leaving out|take out|get rid of|minus|except( for)?|not|no longer)\b\s*/i,
    removes,
  ],
  [
    /^no(?= (filters?|limit|split|breakdown|grouping|period|sorting|order|dates?|restrictions?)\b)\s*/i,
    removes,
  ],
  [/^(for |in |over |across )?(all|any) (?!about\b)/i, { all: true }],
];

const backs: Array<[RegExp, Effect]> = [
  [/[,\s]+(instead|only|again|now|alone|then|though|please|either)$/i, marked],
  [/[,\s]+(too|as well|also|in addition|on top)$/i, adds],
];

const parts: Array<[RegExp, NonNullable<Ellipsis["part"]>]> = [
  [/^(filters|conditions|restrictions|filters and conditions)$/i, "filters"],
  [/^(filter|condition|restriction)$/i, "filter"],
  [/^(period|time|time range|time ?frame|dates?|date range|times|years?|periods)$/i, "period"],
  [/^(split|splitting|breakdown|grouping|groups|dimensions?)$/i, "dimensions"],
  [/^(limit|cap|top|ranking|of (them|it))$/i, "rank"],
  [/^(order|ordering|sorting|sort)$/i, "order"],
];

const mostFronts = 6;

/** Takes off the words that make a question a follow-up, and says what they mean. */
export function ellipsisOf(question: string): Ellipsis {
  const found: Ellipsis = {
    rest: question
      .trim()
      .replace(/[\s?!.]+$/, "")
      .replace(/\s+/g, " "),
    marked: false,
    adds: false,
    removes: false,
    all: false,
    share: null,
    part: null,
  };
  for (let i = 0; i < mostFronts; i++) {
    const front = fronts.find(([pattern]) => pattern.test(found.rest));
    if (!front) break;
    take(found, front);
  }
  for (let back = findBack(found.rest); back; back = findBack(found.rest)) take(found, back);
  found.rest = found.rest.replace(/\b(the )?(whole|entire|full)( of)? (?=(the )?year\b|\d{4}\b)/i, "");
  const instead = /^(.+) (?:instead of|rather than) .+$/i.exec(found.rest);
  if (instead) {
    found.rest = instead[1]!;
    found.marked = true;
  }
  readShare(found);
  if (found.removes || found.all) {
    const bare = found.rest.replace(/^((the|any|all|every|those|these|this|that|its|current)\s+)+/i, "");
    found.part = parts.find(([pattern]) => pattern.test(bare))?.[1] ?? null;
    // `for all time`, `all of them`: the part is given up by its own name.
    if (found.all && found.part) Object.assign(found, removes);
    found.rest = bare.replace(/^(by|for|in|per|on)\s+/i, "");
  } else if (/^(in total|overall|altogether|as (one|a single) (figure|number))$/i.test(found.rest)) {
    Object.assign(found, { rest: "", marked: true, removes: true, part: "dimensions" });
  }
  return found;
}

function findBack(rest: string): [RegExp, Effect] | undefined {
  return backs.find(([pattern]) => pattern.test(rest));
}

function take(found: Ellipsis, [pattern, effect]: [RegExp, Effect]): void {
  found.rest = found.rest.replace(pattern, "");
  Object.assign(found, effect);
}

function readShare(found: Ellipsis): void {
  const share =
    /(^|\s)(as|in) (a |an |the |its |their )?(shares?|percentages?|percent|proportions?|fractions?|%)( of (the )?(total|whole|sum|grand total|all( of (it|them))?))?$/i;
  const absolute = /(^|\s)(in|as) (absolute|plain) (terms|numbers?|figures?|values?|amounts?)$/i;
  if (!share.test(found.rest) && !absolute.test(found.rest)) return;
  found.share = share.test(found.rest);
  found.rest = found.rest.replace(share, "").replace(absolute, "").trim();
  if (found.rest === "" || found.marked) found.marked = true;
}

/** Begins with a word that hangs something on what came before: only a follow-up where nothing else is asked for. */
export function hangsOn(rest: string): boolean {
  return /^(by|per|for|in|on|at|of|with|over|under|since|before|after|during|between|from|until|as|whose|sorted|ordered)\b/i.test(
    rest,
  );
}

/** A pronoun with nothing before it that it could stand for: `its margin`, `how many of them are late`. */
export function pointsBack(question: string): boolean {
  return /^(\W*(and|what|is|are|was|were|which|how many|how much|who|of|the|show|list|give|me)\b)*\W*(its|their|it|them|those|these|they)\b/i.test(
    question,
  );
}

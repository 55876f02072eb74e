import type { Intent } from "../reasoner.ts";
import { directionOf } from "./direction.ts";

const CAUSE =
  /^\s*(so )?why\b|\bwhy (is|are|was|were|did|do|does|has|have)\b|\bwhat (drove|drives|caused|causes|explains|explained|led to)\b|\bwhat('s| is| was| are| were) (behind|driving|causing|the (main )?reasons?)\b|\bhow come\b|\breasons? (for|behind|why)\b|\bexplain (the|why|what)\b/i;
const PERFORMANCE =
  /\b(under|out)?perform(s|ed|ing|ance)?\b|\bdoing (so )?(well|badly|poorly)\b|\bstruggl\w+\b|\bresults\b/i;
/** Words for papers, and for what people say in them. */
const PAPERS =
  /\b(documents?|polic(y|ies)|memos?|notices?|minutes|reports?|reviews?|citations?|biograph(y|ies)|procedures?|guidelines?|according to|papers?|e-?mails?)\b/i;
const TOLD =
  /\b(reasons?|complain\w*|feedback|say|says|said|saying|mention\w*|comments?|tell(s|ing)? us|told|write|wrote|explanations?|themes?|based on .*(tickets?|documents?|notes?|reviews?))\b/i;
const FIGURES =
  /\b(how many|how much|number of|count of|total|sum of|average|mean|median|share of|what share|percent(age)?|ratio of|compare[ds]?|versus|vs\.?|per (customer|employee|order|month|country)|top \d+|list (all|the)|show me|which (customers|orders|products|countries|suppliers|employees)|budget)\b/i;
const FORECAST =
  /\b(forecast\w*|predict\w*|project(ed|ion)s?\b.*\b(next|coming)|expect(ed)?\b.*\b(next|coming)|next (\w+ )?(months?|quarters?|year)\b.*\blikely|outlook)\b/i;
const STORY =
  /\bwhat (has )?happened\b|\btell me (more )?about\b|\bwhat do we know about\b|\bwhat is known\b/i;
const VAGUE =
  /^\s*(please )?(segment|cluster|classify|score|prioriti[sz]e)\b|\b(recommend\w*|suggest\w*|good[- ]?value|best[- ]?value|which (one )?should|what should|worth(while)?|good|nice|interesting|important)\b/i;

const USUAL_MONTHS = 6;
const MOST_MONTHS = 12;
const NUMBERS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  nine: 9,
  twelve: 12,
};

/** `for the next six months`, `next quarter`, `next year`: at most a year. */
function monthsAhead(question: string): number {
  const match = /\b(?:next|coming)\s+(?:(\d+|\w+)\s+)?(month|quarter|year)s?\b/i.exec(question);
  if (!match) return USUAL_MONTHS;
  const count = match[1] === undefined ? 1 : (NUMBERS[match[1].toLowerCase()] ?? (Number(match[1]) || 1));
  const length = { month: 1, quarter: 3, year: 12 }[match[2]!.toLowerCase()] ?? 1;
  return Math.min(MOST_MONTHS, Math.max(1, count * length));
}

/** `Which segments …, and what are the common reasons …`: the second half asks of texts. */
const HALVES = /^(.{8,}?)[,;]?\s+and\s+((?:what|which|how|why)\b.{6,})$/is;

/** What kind of answer a question wants, from its words alone: whether it asks for reasons, for what is written, or for both. */
export function intentOf(question: string): Intent {
  const halves = HALVES.exec(question.trim());
  const [, rows = "", texts = ""] = halves ?? [];
  const told = TOLD.test(texts) || PAPERS.test(texts);
  return {
    cause: CAUSE.test(question) && !(halves && told),
    direction: directionOf(question),
    performance: PERFORMANCE.test(question),
    halves: halves && told ? { rows: `${rows.trim()}?`, texts: texts.trim() } : null,
    papers: PAPERS.test(question),
    figures: FIGURES.test(question),
    forecast: FORECAST.test(question) ? { months: monthsAhead(question) } : null,
    story: STORY.test(question),
    vague: VAGUE.test(question),
  };
}

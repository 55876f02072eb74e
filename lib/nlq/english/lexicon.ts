import { dictionary } from "./dictionary.ts";
import { stem } from "./stem.ts";

/** Words that carry no content of their own: left unread, they cost nothing. */
export const functionWords = new Set(
  `a an the of in on at to for from by with and or as is are was were be been being am do does did done has have had
  there their they them it its this that these those which what who whom whose where when how me my our ours we us you your i
  please can could would should will shall may might show list give tell find get display return see want need like know
  let just also only all any some each every about into out up than then so if but not
  exist exists provide calculate compute determine identify named called name's here many much more most such
  have own own corresponding respective respectively overall across among within data database table record records
  available recorded associated currently yet already ever both either other another one ones
  actually really once kindly
  his her he she him off over using used per along together full`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** Verbs so general that leaving them unread changes nothing about the rows meant. */
const softVerbs = new Set(
  `appear belong contain include use support hold offer come work get go make take be play serve run
  happen occur involve register participate attend feature start end place do keep cover represent
  bring receive know describe consist relate correspond exist produce generate earn live locate base reside stay hail
  sort order rank group count split break
  teach study write publish register direct own host fly climb open create conduct found join assign report release
  hire employ invest affect accommodate confer award perform sing compose design build manage operate broadcast air
  transfer process injure damage authorise authorize graduate enrol enroll supply ship deliver store treat undergo
  prescribe travel arrive depart leave check reserve eliminate enter teach`
    .split(/\s+/)
    .map(stem),
);

export function isSoftVerb(stemmed: string): boolean {
  return softVerbs.has(stemmed);
}

export type Direction = "asc" | "desc";

/**
 * What a measured adjective is about: the words a column's name or comment may use for it, best first. `money`, `date`
 * and `size` are looked up in {@link concepts}.
 */
export interface Adjective {
  about: string[];
  /** The direction of its superlative: `longest` wants the largest value first. */
  direction: Direction;
}

const long: Adjective = {
  about: ["length", "duration", "minute", "second", "millisecond", "runtime", "time"],
  direction: "desc",
};
const old: Adjective = {
  about: ["age", "birth date", "date birth", "birthday", "founded", "built", "opened", "year", "date"],
  direction: "desc",
};
const recent: Adjective = { about: ["date", "year", "time", "created"], direction: "desc" };
const costly: Adjective = {
  about: ["price", "cost", "rate", "fee", "amount", "value", "rent"],
  direction: "desc",
};
const big: Adjective = {
  about: ["size", "area", "population", "capacity", "amount", "total", "employee", "people"],
  direction: "desc",
};
const high: Adjective = {
  about: ["height", "altitude", "elevation", "score", "rating", "value", "rate"],
  direction: "desc",
};
const heavy: Adjective = { about: ["weight", "mass"], direction: "desc" };
const tall: Adjective = { about: ["height"], direction: "desc" };
const fast: Adjective = { about: ["speed", "velocity", "pace"], direction: "desc" };
const populous: Adjective = { about: ["population"], direction: "desc" };
const rich: Adjective = {
  about: ["wealth", "income", "revenue", "net worth", "money", "gdp"],
  direction: "desc",
};
const crowded: Adjective = { about: ["attendance", "occupancy", "enrollment", "visitor"], direction: "desc" };

function reversed(adjective: Adjective): Adjective {
  return { about: adjective.about, direction: adjective.direction === "desc" ? "asc" : "desc" };
}

/** Superlatives with a meaning of their own; `highest`, `most` and the like take theirs from the words around them. */
export const superlatives = dictionary<Adjective>({
  longest: { ...long, about: [...long.about, "distance"] },
  shortest: { about: [...long.about, "distance", "height"], direction: "asc" },
  oldest: old,
  eldest: old,
  youngest: reversed(old),
  newest: recent,
  latest: recent,
  earliest: reversed(recent),
  priciest: costly,
  dearest: costly,
  cheapest: reversed(costly),
  tallest: tall,
  heaviest: heavy,
  lightest: reversed(heavy),
  fastest: fast,
  slowest: reversed(fast),
  richest: rich,
  poorest: reversed(rich),
  busiest: crowded,
});

/** Superlatives that rank by whatever they stand before, and by size where that is a thing. */
export const rankers = dictionary<{ direction: Direction; fallback: Adjective }>({
  highest: { direction: "desc", fallback: high },
  lowest: { direction: "asc", fallback: reversed(high) },
  largest: { direction: "desc", fallback: big },
  biggest: { direction: "desc", fallback: big },
  greatest: { direction: "desc", fallback: big },
  smallest: { direction: "asc", fallback: reversed(big) },
  best: { direction: "desc", fallback: high },
  worst: { direction: "asc", fallback: reversed(high) },
  maximum: { direction: "desc", fallback: big },
  minimum: { direction: "asc", fallback: reversed(big) },
});

/** Adjectives that `most`, `more`, `least` and `less` may stand before. */
export const gradable = dictionary<Adjective>({
  expensive: costly,
  costly,
  recent,
  recently: recent,
  populous,
  populated: populous,
  heavy,
  long,
  old,
  tall,
  fast,
  rich,
  wealthy: rich,
  crowded,
});

/** Comparatives and the side of the bound they mean; without `about` they bound whatever is near them. */
export const comparatives = dictionary<{ over: boolean; about?: string[]; perhaps?: string[] }>({
  more: { over: true },
  greater: { over: true },
  larger: { over: true, perhaps: big.about },
  bigger: { over: true, about: big.about },
  higher: { over: true, perhaps: high.about },
  less: { over: false },
  fewer: { over: false },
  smaller: { over: false, perhaps: big.about },
  lower: { over: false, perhaps: high.about },
  longer: { over: true, about: long.about },
  shorter: { over: false, about: [...long.about, "height"] },
  older: { over: true, about: ["age"] },
  younger: { over: false, about: ["age"] },
  cheaper: { over: false, about: costly.about },
  pricier: { over: true, about: costly.about },
  taller: { over: true, about: tall.about },
  heavier: { over: true, about: heavy.about },
  lighter: { over: false, about: heavy.about },
  faster: { over: true, about: fast.about },
  slower: { over: false, about: fast.about },
});

/** What a unit after a number says about the column it bounds. */
export const units: Record<string, string[]> = dictionary(
  Object.fromEntries(
    Object.entries({
      minute: long.about,
      hour: long.about,
      second: long.about,
      millisecond: long.about,
      euro: costly.about,
      dollar: costly.about,
      kg: heavy.about,
      pound: heavy.about,
      km: ["distance", "length"],
      mile: ["distance", "length"],
    }).map(([unit, about]) => [stem(unit), about]),
  ),
);

/**
 * Words that may stand for one another in English business talk. A link through them is weaker than one through the
 * name itself. Money that comes in is kept apart from what a single thing costs.
 */
const synonymGroups: string[][] = [
  ["revenue", "sale", "turnover", "income", "takings", "proceeds", "earning"],
  ["payment", "spending", "spend", "expenditure"],
  ["price", "cost", "fee", "charge"],
  ["salary", "wage", "pay", "compensation"],
  ["quantity", "unit", "number", "amount", "count"],
  ["employee", "staff", "worker", "personnel"],
  ["agent", "representative", "rep", "employee"],
  ["customer", "client", "buyer", "shopper"],
  ["supplier", "vendor", "provider"],
  ["product", "item", "article", "good", "merchandise"],
  ["order", "purchase"],
  ["invoice", "bill"],
  ["film", "movie", "picture"],
  ["song", "track"],
  ["car", "vehicle", "automobile"],
  ["teacher", "instructor", "professor", "faculty", "lecturer"],
  ["student", "pupil"],
  ["school", "college"],
  ["doctor", "physician"],
  ["country", "nation"],
  ["city", "town"],
  ["nationality", "country", "citizenship"],
  ["gender", "sex"],
  ["job", "position", "role", "title", "occupation", "profession"],
  ["type", "kind", "category", "class"],
  ["name", "title"],
  ["phone", "telephone", "phone number", "telephone number"],
  ["email", "mail"],
  ["location", "place", "address"],
  ["company", "firm", "business", "organization", "organisation", "manufacturer", "enterprise"],
  ["shop", "store", "branch", "outlet"],
  ["department", "division"],
  ["visit", "hit", "page view", "event"],
  ["page", "url", "path"],
  ["stock", "inventory"],
  ["rating", "score", "grade", "star"],
  [
    "duration",
    "length",
    "playing time",
    "running time",
    "runtime",
    "millisecond",
    "minute",
    "second",
    "time",
  ],
  ["begin", "start"],
  ["end", "finish"],
  ["description", "detail"],
  ["region", "area", "territory"],
  ["margin", "profit"],
  ["discount", "rebate"],
  ["author", "writer"],
  ["population", "people", "inhabitant", "resident"],
  ["team", "club"],
  ["boss", "manager", "supervisor"],
  ["home", "house"],
  ["winner", "champion"],
  ["capacity", "seat"],
  ["trip", "journey", "ride"],
  ["speed", "velocity"],
  ["weight", "mass"],
  ["height", "elevation", "altitude"],
  ["size", "area", "surface"],
  ["start", "launch", "opening", "foundation"],
  ["birthday", "birth date", "birthdate"],
  ["last name", "surname", "family name"],
  ["first name", "given name", "forename"],
  ["spouse", "wife", "husband", "partner"],
  ["child", "kid"],
  ["leader", "head", "chief", "boss"],
  ["audience", "attendance", "attendee", "spectator", "viewer"],
  ["participant", "contestant", "competitor", "entrant"],
  ["competition", "contest", "tournament", "championship"],
  ["match", "game"],
  ["stadium", "venue", "arena"],
  ["coach", "trainer"],
  ["aircraft", "plane", "airplane"],
  ["ship", "vessel", "boat"],
  ["show", "program", "programme", "series"],
  ["channel", "network", "station"],
  ["artist", "singer", "musician", "performer", "band"],
  ["album", "record"],
  ["genre", "style"],
  ["course", "class", "module", "subject"],
  ["test", "exam", "assessment", "examination"],
  ["grade", "mark"],
  ["degree", "qualification"],
  ["medicine", "drug", "medication"],
  ["disease", "illness"],
  ["treatment", "procedure", "therapy"],
  ["hotel", "inn"],
  ["guest", "visitor"],
  ["reservation", "booking"],
  ["origin", "departure", "source"],
  ["destination", "arrival"],
  ["delivery", "shipment"],
  ["warehouse", "depot"],
  ["problem", "issue", "bug", "ticket"],
  ["comment", "feedback", "review"],
  ["photo", "picture", "image"],
  ["website", "homepage", "web site", "url"],
  ["zip", "zip code", "postal code", "post code", "postcode", "zip postcode"],
  ["state", "province"],
  ["street", "road"],
  ["contract", "agreement"],
  ["headquarter", "head office", "hq"],
  ["amenity", "facility"],
  ["budget", "funding"],
  ["user", "account"],
  ["language", "tongue"],
  ["apartment", "flat"],
  ["building", "tower"],
  ["prize", "award"],
  ["vote", "ballot"],
  ["debt", "liability"],
  ["tax", "vat"],
];

const synonyms = new Map<string, string[][]>();
for (const group of synonymGroups) {
  const phrases = group.map((phrase) => phrase.split(" ").map(stem));
  for (const phrase of phrases) {
    const key = phrase.join(" ");
    synonyms.set(key, [...(synonyms.get(key) ?? []), ...phrases.filter((other) => other !== phrase)]);
  }
}

/** Phrases (as stems) that may stand for a phrase (as stems). */
export function synonymsOf(stems: string[]): string[][] {
  return synonyms.get(stems.join(" ")) ?? [];
}

/** Money that changes hands: what a bare `revenue`, `spent 100` or `took in more` is about. */
export const moneyNames = [
  "amount",
  "total",
  "revenue",
  "sale",
  "payment",
  "paid",
  "value",
  "price",
  "turnover",
].map(stem);

/** Nouns that are sums of money when totalled: `total payments` adds amounts, `total orders` counts. */
export const moneyNouns = new Set(
  [
    "payment",
    "sale",
    "expense",
    "donation",
    "refund",
    "revenue",
    "cost",
    "earning",
    "income",
    "spending",
    "turnover",
    "takings",
  ].map(stem),
);

/** Words for money taken as such, whatever a column is called. */
export const moneyWords = new Set(
  ["revenue", "sale", "turnover", "takings", "proceeds", "earning", "income", "money", "spending"].map(stem),
);

/** Verbs of money: what follows or precedes them is an amount of it. */
export const moneyVerbs = new Set(["spend", "earn", "gross", "pay"].map(stem));

/** Verbs of trade and the nouns whose tables record them, for `never sold`, `who ordered`. */
export const tradeVerbs: Record<string, string[]> = dictionary(
  Object.fromEntries(
    Object.entries({
      sell: ["sale", "order", "invoice", "purchase", "transaction"],
      buy: ["purchase", "order", "sale", "invoice", "transaction"],
      purchase: ["purchase", "order", "sale", "invoice", "transaction"],
      order: ["order", "purchase", "sale"],
      rent: ["rental", "lease", "booking"],
      hire: ["hire", "rental"],
      book: ["booking", "reservation"],
      pay: ["payment"],
      visit: ["visit", "event"],
      review: ["review"],
      enroll: ["enrollment", "enrolment"],
      borrow: ["loan", "borrowing"],
    }).map(([verb, nouns]) => [stem(verb), nouns.map(stem)]),
  ),
);

/** Nouns for people: what `who` asks for. */
export const personNouns = new Set(
  `person employee staff worker customer client buyer member user author writer student pupil teacher instructor professor
  faculty patient doctor physician nurse player coach driver pilot passenger guest host artist singer actor director
  manager engineer owner people participant colleague crew associate volunteer applicant reviewer subscriber candidate voter resident tenant host scientist lawyer`
    .split(/\s+/)
    .map(stem),
);

/** Verbs after which a place is where somebody lives or something stands. */
export const placeVerbs = new Set(["live", "reside", "locate", "base", "situate"].map(stem));

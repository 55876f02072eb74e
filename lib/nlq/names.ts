import { dictionary } from "./english/dictionary.ts";
import { stem } from "./english/stem.ts";

/** Abbreviations that data people share, whatever their trade. */
const abbreviations = dictionary<string[]>({
  acc: ["account"],
  acct: ["account"],
  bal: ["balance"],
  bldg: ["building"],
  cd: ["code"],
  datetime: ["date"],
  dest: ["destination"],
  hrs: ["hour"],
  lang: ["language"],
  no: ["number"],
  pop: ["population"],
  tot: ["total"],
  univ: ["university"],
  addr: ["address"],
  amt: ["amount"],
  avg: ["average"],
  bdate: ["birth", "date"],
  cat: ["category"],
  cnt: ["count"],
  cust: ["customer"],
  ctry: ["country"],
  dept: ["department"],
  desc: ["description"],
  dob: ["date", "birth"],
  dt: ["date"],
  emp: ["employee"],
  fname: ["first", "name"],
  lname: ["last", "name"],
  mgr: ["manager"],
  nbr: ["number"],
  num: ["number"],
  org: ["organization"],
  pct: ["percent"],
  prod: ["product"],
  qty: ["quantity"],
  tel: ["phone"],
  yr: ["year"],
  firstname: ["first", "name"],
  lastname: ["last", "name"],
  fullname: ["full", "name"],
  surname: ["last", "name"],
  forename: ["first", "name"],
  birthdate: ["birth", "date"],
  hiredate: ["hire", "date"],
  startdate: ["start", "date"],
  enddate: ["end", "date"],
  zipcode: ["zip", "code"],
  postcode: ["postal", "code"],
});

/** Parts of names that say how a thing is stored, not what it is. */
const storageWords = new Set(["tbl", "table", "dim", "fact", "fct", "stg", "vw", "ref", "mst", "master"]);

/** Splits an identifier into plain lower-case words: `CustomerId`, `order_lines`, `lname`, `HTMLPage2`. */
export function splitName(name: string): string[] {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
  const expanded = words.flatMap((word) => abbreviations[word] ?? [word]);
  const meaningful = expanded.filter((word) => !storageWords.has(word));
  return meaningful.length > 0 ? meaningful : expanded;
}

/** Words that often end a name run together with what it belongs to: `clubname`, `bedtype`, `releasedate`. */
const tails =
  /^([a-z]{2,})(name|type|price|date|code|title|number|location|address|phone|email|status|amount|score|level|year|desc)$/;
/** Words that only look as if they were run together. */
const whole =
  /^(surname|nickname|rename|update|candidate|mandate|validate|accommodate|subtitle|entitle|prototype|stereotype|underscore|telephone|microphone|headphone|paramount|encode|decode|episcode)$/;

/** A part of a name as people say it. */
export function writtenOut(word: string): string[] {
  return abbreviations[word] ?? [word];
}

/** Cuts a name whose words run together where its end is a common one; other words stay as they are. */
export function splitJoined(word: string): string[] {
  const found = whole.test(word) ? null : tails.exec(word);
  return found ? [found[1]!, ...writtenOut(found[2]!)] : writtenOut(word);
}

/** Whether a part of a name may be short for a word: `emp` for employee, `crs` for course, `dept` for department. */
export function abbreviates(short: string, word: string): boolean {
  if (short.length < 2 || short.length >= word.length || short[0] !== word[0]) return false;
  if (word.startsWith(short)) return true;
  if (short.length < 3 || short.length > 5) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at++;
  return at === short.length;
}

/** The stems of a name or phrase, in order, without words that only glue (`date_of_birth`). */
export function nameStems(words: string[]): string[] {
  const glue = new Set(["of", "the", "a", "an", "in", "and"]);
  const kept = words.filter((word) => !glue.has(word));
  return (kept.length > 0 ? kept : words).map(stem);
}

/** The last word of a phrase in the singular, for people: `order lines` becomes `order line`. */
export function singular(phrase: string): string {
  if (/(ss|us|is|news|series|species)$/.test(phrase)) return phrase;
  if (/ies$/.test(phrase) && phrase.length > 4) return phrase.replace(/ies$/, "y");
  if (/(ch|sh|x|ss|z)es$/.test(phrase)) return phrase.replace(/es$/, "");
  return phrase.replace(/s$/, "");
}

/** The last word of a phrase in the plural, for people. */
export function plural(phrase: string): string {
  const one = singular(phrase);
  if (/[^aeiou]y$/.test(one)) return one.replace(/y$/, "ies");
  if (/(ch|sh|x|ss|z|s)$/.test(one)) return /(data|news|series|species|staff)$/.test(one) ? one : `${one}es`;
  return `${one}s`;
}

/** The name of a date in the plural: `date shipped` becomes `dates shipped`, `birth date` `birth dates`. */
export function datesOf(name: string): string {
  const deed = /^(date|time) (.+)$/.exec(name);
  return deed ? `${deed[1]}s ${deed[2]}` : plural(name);
}

/** A name for people: `order_lines` becomes `order lines`, `CustomerId` `customer id`. */
export function plainName(name: string): string {
  return splitName(name).join(" ");
}

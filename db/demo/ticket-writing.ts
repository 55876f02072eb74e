import type { Random } from "./random.ts";

/** What tickets of one theme say. Texts hold `{slots}` and `[choices|like this]`, which may be nested. */
export interface TicketTexts {
  subjects: string[];
  /** The matter itself; each ticket says one of them. */
  problems: string[];
  /** What people add; a ticket has none to two. */
  details: string[];
  /** What they want. */
  wishes: string[];
}

/** Who writes, and how. */
export interface Writer {
  countryCode: string;
  person: string;
  company: string;
}

const greetings: Record<string, string[]> = {
  DE: ["Hello", "Guten Tag", "Moin", "Dear support team", "Hello together"],
  FR: ["Bonjour", "Hello", "Dear Sir or Madam"],
  IT: ["Buongiorno", "Hello", "Dear all"],
  NL: ["Hi", "Goedemorgen", "Hello"],
  SE: ["Hej", "Hello", "Hi"],
  BR: ["Olá", "Good morning", "Hello"],
  MX: ["Buenos días", "Hello"],
  JP: ["Dear support team", "Thank you for your continued support"],
  AU: ["G'day", "Hi team", "Hi"],
};
const commonGreetings = ["Hi", "Hello", "Hi there", "Hi team", "Good morning", "Dear Northlight support"];

const warmUps = [
  "I hope you are well.",
  "Quick one.",
  "I am writing on behalf of my colleagues in [maintenance|production|purchasing].",
  "Sorry to bother you again.",
  "We have been customers of yours for [years|a long time] and [never had much to complain about|usually things just work].",
  "My colleague asked me to [get in touch|write to you].",
  "Not sure if this is the right address, please forward if not.",
  "I called [on {weekday}|yesterday|twice this week] and was asked to write.",
];
const closings = [
  "Thanks,",
  "Best regards,",
  "Kind regards,",
  "Many thanks,",
  "Regards",
  "Thank you in advance,",
  "Cheers,",
];
const afterthoughts = [
  "PS: please answer to this address, not by phone.",
  "You can reach me until [four|five] most days.",
  "Screenshot attached.",
  "I have put my manager in copy.",
  "We have [an audit|a plant shutdown] coming up in [two|three] weeks, so timing matters.",
  "I am out of office from {weekday}, {person2} will take over.",
];

/** One ticket's subject and body: from a curt line to a full letter, as different people write. */
export function writeTicket(
  texts: TicketTexts,
  writer: Writer,
  slots: Record<string, string>,
  random: Random,
): { subject: string; body: string } {
  const say = (text: string) => expand(text, { ...slots, company: writer.company }, random);
  const some = (texts: string[], count: number) => draw(texts, count, random).map(say);
  const subject = capital(say(random.pick(texts.subjects)));
  const problem = say(random.pick(texts.problems));
  const wish = say(random.pick(texts.wishes));
  const greeting = random.pick(greetings[writer.countryCode] ?? commonGreetings);
  const manner = random.weighted(["curt", "short", "plain", "long"], (each) => (each === "plain" ? 4 : 2));
  if (manner === "curt")
    return { subject, body: curt(problem, some(texts.details, random.integer(0, 1)), random) };
  if (manner === "short") return { subject, body: [`${greeting},`, problem, wish].map(capital).join(" ") };
  const opener = random.chance(manner === "long" ? 0.7 : 0.25) ? some(warmUps, 1) : [];
  const details = some(texts.details, manner === "long" ? 2 : random.integer(0, 1));
  const paragraphs = [
    `${greeting},`,
    [...opener, problem, ...details].map(capital).join(" "),
    manner === "long" && random.chance(0.4) ? `${capital(wish)} ${some(afterthoughts, 1)[0]}` : capital(wish),
    `${random.pick(closings)}\n${writer.person}${random.chance(0.5) ? `\n${writer.company}` : ""}`,
  ];
  return { subject, body: paragraphs.join("\n\n") };
}

/** Somebody in a hurry: no greeting, often no capitals and no full stop. */
function curt(problem: string, details: string[], random: Random): string {
  const text = [problem, ...details].join(" ");
  if (random.chance(0.35)) return text.toLowerCase().replace(/\.$/, "").replaceAll("please", "pls");
  return random.chance(0.3) ? `${capital(text)} Thx` : capital(text);
}

/** Fills `{slots}` and decides `[one|or the other]`, the innermost first. Throws on a slot that nothing fills. */
function expand(text: string, slots: Record<string, string>, random: Random): string {
  let current = text;
  for (let before = ""; before !== current; ) {
    before = current;
    current = current.replace(/\[([^[\]]*)\]/, (_, choices: string) => random.pick(choices.split("|")));
  }
  return current.replace(/\{(\w+)\}/g, (_, name: string) => {
    const filled = slots[name];
    if (filled === undefined) throw new Error(`Nothing fills {${name}} in "${text}".`);
    return filled;
  });
}

function draw(texts: string[], count: number, random: Random): string[] {
  const rest = [...texts];
  return Array.from(
    { length: Math.min(count, rest.length) },
    () => rest.splice(random.integer(0, rest.length - 1), 1)[0]!,
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

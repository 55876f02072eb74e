import { mostCharacters } from "./tokens.ts";

/**
 * Input that is no question at all, with what to do about it; null where it may be one. Questions that read like
 * orders to change data are turned away here, in words; what keeps the data safe is the gate and the database.
 */
export function refusal(question: string): string | null {
  const text = question.trim();
  if (text === "") return "Please type a question.";
  if (text.length > mostCharacters) {
    return `The question is longer than ${mostCharacters} characters. Please ask for one thing in a sentence or two.`;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is looked for
  if (/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text))
    return "This is not readable text. Please type a question in plain words.";
  if (!/\p{L}/u.test(text)) return "There are no words in this. Please type a question in plain words.";
  if (greeting.test(text))
    return "Hello! Ask me about the data in plain words: a figure, such as “revenue by month in 2025”, a list, or a count, such as “how many customers are there”.";
  if (sql.some((pattern) => pattern.test(text))) {
    return "This looks like SQL. Please ask in plain words; the query is written for you and can be edited before it runs.";
  }
  if (isOrder(text)) return "I only read data and never change it. Please ask what you would like to know.";
  const letters = text.match(/\p{L}/gu)!.length;
  const latin = (text.match(/\p{Script=Latin}/gu) ?? []).length;
  if (latin < letters / 2) return "I read questions in English for now. Please ask in English.";
  return null;
}

/** Whether it is more than one question by its marks. */
export function isSeveral(question: string): boolean {
  return (question.trim().match(/\?/g) ?? []).length > 1;
}

/** Nothing but good manners: a greeting, with or without a name, or thanks. */
const greeting =
  /^((hi|hello|hey|hiya|good (morning|afternoon|evening|day)|greetings)( there| everyone| all| again| causeway)?|(many )?thanks( a lot| you| so much| very much)?|thank you( very much| so much)?|thx|bye|goodbye|how are you( doing| today)?)([\s,.!?]+(hi|hello|thanks|thank you|how are you))?[\s,.!?]*$/i;

/** Statements that nobody says in English: words of SQL in its order, with its marks. */
const sql = [
  /^\s*(select|with)\b[\s\S]*\bfrom\b[\s\S]*(;|\*|=|\bjoin\b|\bwhere\b.*[<>=])/i,
  /^\s*select\s+([\w."]+\s*\(|\*|[\w."]+(\s*,\s*[\w."]+)*\s+from\s+[\w."]+\s+(group by|order by|limit \d|where\s+\S+\s+(is|like|in|between)\b))/i,
  /^\s*with\s+\w+\s+as\s*\(/i,
  /^\s*insert\s+into\b|^\s*delete\s+from\s+[\w."]+\s*(;|where\b.*[<>=]|$)|^\s*update\s+[\w."]+\s+set\b/i,
  /^\s*(drop|truncate|alter|create)\s+(table|view|schema|database|index)\b|^\s*explain\s+(analyze\s+)?select\b/i,
];

const politeness =
  /^(\s*(please|kindly|now|then|ok(ay)?|hey|hi|hello|just|(can|could|would|will) (you|we|i)|i('d| would)? (want|like|need)( you)? to|let'?s|go ahead and)\b[\s,.!]*)*/i;

/**
 * An imperative that would change data: `update the price of product 5 to 10`. Verbs that may as well shape an answer
 * (`set`, `change`, `raise`) are orders only where they say to what.
 */
function isOrder(text: string): boolean {
  const bare = text.replace(politeness, "");
  if (
    /^(insert|update|delete|drop|alter|create|truncate|grant|revoke|remove|erase|overwrite|purge|wipe|rename)\b|^mark\s.+\sas\s/i.test(
      bare,
    )
  )
    return true;
  if (ofTheAnswer.test(bare)) return false;
  return (
    /^set\s.+\s(to|as|=)\s*\S/i.test(bare) ||
    /^(change|increase|decrease|raise|lower|reduce)\s.+\s(to|by)\s+[^\s\p{L}]*\d/iu.test(bare)
  );
}

/** `change it to months`, `set the period to 2025`, `change 2024 to 2025`, `increase in revenue`: nothing stored is meant. */
const ofTheAnswer =
  /^\w+\s+((it|this|that|them|these|those|in|of|\d\S*)\b|(the\s+)?(split|grouping|period|time|dates?|order|sorting|breakdown|filters?|years?|months?|quarters?|limit|top|unit|chart)\b)/i;

/**
 * `Drop the region` and `remove Germany` as they are meant after another question: leave it out. Null where the words
 * are about tables and rows, or would be refused for another reason too.
 */
export function asRemoval(question: string): string | null {
  const verb = /^(drop|remove)\s+/i;
  const bare = question.trim().replace(politeness, "");
  if (!verb.test(bare)) return null;
  if (/;|\b(tables?|databases?|schemas?|rows?|records?|views?|indexe?s?)\b/i.test(question)) return null;
  const removal = bare.replace(verb, "without ");
  return refusal(removal) === null ? removal : null;
}

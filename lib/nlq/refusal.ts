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
  if (/^\s*(select|with)\b[\s\S]*\bfrom\b[\s\S]*(;|\*|=|\bjoin\b|\bwhere\b.*[<>=])/i.test(text)) {
    return "This looks like SQL. Please ask in plain words; the query is written for you and can be edited before it runs.";
  }
  if (
    /^(please\s+)?(insert|update|delete|drop|alter|create|truncate|grant|revoke|remove|erase)\b/i.test(text)
  ) {
    return "Data can only be read here, never changed. Please ask what you would like to know.";
  }
  const letters = text.match(/\p{L}/gu)!.length;
  const latin = (text.match(/\p{Script=Latin}/gu) ?? []).length;
  if (latin < letters / 2) return "I read questions in English for now. Please ask in English.";
  if ((text.match(/\?/g) ?? []).length > 1)
    return "These are several questions. Please ask them one at a time.";
  return null;
}

/**
 * `Drop the region` and `remove Germany` as they are meant after another question: leave it out. Null where the words
 * are about tables and rows, or would be refused for another reason too.
 */
export function asRemoval(question: string): string | null {
  const verb = /^\s*(please\s+)?(drop|remove)\s+/i;
  if (!verb.test(question)) return null;
  if (/;|\b(tables?|databases?|schemas?|rows?|records?|views?|indexe?s?)\b/i.test(question)) return null;
  const removal = question.replace(verb, "without ");
  return refusal(removal) === null ? removal : null;
}

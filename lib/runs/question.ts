import { AppError } from "#lib/contracts/errors.ts";

/** Longer than any question a person types; a pasted report is not a question. */
export const MAX_QUESTION_LENGTH = 4_000;

/**
 * Trims and normalises what a person typed (NFC, so that equal text compares equal).
 * Throws `E_QUESTION_EMPTY`, `E_QUESTION_LONG` or `E_QUESTION_BINARY` with a next step.
 */
export function checkQuestion(text: string): string {
  const question = text.normalize("NFC").trim();
  if (question === "")
    throw new AppError(
      "E_QUESTION_EMPTY",
      "The question is empty. Type what you would like to know, for example: revenue by segment.",
    );
  if (question.length > MAX_QUESTION_LENGTH)
    throw new AppError(
      "E_QUESTION_LONG",
      `The question has ${question.length.toLocaleString("en")} characters; at most ${MAX_QUESTION_LENGTH.toLocaleString("en")} are read. ` +
        "Ask the core of it in a sentence or two.",
    );
  if (/(?![\t\n\r])\p{Cc}|\ufffd/u.test(question) || !question.isWellFormed())
    throw new AppError(
      "E_QUESTION_BINARY",
      "The question contains characters that are not text, as when a file was pasted. Type it in words.",
    );
  return question;
}

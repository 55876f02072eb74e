import { MAX_TEXT } from "../allowed.ts";
import type { TwoParserDialect } from "./dialects.ts";
import { refused } from "./strict.ts";

/** Throws `E_NODE` for anything but digits, a point and an exponent. */
export function printNumber(value: unknown): string {
  const text = String((value as unknown[])[0]);
  if (/^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && text.length < 100) return text;
  throw refused("E_NODE", "A number is written in a form that is not known.");
}

/** A text in quotes, so that it ends where it ended. */
export function printString(text: string, { backslashEscapes }: TwoParserDialect): string {
  if (text.length > MAX_TEXT)
    throw refused(
      "E_SIZE",
      `A text in the statement is longer than ${MAX_TEXT.toLocaleString("en")} characters.`,
    );
  const escaped = backslashEscapes ? text.replaceAll("\\", "\\\\") : text;
  return `'${escaped.replaceAll("'", "''")}'`;
}

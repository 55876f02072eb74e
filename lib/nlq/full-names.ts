import { stem } from "./english/stem.ts";
import type { Schema } from "./schema.ts";
import type { Token } from "./tokens.ts";

/**
 * A quoted full name that is stored in two columns of one table, as `"Ada Lovelace"` where first and last names are
 * kept apart, becomes two quoted texts. All others stay as they are.
 */
export function splitFullNames(tokens: Token[], schema: Schema): Token[] {
  return tokens.flatMap((token) => {
    const words = token.kind === "quoted" ? token.text.trim().split(/\s+/) : [];
    if (words.length !== 2 || schema.catalog.values.lookup(token.text, true).length > 0) return [token];
    const first = schema.catalog.values.lookup(words[0]!, true);
    const last = schema.catalog.values.lookup(words[1]!, true);
    const parts = first.some((one) =>
      last.some((other) => other.column !== one.column && tableOf(other.column) === tableOf(one.column)),
    );
    return parts
      ? words.map((text) => ({ ...token, text, lower: text.toLowerCase(), stem: stem(text) }))
      : [token];
  });
}

function tableOf(column: string): string {
  return column.slice(0, column.lastIndexOf("."));
}

import type { HighlighterCore } from "shiki/core";

export interface SqlToken {
  text: string;
  /** A CSS colour, by theme variable; undefined for plain text. */
  colour: string | undefined;
}

let highlighter: Promise<HighlighterCore> | null = null;

/** SQL as coloured tokens, a list a line. The highlighter is loaded with the first statement that is shown. */
export async function highlightSql(sql: string): Promise<SqlToken[][]> {
  highlighter ??= load();
  const { tokens } = (await highlighter).codeToTokens(sql, { lang: "sql", theme: "causeway" });
  return tokens.map((line) => line.map(({ content, color }) => ({ text: content, colour: color })));
}

async function load(): Promise<HighlighterCore> {
  const [
    { createHighlighterCore, createCssVariablesTheme },
    { createJavaScriptRegexEngine },
    { default: sql },
  ] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/javascript"),
    import("shiki/langs/sql.mjs"),
  ]);
  return createHighlighterCore({
    langs: [sql],
    themes: [createCssVariablesTheme({ name: "causeway", variablePrefix: "--syntax-" })],
    engine: createJavaScriptRegexEngine(),
  });
}

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { editModel } from "./edit-model.ts";
import { readSemanticModel } from "./semantic-model.ts";

const northlight = readFileSync("config/semantic/northlight.yaml", "utf8");
const metricsOf = (text: string) =>
  (
    parse(text) as {
      semantic_model: {
        metrics: {
          name: string;
          description?: string;
          expression: { dialects: { expression: string }[] };
          ai_context?: { synonyms?: string[] };
        }[];
      }[];
    }
  ).semantic_model[0]!.metrics;
const asEntry = (metric: ReturnType<typeof metricsOf>[number]) => ({
  name: metric.name,
  description: metric.description,
  expression: metric.expression.dialects[0]!.expression,
  synonyms: metric.ai_context?.synonyms ?? [],
});
/** What of `after` is left without the longest common start and end. */
const difference = (before: string, after: string) => {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end))
    end++;
  return { removed: before.slice(start, before.length - end), added: after.slice(start, after.length - end) };
};
const term = (was: string | undefined, to: { term: string; synonyms: string[]; means: string } | null) => ({
  kind: "term" as const,
  was,
  to,
});

describe("editing a model", () => {
  it("changes no byte where nothing is changed, and only the synonym's where one is added", () => {
    const metrics = metricsOf(northlight);
    fc.assert(
      fc.property(
        fc.nat(metrics.length - 1),
        fc.string({ minLength: 1, maxLength: 20, unit: "binary" }),
        (i, word) => {
          const entry = asEntry(metrics[i]!);
          fc.pre(!entry.synonyms.includes(word));
          expect(editModel(northlight, { kind: "metric", was: entry.name, to: entry })).toBe(northlight);
          const edited = editModel(northlight, {
            kind: "metric",
            was: entry.name,
            to: { ...entry, synonyms: [...entry.synonyms, word] },
          });
          expect(difference(northlight, edited).removed).toBe("");
          expect(metricsOf(edited)[i]!.ai_context!.synonyms).toEqual([...entry.synonyms, word]);
          expect(
            editModel(edited, { kind: "metric", was: entry.name, to: entry }).length,
          ).toBeLessThanOrEqual(edited.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("adds, changes and removes a term; the same bytes are there afterwards", () => {
    const added = editModel(
      northlight,
      term(undefined, { term: "big fish", synonyms: ["whales"], means: "customers" }),
    );
    expect(difference(northlight, added).removed).toBe("");
    expect(readSemanticModel(added).glossary.at(-1)).toMatchObject({
      term: "big fish",
      synonyms: ["whales"],
    });
    const changed = editModel(
      added,
      term("big fish", { term: "big fish", synonyms: ["whales", "it's"], means: "customers" }),
    );
    expect(readSemanticModel(changed).glossary.at(-1)?.synonyms).toEqual(["whales", "it's"]);
    expect(editModel(changed, term("big fish", null))).toBe(northlight);
  });

  it("keeps comments, quoting, order and Windows line ends", () => {
    const text = `# top\r\nversion: "0.2.0"   # quoted\r\nsemantic_model:\r\n- datasets:\r\n  - {source: 's.t', name: t} # flow\r\n  name: m\r\n  x-own: {a: 1}\r\n  metrics:\r\n  # before\r\n  - name: n\r\n    expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(t.a)}]} # why\r\n`;
    const metric = { name: "two", description: "Second.", expression: "COUNT(t.b)", synonyms: ["zwei"] };
    const edited = editModel(text, { kind: "metric", to: metric });
    expect(difference(text, edited).removed).toBe("");
    expect(edited.split("\n").every((line) => line === "" || line.endsWith("\r"))).toBe(true);
    expect(editModel(edited, { kind: "metric", was: "two", to: null })).toBe(text);
    const glossed = editModel(text, term(undefined, { term: "thing", synonyms: [], means: "t" }));
    expect(difference(text, glossed).removed).toBe("");
    expect(readSemanticModel(glossed).glossary).toHaveLength(1);
  });

  it("refuses what is gone or taken, in words", () => {
    expect(() => editModel(northlight, term("nothing", null))).toThrow('There is no "nothing" any more.');
    expect(() =>
      editModel(northlight, term(undefined, { term: "PRICE", synonyms: [], means: "customers" })),
    ).toThrow("already");
  });
});

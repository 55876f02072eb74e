import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { predictionSchema } from "#lib/contracts/reading.ts";
import { readQuestion } from "./read-question.ts";
import { clinic, library, shop } from "./testing/catalogs.ts";

const catalogs = fc.constantFrom(library, clinic, shop);
const words = fc.constantFrom(
  ..."how many which what total average number of by per each the books members loans customers orders payments revenue in for with more than less at least between and or not never most highest top five 3 100 2025 Q3 last month Oslo enterprise 'card' price pages fine city country amount share".split(
    " ",
  ),
);
/** Questions that get far into the reader, and text that does not. */
const questions = fc.oneof(
  fc.array(words, { minLength: 1, maxLength: 14 }).map((parts) => parts.join(" ")),
  fc.string({ maxLength: 200, unit: "binary" }),
);

describe("any question at all", () => {
  it("gives a well-formed prediction and no error", () => {
    fc.assert(
      fc.property(questions, catalogs, (question, catalog) => {
        const prediction = readQuestion(question, catalog);
        predictionSchema.parse(prediction);
        if (prediction.outcome === "answered") expect(prediction.sql).not.toBeNull();
        else expect(prediction.reason).not.toBe("");
      }),
      { numRuns: 400 },
    );
  });

  it("goes on from any other, or says why it cannot", () => {
    const turns = fc.oneof(
      questions,
      fc
        .tuple(
          fc.constantFrom(
            "and ",
            "only ",
            "without ",
            "drop ",
            "also by ",
            "same for ",
            "what about ",
            "all ",
            "top 5 ",
          ),
          words,
        )
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(fc.array(turns, { maxLength: 4 }), turns, catalogs, (previous, question, catalog) => {
        const prediction = readQuestion(question, catalog, { previous });
        predictionSchema.parse(prediction);
        if (prediction.outcome !== "answered") expect(prediction.reason).not.toBe("");
        if (prediction.outcome === "answered" && prediction.followUp)
          expect(prediction.followUp.changed.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same prediction twice", () => {
    fc.assert(
      fc.property(questions, catalogs, (question, catalog) => {
        expect(readQuestion(question, catalog)).toEqual(readQuestion(question, structuredCloneOf(catalog)));
      }),
      { numRuns: 100 },
    );
  });

  it("binds every value: no number or text of the question stands in the statement", () => {
    const value = fc.oneof(
      fc
        .integer({ min: 1_000_000, max: 9_999_999 })
        .map((number) => ({ text: String(number), question: `books with more than ${number} pages` })),
      fc
        .stringMatching(/^[a-z';\-"]{6,20}zz$/)
        .map((text) => ({ text, question: `members whose name contains "${text.replaceAll('"', "")}"` })),
    );
    fc.assert(
      fc.property(value, ({ text, question }) => {
        const { sql, params } = readQuestion(question, library);
        if (sql === null) return;
        expect(sql).not.toContain(text.replaceAll('"', ""));
        expect([...sql.matchAll(/\$(\d+)/g)].every(([, n]) => Number(n) <= params.length)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

/** The same catalog as another object, so that nothing remembered about the first one helps. */
function structuredCloneOf(catalog: typeof library): typeof library {
  return { ...catalog, columns: [...catalog.columns] };
}

import { describe, expect, it } from "vitest";
import { readQuestion } from "./read-question.ts";
import { sketchCatalog } from "./testing/catalogs.ts";

/** People who have managers among themselves, and ventures that they direct or take part in. */
const sketch = sketchCatalog(
  {
    site: { columns: { site_id: "integer", name: "text" }, key: ["site_id"] },
    colleague: {
      columns: { colleague_id: "integer", name: "text", site_id: "integer", manager_id: "integer?" },
      key: ["colleague_id"],
      refers: { site_id: "site.site_id", manager_id: "colleague.colleague_id" },
    },
    venture: {
      columns: { venture_id: "integer", name: "text", director_id: "integer" },
      key: ["venture_id"],
      refers: { director_id: "colleague.colleague_id" },
    },
    venture_colleague: {
      columns: { venture_id: "integer", colleague_id: "integer", part: "text" },
      key: ["venture_id", "colleague_id"],
      refers: { venture_id: "venture.venture_id", colleague_id: "colleague.colleague_id" },
    },
  },
  {
    "site.name": ["Lima"],
    "colleague.name": ["Ada Moss", "Ben Fry", "Cleo Ray"],
    "venture.name": ["Kestrel", "Osprey"],
  },
);
const ventures = {
  ...sketch,
  tables: sketch.tables.map((table) =>
    table.name === "venture_colleague"
      ? { ...table, comment: "Which colleague worked on which venture." }
      : table,
  ),
};
const read = (question: string, previous: string[] = []) => readQuestion(question, ventures, { previous });
const sqlOf = (question: string) => read(question).sql?.replaceAll("\n", " ");

describe("what keys make of the rows they lead to", () => {
  it("is asked for by its noun or its verb, of another table", () => {
    for (const question of [
      "the director of Kestrel",
      "who directs Kestrel?",
      "who is the director of venture Kestrel",
    ]) {
      expect(sqlOf(question), question).toBe(
        "SELECT colleague.name AS director_name FROM main.colleague WHERE EXISTS (SELECT 1 FROM main.venture " +
          "WHERE venture.director_id = colleague.colleague_id AND venture.name = $1)",
      );
      expect(read(question).outcome, question).toBe("answered");
    }
  });

  it("is asked for of the same table, under two aliases", () => {
    for (const question of ["the manager of Ben Fry", "who is Ben Fry's manager?", "who manages Ben Fry"]) {
      expect(sqlOf(question), question).toContain(
        "FROM main.colleague WHERE EXISTS (SELECT 1 FROM main.colleague AS colleague_2 " +
          "WHERE colleague_2.manager_id = colleague.colleague_id AND colleague_2.name = $1)",
      );
      expect(read(question).readings[0]?.words).toBe("manager name of managers, of Ben Fry");
    }
  });

  it("filters those who have it", () => {
    for (const question of [
      "colleagues managed by Ada Moss",
      "colleagues whose manager is Ada Moss",
      "who reports to Ada Moss",
    ])
      expect(sqlOf(question), question).toBe(
        "SELECT colleague.name AS colleague_name FROM main.colleague " +
          "JOIN main.colleague AS colleague_2 ON colleague_2.colleague_id = colleague.manager_id " +
          "WHERE colleague_2.name = $1",
      );
    expect(sqlOf("ventures directed by Ada Moss")).toContain(
      "ON colleague.colleague_id = venture.director_id",
    );
  });

  it("stands beside those who have it, and splits them", () => {
    expect(sqlOf("colleagues and their managers")).toBe(
      "SELECT colleague.name AS colleague_name, colleague_2.name AS manager_name FROM main.colleague " +
        "LEFT JOIN main.colleague AS colleague_2 ON colleague_2.colleague_id = colleague.manager_id",
    );
    expect(read("number of colleagues by manager").readings[0]).toMatchObject({
      words: "number of colleagues, by manager, highest first",
      dimensions: [{ binding: "main.colleague" }],
    });
  });

  it("means only those who are it for somebody", () => {
    expect(sqlOf("How many managers are there?")).toContain(
      "count(*) AS number_of_managers FROM main.colleague WHERE EXISTS",
    );
  });

  it("is kept in a follow-up, and does not lead further filters astray", () => {
    const first = "colleagues managed by Ada Moss";
    expect(read("and in Lima?", [first]).sql).toContain("site.site_id = colleague.site_id");
    expect(read("what about Cleo Ray?", [first])).toMatchObject({
      outcome: "answered",
      params: ["Cleo Ray"],
      followUp: { changed: ["manager Cleo Ray instead of manager Ada Moss"] },
    });
  });
});

describe("what people did together", () => {
  it("has a row of the pair table for each of them, not one key that leads to both", () => {
    for (const question of [
      "the venture that Ben Fry and Cleo Ray both worked on",
      "ventures that Ben Fry and Cleo Ray both worked on",
      "Which venture did Ben Fry and Cleo Ray both work on?",
    ]) {
      const { outcome, sql, params } = read(question);
      expect(outcome, question).toBe("answered");
      expect(params).toEqual(["Ben Fry", "Cleo Ray"]);
      expect(sql?.match(/EXISTS \(SELECT 1 FROM main.venture_colleague/g), question).toHaveLength(2);
      expect(sql).not.toContain("director_id");
    }
  });

  it("goes by the table whose comment has the verb, also for one of them", () => {
    expect(sqlOf("ventures that Ben Fry worked on")).toContain(
      "EXISTS (SELECT 1 FROM main.venture_colleague",
    );
    expect(sqlOf("Who worked on Osprey?")).toMatch(
      /^SELECT colleague.name AS colleague_name FROM main.colleague WHERE EXISTS \(SELECT 1 FROM main.venture_colleague/,
    );
  });
});

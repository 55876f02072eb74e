import { describe, expect, it } from "vitest";
import { intentOf } from "./intent.ts";

describe("what kind of answer a question wants", () => {
  it.each([
    ["Why are European operations underperforming?", "down"],
    ["What drove the fall in EMEA margin?", "down"],
    ["why did sales in Japan grow last year", "up"],
    ["What is behind the drop in orders?", "down"],
    ["Explain the increase of refunds in 2026", "up"],
    ["How come churn went up?", "up"],
  ])("%s asks for reasons", (question, direction) => {
    expect(intentOf(question)).toMatchObject({ cause: true, direction, halves: null });
  });

  it.each(["Revenue by month for Germany", "Which customers churned?", "List the reasons"])(
    "%s does not",
    (question) => expect(intentOf(question).cause).toBe(false),
  );

  it("takes a question apart whose second half asks of texts", () => {
    const { halves, cause } = intentOf(
      "Which customer segments have the highest churn rate, and what are the common reasons based on support tickets?",
    );
    expect(cause).toBe(false);
    expect(halves).toEqual({
      rows: "Which customer segments have the highest churn rate?",
      texts: "what are the common reasons based on support tickets?",
    });
    expect(intentOf("What was revenue in 2024 and what was it in 2025?").halves).toBeNull();
  });

  it("sees that papers are meant, and that a wish is too vague to look up", () => {
    expect(intentOf("What is our refund policy for enterprise customers?").papers).toBe(true);
    expect(intentOf("Recommend a good-value sensor").vague).toBe(true);
  });
});

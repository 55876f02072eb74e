import { expect, test } from "./fixtures.ts";

test("a question is answered step by step, and a figure opens the cell it came from", async ({ analyst }) => {
  const { page, latest, line, steps } = analyst;
  await analyst.ask("revenue by segment");
  await expect(line).toHaveText(/^Answered in [\d.]+ s from 1 query$/);
  await expect(page).toHaveTitle("revenue by segment · Causeway");
  await expect(latest.getByRole("list", { name: "Read as" })).toContainText(/revenue.*segment/);
  await expect(steps).toContainText([
    "Looked at the source",
    "Understood the question",
    "Drafted the query",
    "Checked the query",
    "Priced the query",
    "Ran the query",
    "Looked over the result",
    "Wrote and checked the answer",
  ]);

  const figure = latest.getByRole("link", { name: /^€[\d.]+M$/ }).first();
  await figure.hover();
  const hint = page.getByRole("tooltip").filter({ visible: true });
  await expect(hint).toContainText(/€[\d,]+\.\d\d.*row 1/s);
  const exact = /€[\d,]+\.\d\d/.exec((await hint.textContent()) ?? "")?.[0];
  await figure.click();
  const cell = latest.getByRole("cell", { name: exact, exact: true });
  await expect(cell).toBeFocused();
  await expect(cell).toHaveClass(/outline-rows/);
});

test("a single figure stands exact on a card of its own, with its statement beside it", async ({
  analyst,
}) => {
  await analyst.ask("What was revenue in Q3 2025?");
  await expect(analyst.latest.getByRole("definition")).toHaveText(/^€[\d,]+\.\d\d$/);
  await analyst.press("SQL");
  await expect(analyst.latest.locator("code")).toContainText("SELECT");
});

test("figures over time are drawn as a line", async ({ analyst }) => {
  await analyst.ask("Revenue by month for Germany");
  await expect(analyst.latest.getByRole("figure").locator(".recharts-line-curve")).toBeVisible();
});

test("a long series is drawn to its end, and its table shows a page at a time", async ({ analyst }) => {
  const { latest } = analyst;
  await analyst.ask("revenue by day");
  await expect(latest.getByRole("figure").locator(".recharts-line-curve")).toBeVisible();
  await expect(latest.getByRole("figure")).toContainText("2026");
  await analyst.press("Table");
  await expect(latest.getByText("500 of 1,362 rows shown")).toBeVisible();
  await latest.getByRole("button", { name: "Show more rows" }).click();
  await expect(latest.getByText("1,000 of 1,362 rows shown")).toBeVisible();
  await expect(latest.getByRole("row")).toHaveCount(1_001);
});

test("a list shows its rows and their true count", async ({ analyst }) => {
  await analyst.ask("customers in France");
  const told = analyst.latest.getByText(/^\d+ rows$/);
  await expect(told).toBeVisible();
  const count = Number.parseInt((await told.textContent()) ?? "", 10);
  await expect(analyst.latest.getByRole("row")).toHaveCount(count + 1);
});

test("what the data cannot answer is declined in words, and nothing runs", async ({ analyst }) => {
  await analyst.ask("What is the weather in Paris?");
  await expect(analyst.line).toHaveText(/^Nothing/);
  await expect(analyst.latest).toContainText("weather");
  await expect(analyst.steps.filter({ hasText: "Ran the query" })).toHaveCount(0);
});

test("an example on the first page is a question that is answered", async ({ analyst }) => {
  await analyst.page.goto("/");
  await analyst.page.getByRole("region", { name: "For example" }).getByRole("button").first().click();
  await expect(analyst.line).toHaveText(/^Answered in/);
});

test("an empty, an endless and a binary question each get a sentence", async ({ analyst }) => {
  const { page, box } = analyst;
  await page.goto("/");
  await box.fill("   ");
  await box.press("Enter");
  await expect(page.getByText("The question is empty.")).toBeVisible();

  const endless = "revenue ".repeat(2_500);
  await box.fill(endless);
  await box.press("Enter");
  await expect(page.getByText("at most 4,000 are read")).toBeVisible();
  await expect(box).toHaveValue(endless);

  await box.fill("revenue \u0001\u0002 by segment");
  await box.press("Enter");
  await expect(page.getByText("characters that are not text")).toBeVisible();
  await expect(page).toHaveURL("/");
});

test("a long question in a conversation shows its beginning, and its refusal", async ({ analyst }) => {
  await analyst.ask("revenue by segment");
  await expect(analyst.line).toHaveText(/^Answered in/);
  await analyst.askOn("revenue ".repeat(2_500));
  await expect(analyst.latest.getByRole("alert")).toContainText("at most 4,000 are read");
  await expect(analyst.latest.getByRole("button", { name: "Show the whole question" })).toBeVisible();
});

import { Analyst } from "./analyst.ts";
import { expect, test } from "./fixtures.ts";
import { openStory } from "./seed.ts";
import { ASKED_BACK } from "./stories/asked-back.ts";

/** The first: a run that is told has no state to go on from, so it begins anew and may ask again. */
const card = (analyst: Analyst) => analyst.latest.getByRole("region", { name: "What did you mean?" }).first();

test.beforeEach(({ analyst }) => openStory(analyst.page, ASKED_BACK));

test("a question back is answered with a click, and what was chosen stays", async ({ analyst }) => {
  await expect(analyst.line).toHaveText("Waits for your answer");
  await expect(card(analyst)).toContainText("What makes a sensor good value for you?");
  await expect(card(analyst).getByRole("timer")).toHaveText(/expires in \d+ min/);
  await expect(analyst.steps.last()).toContainText("needs you");
  await card(analyst).getByRole("button", { name: "Lowest list price" }).click();
  await expect(card(analyst)).toContainText("You chose: Lowest list price");
  await expect(card(analyst).getByRole("button")).toHaveCount(0);
  await analyst.page.reload();
  await expect(card(analyst)).toContainText("You chose: Lowest list price");
});

test("it is answered in other words by keyboard alone", async ({ analyst }) => {
  const own = card(analyst).getByRole("textbox", { name: "Something else" });
  await expect(card(analyst).getByRole("button", { name: "Answer" })).toBeDisabled();
  await own.fill("the cheapest Polaris");
  await own.press("Enter");
  await expect(card(analyst)).toContainText("You answered: the cheapest Polaris");
});

test("the box waits for the answer; a withdrawn question can be asked again", async ({ analyst }) => {
  await analyst.askOn("revenue by segment");
  await expect(analyst.page.getByText("A question back waits for you above.")).toBeVisible();
  await expect(analyst.page.getByRole("article")).toHaveCount(1);
  await analyst.press("Withdraw the question");
  await expect(analyst.line).toHaveText("Stopped");
  await expect(card(analyst)).toContainText("Withdrawn without an answer");
  await analyst.press("Ask again");
  await expect(analyst.page.getByRole("article")).toHaveCount(2);
  await expect(analyst.latest.getByRole("heading", { level: 1 })).toHaveText(ASKED_BACK.question);
});

test("of two tabs the second is told that the first has answered", async ({ analyst, context }) => {
  const second = new Analyst(await context.newPage());
  await second.page.goto(analyst.page.url());
  await expect(card(second)).toBeVisible();
  // The second tab presses first and its word arrives last.
  const { promise: firstDone, resolve: letGo } = Promise.withResolvers<void>();
  await second.page.route("**/threads/**", async (route) => {
    if (route.request().method() === "POST") await firstDone;
    await route.continue();
  });
  await card(second).getByRole("button", { name: "Most sold under €500" }).click();
  await card(analyst).getByRole("button", { name: "Lowest list price" }).click();
  await expect(card(analyst)).toContainText("You chose: Lowest list price");
  letGo();
  await expect(second.latest.getByRole("alert")).toBeVisible();
  await expect(card(second)).toContainText("You chose: Lowest list price");
});

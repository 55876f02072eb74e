import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { COSTLY } from "./analyst.ts";
import { expect, test } from "./fixtures.ts";
import { openStory } from "./seed.ts";
import { ASKED_BACK } from "./stories/asked-back.ts";
import { EUROPE } from "./stories/europe.ts";

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(" ")}`),
  );
  expect(found).toEqual([]);
}

async function expectNoOverflow(page: Page): Promise<void> {
  const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(tooWide)).toBe(0);
}

for (const colorScheme of ["light", "dark"] as const)
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("the first page is accessible", async ({ analyst }) => {
      await analyst.page.goto("/");
      await expect(analyst.box).toBeFocused();
      await expectAccessible(analyst.page);
    });

    test("an answer is accessible, with its steps opened and as chart, table and statement", async ({
      analyst,
    }) => {
      await analyst.ask("revenue by segment");
      await expect(analyst.latest.getByRole("figure")).toBeVisible();
      for (const step of await analyst.steps.locator("summary").all()) await step.click();
      await expectAccessible(analyst.page);
      for (const view of ["Table", "SQL"]) {
        await analyst.press(view);
        await expectAccessible(analyst.page);
      }
    });

    test("an answer from rows, a computed table and passages is accessible, with all of it opened", async ({
      analyst,
    }) => {
      const { page, latest, steps } = analyst;
      await openStory(page, EUROPE);
      await expect(latest.getByRole("figure")).toBeVisible();
      await expectAccessible(page);
      await analyst.press("What moved EMEA's net margin, by country");
      await expect(latest.getByRole("figure")).toHaveCount(2);
      for (const fold of await latest.locator("summary").all()) await fold.click();
      for (const step of await steps.locator("summary").all()) await step.click();
      await expectAccessible(page);
    });

    test("a question back is accessible, waiting and answered", async ({ analyst }) => {
      await openStory(analyst.page, ASKED_BACK);
      await expect(analyst.latest.getByRole("textbox", { name: "Something else" })).toBeVisible();
      await expectAccessible(analyst.page);
      await analyst.press("Withdraw the question");
      await expect(analyst.latest).toContainText("Withdrawn without an answer");
      await expectAccessible(analyst.page);
    });

    test("an approval is accessible, asking, edited, rejected", async ({ analyst }) => {
      await analyst.ask(COSTLY);
      await expect(analyst.approval).toBeVisible();
      await expectAccessible(analyst.page);
      await analyst.press("Edit SQL");
      await expectAccessible(analyst.page);
      await analyst.press("Back");
      await analyst.press("Reject");
      await expectAccessible(analyst.page);
      await analyst.press("Reject it");
      await expect(analyst.decided).toBeVisible();
      await expectAccessible(analyst.page);
    });
  });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("an answer fits, and its steps are a sheet that Escape closes", async ({ analyst }) => {
    const { page } = analyst;
    await analyst.ask("customers in France");
    await expect(analyst.latest.getByRole("table")).toBeVisible();
    await expectNoOverflow(page);
    await analyst.press("Timeline");
    const sheet = page.getByRole("dialog", { name: "Timeline" });
    await expect(sheet).toContainText("Ran the query");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("button", { name: "Timeline", exact: true })).toBeFocused();
  });

  test("an answer with all its sources fits", async ({ analyst }) => {
    await openStory(analyst.page, EUROPE);
    await expect(analyst.latest.getByRole("figure")).toBeVisible();
    await analyst.press("What moved EMEA's net margin, by country");
    await expect(analyst.latest.getByRole("figure")).toHaveCount(2);
    await expectNoOverflow(analyst.page);
    await expectAccessible(analyst.page);
  });

  test("a question back is answered without scrolling", async ({ analyst }) => {
    await openStory(analyst.page, ASKED_BACK);
    for (const name of ["Most sold under €500", "Withdraw the question"])
      await expect(analyst.latest.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expectNoOverflow(analyst.page);
  });

  test("what decides on a costly query is on the screen without scrolling", async ({ analyst }) => {
    await analyst.ask(COSTLY);
    for (const name of ["Approve and run", "Edit SQL", "Reject"])
      await expect(analyst.approval.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expectNoOverflow(analyst.page);
    await expectAccessible(analyst.page);
  });

  test("a word without end wraps", async ({ analyst }) => {
    await analyst.ask(`What is ${"Donaudampfschiff".repeat(12)}?`);
    await expect(analyst.line).toHaveText(/^Nothing/);
    await expectNoOverflow(analyst.page);
  });

  test("conversations are a drawer that takes the focus and gives it back", async ({ analyst }) => {
    const { page } = analyst;
    await page.goto("/");
    await analyst.press("Conversations");
    await expect(page.getByRole("button", { name: "Close" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "New question" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Conversations" })).toBeFocused();
  });
});

test("everything is reached by keyboard: skip links, a figure, its cell, a new question", async ({
  analyst,
}) => {
  const { page, box, latest } = analyst;
  await analyst.ask("revenue by segment");
  await expect(analyst.line).toHaveText(/^Answered in/);
  await page.reload();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the answer" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the question box" })).toBeFocused();

  const figure = latest.getByRole("link").first();
  while (!(await figure.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press("Tab");
  await expect(page.getByRole("tooltip").filter({ visible: true })).toContainText("row 1");
  await page.keyboard.press("Enter");
  await expect(latest.getByRole("cell").first()).toBeFocused();

  await page.keyboard.press("Control+k");
  await page.waitForURL("/");
  await expect(box).toBeFocused();
});

test("nothing moves where the system asks for calm", async ({ analyst }) => {
  await analyst.page.emulateMedia({ reducedMotion: "reduce" });
  await analyst.page.goto("/");
  const moving = () =>
    [...document.querySelectorAll("*")].filter((element) => {
      const { animationName, transitionProperty } = getComputedStyle(element);
      return animationName !== "none" || transitionProperty !== "none";
    }).length;
  expect(await analyst.page.evaluate(moving)).toBe(0);
});

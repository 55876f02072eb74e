import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { COSTLY, SLOW } from "./analyst.ts";
import { expect, test } from "./fixtures.ts";

const folder = resolve(dirname(dirname(fileURLToPath(import.meta.url))), "docs", "screenshots");

const screens = { wide: { width: 1440, height: 980 }, phone: { width: 390, height: 844 } };

for (const [screen, viewport] of Object.entries(screens))
  for (const colorScheme of ["light", "dark"] as const)
    test.describe(`${screen}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });
      const path = (what: string) => resolve(folder, `${what}-${screen}-${colorScheme}.png`);

      test("an answer", async ({ analyst }) => {
        await analyst.ask("Revenue by month for Germany");
        await expect(analyst.latest.getByRole("figure").locator(".recharts-line-curve")).toBeVisible();
        await analyst.page.screenshot({ path: path("answer") });
      });

      test("reasons", async ({ analyst }) => {
        test.slow();
        await analyst.ask("Why are European operations underperforming?");
        await expect(analyst.latest.getByText(/A document names a cause/).first()).toBeVisible({
          timeout: 60_000,
        });
        await analyst.page.screenshot({ path: path("reasons") });
      });

      test("what the documents say", async ({ analyst }) => {
        await analyst.ask("What is our refund policy for enterprise customers?");
        await expect(analyst.latest.getByText(/within 30 days/).first()).toBeVisible();
        await analyst.page.screenshot({ path: path("documents") });
      });

      test("a question back", async ({ analyst }) => {
        await analyst.ask("Recommend a good-value sensor");
        await expect(analyst.page.getByRole("button", { name: /Revenue, by product/ })).toBeVisible();
        await analyst.page.screenshot({ path: path("question-back") });
      });

      test("an approval", async ({ analyst }) => {
        await analyst.ask(COSTLY);
        await expect(analyst.approval.locator("code span[style]").first()).toBeVisible();
        await analyst.page.screenshot({ path: path("approval") });
      });

      test("the timeline of a run that works", async ({ analyst }) => {
        await analyst.askAndEdit(SLOW);
        await analyst.press("Approve and run");
        await expect(analyst.line).toHaveText("Running the query …");
        if (screen === "phone") await analyst.press("Timeline");
        const timeline = analyst.page.getByRole(screen === "phone" ? "dialog" : "complementary");
        await timeline.getByText("Understood the question").click();
        await expect(timeline.getByText("Running the query")).toBeVisible();
        await analyst.page.screenshot({ path: path("timeline") });
      });
    });

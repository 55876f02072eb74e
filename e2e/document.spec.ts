import { expect, test } from "./fixtures.ts";
import { openStory } from "./seed.ts";
import { EUROPE } from "./stories/europe.ts";

const OLD_POLICY = `/documents/${encodeURIComponent("library/refund-policy-2024.md")}`;

// Documents are read in while the server already answers; until then they are not found.
test.use({ expectedNoise: [/status of 404/] });

test("a document opens whole, with the cited words marked and what took its place", async ({ analyst }) => {
  const { page } = analyst;
  const heading = page.getByRole("heading", { level: 1 });
  await expect(async () => {
    await page.goto(`${OLD_POLICY}?from=0&to=15`);
    await expect(heading).toHaveText("Refund policy (version 1.0)", { timeout: 1_000 });
  }).toPass({ timeout: 50_000 });
  await expect(page.locator("mark")).toHaveText("Refund policy");
  await expect(page.getByRole("main")).toContainText("superseded by RP-2.0, effective Mar 1, 2026");
  await expect(page.getByRole("main")).toContainText("Enterprise customers may return goods within 14 days");
  await expect(page.getByRole("columnheader", { name: "Way of paying" })).toBeVisible();
  await page.getByRole("link", { name: "Open what supersedes it" }).click();
  await expect(heading).toHaveText("Refund policy (version 2.0)");
  await page.getByRole("link", { name: "Back" }).click();
  await expect(heading).toHaveText("Refund policy (version 1.0)");
});

test("what can be searched stands in the sidebar", async ({ analyst }) => {
  await expect(async () => {
    await analyst.page.goto("/");
    await expect(analyst.page.getByRole("navigation", { name: "Conversations" })).toContainText(
      /Northlight documents: \d+/,
      { timeout: 1_000 },
    );
  }).toPass({ timeout: 50_000 });
});

test("a document that is not there, or not for this role, is not found", async ({ analyst }) => {
  const { page } = analyst;
  await openStory(page, EUROPE);
  await analyst.latest.getByRole("link", { name: "In context" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such document for you");

  const memo = `/documents/${encodeURIComponent("library/board-memo-q3-2025-result.md")}`;
  await expect(async () => {
    await page.goto(memo);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Q3 2025", { timeout: 1_000 });
  }).toPass({ timeout: 50_000 });
  const role = page.getByRole("combobox", { name: "Asking as" });
  await role.selectOption("emea");
  await expect(role).toBeEnabled();
  await page.goto(memo);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such document for you");
});

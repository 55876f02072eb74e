import { expect, test } from "./fixtures.ts";
import { openStory } from "./seed.ts";
import { EUROPE } from "./stories/europe.ts";

test.beforeEach(({ analyst }) => openStory(analyst.page, EUROPE));

test("each figure and each mark opens what it stands on", async ({ analyst }) => {
  const { page, latest, line } = analyst;
  await expect(line).toHaveText("Answered in 1.4 s from 2 queries and 4 passages");

  // The second table is folded until one of its figures is opened.
  await expect(latest.getByRole("table")).toHaveCount(0);
  await latest.getByRole("link", { name: "€420,000" }).first().click();
  await expect(latest.getByRole("cell", { name: "€420,000.00" })).toBeFocused();

  await latest.getByRole("link", { name: "Source D1: a passage" }).first().click();
  const notice = latest.getByRole("region", { name: "D1: Final rules on transaction-level VAT reporting" });
  await expect(notice).toBeFocused();
  await expect(notice).toBeInViewport();

  await latest.getByRole("link", { name: /^prices about 12 %/ }).click();
  const market = latest.getByRole("region", { name: /^D2: Market report/ });
  await expect(market).toBeFocused();
  await expect(market.locator("mark[data-opened]")).toHaveText("prices about 12 % below Northlight's");
  await expect(notice.locator("mark")).toHaveText(/^every invoice .* three working days$/);

  await latest.getByRole("button", { name: "fell" }).focus();
  await page.keyboard.press("Enter");
  const hint = page.getByRole("tooltip").filter({ visible: true });
  await expect(hint).toContainText(/Compared:.*18\.4%.*S1.*12\.1%/);
  await page.keyboard.press("Escape");
  await expect(hint).toHaveCount(0);
});

test("a passage says what took its place, that it gives orders, and why it was found", async ({
  analyst,
}) => {
  const { latest } = analyst;
  const market = latest.getByRole("region", { name: /^D2/ });
  await expect(market).toContainText("superseded by Market report DACH, spring 2026, effective Mar 1, 2026");
  await expect(latest.getByRole("region", { name: /^D3/ })).toContainText(
    "contains instructions to a reader; quoted, not followed",
  );
  await market.getByText("Why it was found").click();
  await expect(market.getByRole("term").filter({ visible: true })).toHaveText([
    "BM25",
    "cosine",
    "fused",
    "recency",
    "final",
    "words covered",
  ]);
  await expect(latest.getByRole("heading", { name: "These sources disagree" })).toBeVisible();
});

test("a search says where it looked, also where it found nothing", async ({ analyst }) => {
  const searches = analyst.latest.getByRole("region", { name: "What the documents say" });
  await expect(searches).toContainText("Nothing found: 84 documents with 612 passages searched");
  await searches.getByText("4 passages in 84 documents searched").click();
  const found = searches.getByRole("group").filter({ hasText: "4 passages in 84 documents" });
  await expect(found).toContainText("compared for 340 of 612 passages");
  await expect(found).toContainText("meaning counts 0.4, earned from 62 judged questions");
  await expect(found.getByRole("region", { name: "Also found, not cited" })).toContainText(
    "Crane failure at Tollerort",
  );
  await expect(found.getByRole("region", { name: /under the threshold/ })).toContainText("Canteen rules");
});

test("a computed table shows what it was computed from and what each part added", async ({ analyst }) => {
  await analyst.press("What moved EMEA's net margin, by country");
  const panel = analyst.latest.getByRole("region", { name: "What moved EMEA's net margin, by country" });
  await expect(panel).toContainText("Computed from S1");
  const parts = panel.getByRole("figure").getByRole("listitem");
  await expect(parts).toHaveText([
    /Germany−4\.5 points/,
    /France−1\.2 points/,
    /Netherlands−0\.9 points/,
    /Spain\+0\.3 points/,
  ]);
  await expect(panel.getByRole("figure")).toContainText("Together−6.3 points");
});

test("the plan stands above the steps, with what was left out and why", async ({ analyst }) => {
  const plan = analyst.page
    .getByRole("complementary", { name: "Timeline" })
    .getByRole("group", { name: "Plan" });
  await expect(plan.getByRole("listitem")).toHaveCount(6);
  await expect(plan.getByRole("listitem").last()).toContainText(
    /Shipments by carrier.*The plan may have five steps at most\..*left out/,
  );
  await expect(analyst.steps.filter({ hasText: "Searched the documents" })).toContainText(
    "Four passages, and none on ports.",
  );
});

test("what was kept shows, and a part of the reading is taken off by asking on", async ({ analyst }) => {
  const chips = analyst.latest.getByRole("list", { name: "Read as" });
  await expect(chips.getByRole("img", { name: "kept from the question before" })).toHaveCount(1);
  await expect(analyst.latest).toContainText("net margin instead of revenue");
  await chips.getByRole("button", { name: "Ask again without EMEA" }).click();
  await expect(analyst.latest.getByRole("heading", { level: 1 })).toHaveText("without EMEA");
  await expect(chips.getByRole("button")).toHaveCount(0);
});

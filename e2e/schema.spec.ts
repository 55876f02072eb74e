import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { StructureChange } from "#lib/contracts/catalog-changes.ts";
import { expect, test } from "./fixtures.ts";
import { tellChanges } from "./seed.ts";

// A tab's link is fetched ahead; not every page about a source is there yet.
test.use({ expectedNoise: [/status of 404/] });

const TABLES = "/data/northlight";
const JOINS = "/data/northlight/joins?q=campaign";
const CHANGES = "/data/northlight/changes";
const JOIN = "sales.orders.campaign_code → sales.campaigns.campaign_code";

const change = (id: string, extra: Partial<StructureChange>): StructureChange => ({
  ...{ kind: "added", object: "column", id, before: null, after: null, proposal: null },
  ...extra,
});

async function expectSound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`)),
  ).toEqual([]);
  const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(tooWide)).toBe(0);
}

test("a table is found by a column of its own and shows what is known of its values", async ({ analyst }) => {
  const { page } = analyst;
  await page.goto(TABLES);
  await expect(page.getByText("As global sees it.")).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search tables and columns" });
  await search.fill("segment");
  await search.press("Enter");
  await page
    .getByRole("region", { name: "Tables" })
    .getByRole("link", { name: /sales\.customers/ })
    .click();
  await expect(page.getByRole("heading", { name: "sales.customers" })).toBeVisible();
  const columns = page.getByRole("list", { name: "Columns of sales.customers" });
  await expect(columns.getByText("ENTERPRISE", { exact: true })).toBeVisible();
  await expect(columns.getByText("key", { exact: true })).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Joins" }).getByRole("link").first()).toBeVisible();
});

test("what nobody may use is not there, whoever asks for it", async ({ analyst }) => {
  const { page } = analyst;
  await page.goto(`${TABLES}?q=pii`);
  await expect(page.getByText("Nothing is called “pii”")).toBeVisible();
  await page.goto(`${TABLES}?table=people.pii_raw`);
  await expect(page.getByRole("heading", { name: /pii/ })).toHaveCount(0);
  await page.goto(`${TABLES}?table=sales.addresses`);
  await expect(page.getByText("contact_phone")).toHaveCount(0);
});

test("a source is read again when somebody wants it", async ({ analyst }) => {
  const { page } = analyst;
  await page.goto(TABLES);
  await page.getByRole("button", { name: "Read again" }).click();
  await expect(page.getByText("Read just now.")).toBeVisible();
});

test("an inferred join is rejected and confirmed with its reasons, and each is taken back", async ({
  analyst,
}) => {
  const { page } = analyst;
  await page.goto(JOINS);
  const inferred = page.getByRole("region", { name: "Inferred and used" });
  await expect(inferred).toContainText("10 of 12 different values are there");
  await page.getByRole("button", { name: `Reject ${JOIN}` }).click();
  const rejected = page.getByRole("region", { name: "Rejected" });
  await expect(rejected).toContainText("rejected by you");
  await page.getByRole("button", { name: `Take back what was said about ${JOIN}` }).click();
  await expect(rejected).toHaveCount(0);
  await page.getByRole("button", { name: `Confirm ${JOIN}` }).click();
  const confirmed = page.getByRole("region", { name: "Confirmed" });
  await expect(confirmed).toContainText("confirmed by you");
  await page.getByRole("button", { name: `Take back what was said about ${JOIN}` }).click();
  await expect(inferred).toContainText("score 0.89");
});

test("a vanished column is led to its new name once a person says so", async ({ analyst }) => {
  const { page } = analyst;
  const [from, to] = ["sales.campaigns.campaign_title", "sales.campaigns.name"];
  await tellChanges([
    change(from, {
      ...{ kind: "removed", before: "text" },
      proposal: { to, score: 0.87, reasons: ["the names are 67 % alike", "the type is the same"] },
    }),
    change(to, { after: "text" }),
    change("sales.orders.order_note", { kind: "removed", before: "text" }),
  ]);
  await page.goto(CHANGES);
  await expect(page.getByText("Nothing new resembles it.").first()).toBeVisible();
  await page
    .getByRole("button", { name: `Yes, ${from} is ${to} now` })
    .first()
    .click();
  await expect(page.getByText(`It is ${to} now, said you`).first()).toBeVisible();
  await page.goto(`${TABLES}?table=sales.campaigns`);
  await expect(page.getByText("also called campaign title")).toBeVisible();
});

for (const [name, width, height] of [
  ["wide", 1280, 900],
  ["phone", 390, 800],
] as const)
  for (const colorScheme of ["light", "dark"] as const)
    test.describe(`${name}, ${colorScheme}`, () => {
      test.use({ colorScheme, viewport: { width, height } });

      test("the pages about a source's structure are accessible and fit", async ({ analyst }) => {
        const { page } = analyst;
        for (const path of [TABLES, `${TABLES}?table=sales.orders`, "/data/northlight/joins", CHANGES]) {
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await expectSound(page);
          if (process.env.CAUSEWAY_LOOK)
            await page.screenshot({
              path: `${process.env.CAUSEWAY_LOOK}/${name}-${colorScheme}-${path.replaceAll(/[^a-z]+/g, "-")}.png`,
              fullPage: true,
            });
        }
      });
    });

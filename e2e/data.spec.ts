import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { demoWarehouse } from "./seed.ts";

/** Fills the form in with the demo warehouse's own address. */
async function fillIn(page: Page, change: { name: string; user?: string; password?: string; port?: string }) {
  const url = demoWarehouse();
  await page.goto("/data/connect");
  await page.getByLabel("Name", { exact: true }).fill(change.name);
  await page.getByLabel("Host").fill(url.hostname);
  await page.getByLabel("Port").fill(change.port ?? url.port);
  await page.getByLabel("Database", { exact: true }).fill(url.pathname.slice(1));
  await page.getByLabel("Encryption").selectOption("Not encrypted");
  await page.getByLabel("User").fill(change.user ?? decodeURIComponent(url.username));
  await page.getByLabel("Password").fill(change.password ?? decodeURIComponent(url.password));
  await page.getByRole("button", { name: "Test the connection" }).click();
}

async function chooseSource(page: Page, name: string) {
  await page.getByRole("combobox", { name: /^Asking(?! as)/ }).selectOption(name);
  await expect(page.getByText(`Ask ${name} in your own words`)).toBeVisible();
}

test("a database is connected, asked, and taken out again", async ({ analyst }) => {
  const { page } = analyst;
  await fillIn(page, { name: "Second look" });
  await expect(page.getByText(/role analyst may read \d+ tables and write to none/)).toBeVisible();
  await page.getByRole("button", { name: "Save this source" }).click();
  await expect(page.getByRole("heading", { name: "Second look" })).toBeVisible();

  await page.goto("/");
  await chooseSource(page, "Second look");
  await analyst.box.fill("How many customers are there?");
  await analyst.box.press("Enter");
  await page.waitForURL(/\/threads\/thr_/);
  await expect(analyst.line).toContainText("Answered");

  await page.goto("/data");
  const row = page.getByRole("listitem").filter({ hasText: "Second look" });
  await row.getByRole("button", { name: "Check" }).click();
  await expect(row.getByText("write to none")).toBeVisible();
  await row.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect(row).toHaveCount(0);
});

test("what is wrong with a connection is said in words, and nothing is saved", async ({ analyst }) => {
  const { page } = analyst;
  await fillIn(page, { name: "Wrong", password: "guessed" });
  await expect(page.getByText("refused the login")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save this source" })).toHaveCount(0);
  await fillIn(page, { name: "Nobody there", port: "9" });
  await expect(page.getByText("nothing listens there")).toBeVisible();
  await page.goto("/data");
  await expect(page.getByRole("link", { name: "Nobody there" })).toHaveCount(0);
});

test.describe("files", () => {
  // One that is refused is answered with a status that says so.
  test.use({ expectedNoise: [/status of 4(00|22)/] });

  test("are uploaded, say what of them could not be read, and are asked", async ({ analyst }) => {
    const { page } = analyst;
    await page.goto("/data/upload");
    const choose = (name: string, content: string) =>
      page.getByTestId("files").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
    await choose("too early.csv", "a,b\n1,2\n");
    await expect(page.getByText("Give the files a name")).toBeVisible();
    await page.getByLabel("Its name").fill("Harbour files");
    await choose(
      "ships.csv",
      "Ship;Tonnage;Flag\nAurora;1.200,5;NO\nBorealis;800;NO\nCirrus;950,25;DK\nbroken;1\n",
    );
    await expect(page.getByText("3 rows · 3 columns")).toBeVisible();
    await page.getByText("1 row was left out").click();
    await expect(page.getByText("has 2 cells where the table has 3 columns")).toBeVisible();
    await choose("empty.csv", "");
    await expect(page.getByRole("alert").filter({ hasText: "empty.csv is empty" })).toBeVisible();

    await page.getByRole("link", { name: "See the tables" }).click();
    await expect(page.getByRole("heading", { name: "Harbour files" })).toBeVisible();
    await page.goto("/");
    await chooseSource(page, "Harbour files");
    await analyst.box.fill("What is the total tonnage by flag?");
    await analyst.box.press("Enter");
    await page.waitForURL(/\/threads\/thr_/);
    await expect(analyst.line).toContainText("Answered");
    await expect(analyst.latest).toContainText("2,000.5");

    await page.goto("/data");
    const row = page.getByRole("listitem").filter({ hasText: "Harbour files" });
    await row.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove it" }).click();
    await expect(row).toHaveCount(0);
  });
});

for (const colorScheme of ["light", "dark"] as const)
  test(`the pages about sources are accessible in ${colorScheme}`, async ({ analyst }) => {
    const { page } = analyst;
    await page.emulateMedia({ colorScheme });
    for (const path of ["/data", "/data/connect", "/data/upload", "/data/northlight/policy"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    }
  });

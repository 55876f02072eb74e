import { Analyst, COSTLY, SLOW } from "./analyst.ts";
import { expect, test } from "./fixtures.ts";

test("a running query is stopped, and the conversation goes on", async ({ analyst }) => {
  await analyst.askAndEdit(SLOW);
  await analyst.press("Approve and run");
  await expect(analyst.line).toHaveText("Running the query …");
  await analyst.press("Stop");
  await expect(analyst.line).toHaveText("Stopped");
  await expect(analyst.steps.filter({ hasText: "Running the query" })).toHaveText(/stopped/);
  await analyst.page.reload();
  await expect(analyst.line).toHaveText("Stopped");

  await analyst.askOn("revenue by segment");
  await expect(analyst.page.getByRole("article")).toHaveCount(2);
  await expect(analyst.line).toHaveText(/^Answered in/);
});

test("while a query waits the box says why it takes no other question", async ({ analyst }) => {
  await analyst.ask(COSTLY);
  await expect(analyst.approval).toBeVisible();
  await analyst.askOn("revenue by segment");
  await expect(analyst.page.getByText("A query waits for your decision above.")).toBeVisible();
  await expect(analyst.page.getByRole("article")).toHaveCount(1);
  await expect(analyst.box).toHaveValue("revenue by segment");
});

test("a tab that does not know of the waiting query is refused in words", async ({ analyst, context }) => {
  await analyst.ask("revenue by segment");
  await expect(analyst.line).toHaveText(/^Answered in/);
  const late = new Analyst(await context.newPage());
  await late.page.goto(analyst.page.url());
  await expect(late.line).toHaveText(/^Answered in/);

  await analyst.askOn(COSTLY);
  await expect(analyst.approval).toBeVisible();
  await late.askOn("revenue by region");
  await expect(late.latest.getByRole("alert")).toContainText("waits for a decision");
});

test("conversations are listed, newest first, and say which one waits", async ({ analyst }) => {
  await analyst.page.goto("/");
  const list = analyst.page.getByRole("navigation", { name: "Conversations" });
  await expect(list).toContainText("Your questions will stand here.");
  await analyst.ask("revenue by segment");
  await expect(analyst.line).toHaveText(/^Answered in/);
  await analyst.ask(COSTLY);
  await expect(analyst.approval).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveText([COSTLY, "revenue by segment"]);
  await expect(list.getByRole("listitem").first().getByRole("img", { name: "waits for you" })).toBeVisible();
});

test("another role sees what the database lets it see", async ({ analyst }) => {
  const count = async () => {
    await analyst.ask("How many customers are there?");
    await expect(analyst.line).toHaveText(/^Answered in/);
    return Number((await analyst.latest.getByRole("definition").textContent())?.replaceAll(",", ""));
  };
  const everywhere = await count();
  const role = analyst.page.getByRole("combobox", { name: "Asking as" });
  await role.selectOption("emea");
  await expect(role).toBeEnabled();
  await analyst.page.reload();
  await expect(role).toHaveValue("emea");
  const inEmea = await count();
  expect(inEmea).toBeGreaterThan(0);
  expect(inEmea).toBeLessThan(everywhere);
});

test.describe("somebody else", () => {
  test.use({ expectedNoise: [/status of 404/] });

  test("cannot open a conversation, nor read its rows", async ({ analyst, stranger }) => {
    const rows = analyst.page.waitForResponse(/\/api\/results\//);
    await analyst.ask("revenue by segment");
    const address = (await rows).url();
    expect((await rows).status()).toBe(200);

    const page = await stranger.page.goto(analyst.page.url());
    expect(page?.status()).toBe(404);
    await expect(stranger.page.getByRole("heading", { level: 1 })).toHaveText(
      "There is no such conversation of yours",
    );
    await expect(stranger.page.getByRole("navigation")).not.toContainText("revenue by segment");
    expect((await stranger.page.request.get(address)).status()).toBe(404);
  });
});

import type { Page } from "@playwright/test";
import { Analyst, COSTLY, SLOW } from "./analyst.ts";
import { expect, test } from "./fixtures.ts";

test("a costly query waits, survives a reload while it waits, and runs once it is approved", async ({
  analyst,
}) => {
  const { page, approval, line, steps } = analyst;
  await analyst.ask(COSTLY);
  await expect(approval).toContainText("Your limit without asking is 500,000.");
  await expect(approval.getByRole("timer")).toHaveText(/expires in \d+ min/);
  await expect(approval.locator("code")).toContainText("web.events");
  await expect(steps.last()).toContainText("needs you");
  const before = await steps.allInnerTexts();
  expect(before.length).toBeGreaterThan(4);

  await page.reload();
  await expect(approval).toBeVisible();
  await expect(steps).toHaveText(before, { useInnerText: true });

  await analyst.press("Approve and run");
  await expect(analyst.decided).toContainText("You approved this query");
  await expect(line).toHaveText(/^Answered in/, { timeout: 45_000 });
  await expect(steps.filter({ hasText: "Ran the query" })).toHaveCount(1);
  await expect(analyst.latest.getByRole("table")).toBeVisible();
});

test("a reload while the query runs shows the same steps, and the run goes on", async ({ analyst }) => {
  const { page, line, steps } = analyst;
  await analyst.askAndEdit(SLOW);
  await analyst.press("Approve and run");
  await expect(line).toHaveText("Running the query …");
  const running = steps.filter({ hasText: "Running the query" });
  await expect(running).toHaveCount(1);
  const before = (await steps.allInnerTexts()).slice(0, -1);

  await page.reload();
  await expect(line).toHaveText("Running the query …");
  await expect(running).toHaveCount(1);
  expect((await steps.allInnerTexts()).slice(0, -1)).toEqual(before);

  await expect(line).toHaveText(/^Answered in/, { timeout: 45_000 });
  expect((await steps.allInnerTexts()).slice(0, before.length)).toEqual(before);
  await expect(steps.filter({ hasText: "Ran the query" })).toHaveCount(1);
});

test("a rejection keeps its reason, and nothing runs", async ({ analyst }) => {
  await analyst.ask(COSTLY);
  await analyst.press("Reject");
  const reason = analyst.page.getByRole("textbox", { name: "Reason" });
  await expect(reason).toBeFocused();
  await reason.fill("Not before the quarter closes");
  await reason.press("Enter");
  await expect(analyst.decided).toContainText("“Not before the quarter closes”");
  await expect(analyst.line).toHaveText("Nothing was run");
  await expect(analyst.steps.filter({ hasText: "Ran the query" })).toHaveCount(0);
  await analyst.page.reload();
  await expect(analyst.decided).toContainText("“Not before the quarter closes”");
});

test("a smaller question runs in its place, and the first approval stays", async ({ analyst }) => {
  await analyst.ask(COSTLY);
  await analyst.approval.getByRole("button", { name: /^Ask smaller: / }).click();
  await expect(analyst.decided.first()).toContainText("You asked for a smaller question");
  await expect(analyst.steps.filter({ hasText: "Drafted the query" })).toHaveCount(2);
});

test("of two tabs the second is told that the first has answered", async ({ analyst, context }) => {
  await analyst.ask(COSTLY);
  await expect(analyst.approval).toBeVisible();
  const second = new Analyst(await context.newPage());
  await second.page.goto(analyst.page.url());
  await expect(second.approval).toBeVisible();

  // The second tab presses first and its word arrives last.
  const { promise: firstDone, resolve: letGo } = Promise.withResolvers<void>();
  await second.page.route("**/threads/**", async (route) => {
    if (route.request().method() === "POST") await firstDone;
    await route.continue();
  });
  await second.press("Approve and run");
  await analyst.press("Approve and run");
  await expect(analyst.line).toHaveText(/^Answered in/, { timeout: 45_000 });
  letGo();

  await expect(second.latest.getByRole("alert")).toContainText("This was already answered (approved) by you");
  await expect(second.decided).toContainText("You approved this query");
  await expect(second.steps.filter({ hasText: "Ran the query" })).toHaveCount(1);
});

test("an edit that is forbidden is refused in words; one that is allowed runs and stays as a diff", async ({
  analyst,
}) => {
  const { approval, decided, line } = analyst;
  await analyst.ask(COSTLY);
  await analyst.edit("DELETE FROM web.events");
  await expect(approval.getByRole("alert")).toContainText("The edit was not taken.");
  await expect(analyst.page.getByRole("textbox", { name: "The statement to run instead" })).toHaveValue(
    "DELETE FROM web.events",
  );
  await analyst.press("Back");
  await expect(approval.locator("code")).toContainText("web.events");

  await analyst.edit("SELECT page, count(*) AS views FROM web.events GROUP BY page");
  await expect(approval.getByText("revision 2")).toBeVisible();
  await analyst.press("Approve and run");
  await expect(line).toHaveText(/^Answered in/, { timeout: 45_000 });
  await expect(decided).toContainText("You edited this query and approved it");
  await decided.getByText("You edited this query").click();
  await expect(decided.locator("code")).toContainText(/taken out: .*customers/s);
  await expect(decided.locator("code")).toContainText(/put in: .*views/s);
  await expect(analyst.latest.getByText("it decides what the figures mean")).toBeVisible();
});

test("what was begun at a waiting query is still there after the connection was lost", async ({
  analyst,
}) => {
  const { page, approval, line } = analyst;
  const cut = await severable(page);
  const editor = page.getByRole("textbox", { name: "The statement to run instead" });
  await analyst.ask("revenue by segment");
  await expect(line).toHaveText(/^Answered in/);
  await analyst.askOn(COSTLY);
  await expect(approval).toBeVisible();
  const before = await analyst.steps.allInnerTexts();
  await analyst.press("Edit SQL");
  await editor.fill("SELECT page FROM web.events");

  await cut();
  await expect(page.getByText("The connection was lost.")).toBeVisible();
  await expect(page.getByText("The connection was lost.")).toBeHidden();
  await expect(editor).toHaveValue("SELECT page FROM web.events");
  await expect(editor).toBeFocused();
  expect(await analyst.steps.allInnerTexts()).toEqual(before);

  // A second cut, of what was followed again; and what happens next arrives, once.
  await analyst.press("Back");
  await analyst.press("Reject");
  await page.getByRole("textbox", { name: "Reason" }).fill("Too mu");
  await cut();
  await expect(page.getByText("The connection was lost.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Reason" })).toHaveValue("Too mu");
  await analyst.press("Reject it");
  await expect(line).toHaveText("Nothing was run");
  await expect(analyst.decided).toContainText("“Too mu”");
  await expect(analyst.steps.filter({ hasText: "Asked you" })).toHaveCount(1);
});

/** Lets a test cut the streams that a page reads, as a network that goes away does; the next one works again. */
async function severable(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const open = new Set<ReadableStreamDefaultController>();
    const plain = window.fetch;
    window.fetch = async (...request) => {
      const response = await plain(...request);
      if (!response.body) return response;
      const reader = response.body.getReader();
      const body = new ReadableStream({
        start: (controller) => void open.add(controller),
        async pull(controller) {
          const { value, done } = await reader.read();
          if (!open.has(controller)) return;
          if (!done) return controller.enqueue(value);
          open.delete(controller);
          controller.close();
        },
        cancel: (reason) => reader.cancel(reason),
      });
      const severed = new Response(body, response);
      Object.defineProperty(severed, "url", { value: response.url });
      return severed;
    };
    window.addEventListener("test:cut", () => {
      for (const controller of open) controller.error(new TypeError("network error"));
      open.clear();
    });
  });
  return () => page.evaluate(() => void window.dispatchEvent(new Event("test:cut")));
}

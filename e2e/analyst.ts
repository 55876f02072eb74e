import { expect, type Locator, type Page } from "@playwright/test";

export const COSTLY = "How many visits did each page get per customer last year?";

/** Some 200 million pairs: seconds of work on any machine, and less than the source refuses. */
export const SLOW = `SELECT count(*) AS pairs FROM sales.order_lines a CROSS JOIN sales.customers b
  WHERE a.quantity < b.customer_id`;

/** What a person does and sees in one tab. */
export class Analyst {
  readonly page: Page;
  /** The question box. */
  readonly box: Locator;
  /** The latest question with all that came of it. */
  readonly latest: Locator;
  /** How the latest run goes, in one line. */
  readonly line: Locator;
  /** The card of a query that waits for a decision. */
  readonly approval: Locator;
  /** The decided approval, as it stays. */
  readonly decided: Locator;
  /** The timeline's rows, a row a step. */
  readonly steps: Locator;

  constructor(page: Page) {
    this.page = page;
    this.box = page.getByRole("textbox", { name: "Your question" });
    this.latest = page.getByRole("article").last();
    this.line = this.latest.getByRole("status");
    this.approval = this.latest.getByRole("region", { name: "This query is larger" });
    this.decided = this.latest
      .getByRole("group")
      .filter({ hasText: /^You (approved|edited|rejected|asked)/ });
    this.steps = page.getByRole("complementary", { name: "Timeline" }).locator("ol > li");
  }

  /** Asks in a new conversation. */
  async ask(question: string): Promise<void> {
    await this.page.goto("/");
    await this.box.fill(question);
    await this.box.press("Enter");
    await this.page.waitForURL(/\/threads\/thr_/);
  }

  /** Asks on in the conversation that is open. */
  async askOn(question: string): Promise<void> {
    await this.box.fill(question);
    await this.box.press("Enter");
  }

  press(name: string): Promise<void> {
    return this.page.getByRole("button", { name, exact: true }).click();
  }

  /** Puts another statement in the place of the one that waits. */
  async edit(sql: string): Promise<void> {
    await this.press("Edit SQL");
    await this.page.getByRole("textbox", { name: "The statement to run instead" }).fill(sql);
    await this.press("Check and replace");
  }

  /** A costly question whose statement was edited into this one, ready to be approved. */
  async askAndEdit(sql: string): Promise<void> {
    await this.ask(COSTLY);
    await expect(this.approval).toBeVisible();
    await this.edit(sql);
    await expect(this.approval.getByText("revision 2")).toBeVisible();
  }
}

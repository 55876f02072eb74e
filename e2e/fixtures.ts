import { type BrowserContext, test as base, expect } from "@playwright/test";
import { Analyst } from "./analyst.ts";

interface Fixtures {
  /** What a test expects the console to say, such as the status of a page that must not be found. */
  expectedNoise: RegExp[];
  /** Fails the test where any page logged an error: an exception, a hydration mismatch, a violated policy. */
  quietConsole: (context: BrowserContext) => void;
  /** The person whose browser it is. */
  analyst: Analyst;
  /** Somebody else: another browser, another identity. */
  stranger: Analyst;
}

export const test = base.extend<Fixtures>({
  expectedNoise: [[], { option: true }],
  quietConsole: [
    async ({ context, expectedNoise }, use) => {
      const noise: string[] = [];
      const hear = (text: string) => {
        if (!expectedNoise.some((pattern) => pattern.test(text))) noise.push(text);
      };
      const listen = (to: BrowserContext) => {
        to.on("console", (message) => message.type() === "error" && hear(message.text()));
        to.on("weberror", (failure) => hear(failure.error().message));
      };
      listen(context);
      await use(listen);
      expect(noise, "the browser's console").toEqual([]);
    },
    { auto: true },
  ],
  analyst: async ({ page }, use) => use(new Analyst(page)),
  stranger: async ({ browser, quietConsole }, use) => {
    const context = await browser.newContext();
    quietConsole(context);
    await use(new Analyst(await context.newPage()));
    await context.close();
  },
});

export { expect };

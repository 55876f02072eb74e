import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "./fixtures.ts";

test("an ended run is handed on: a summary with its figures, and a bundle with its verifier", async ({
  analyst,
}) => {
  await analyst.ask("What was revenue in Q3 2025?");
  await expect(analyst.line).toContainText("Answered in");
  const links = analyst.latest.getByRole("navigation", { name: "Hand on" });
  const take = async (name: string) => {
    const download = analyst.page.waitForEvent("download");
    await links.getByRole("link", { name, exact: true }).click();
    return readFileSync(await (await download).path());
  };
  const page = (await take("Summary")).toString();
  expect(page).toContain("What was revenue in Q3 2025?");
  expect(page).toContain("SELECT");
  expect(page).toContain("row 1, column 1");
  const bundle = unzipSync(await take("Audit bundle"));
  expect(Object.keys(bundle)).toEqual(
    expect.arrayContaining(["events.jsonl", "manifest.json", "verify.mjs"]),
  );
  expect(strFromU8(bundle["events.jsonl"]!).trim().split("\n").length).toBeGreaterThan(20);
});

test("somebody else cannot take it", async ({ analyst, stranger }) => {
  await analyst.ask("What was revenue in Q3 2025?");
  const link = analyst.latest.getByRole("link", { name: "Audit bundle" });
  const address = await link.getAttribute("href");
  await stranger.page.goto("/");
  const response = await stranger.page.request.get(address!);
  expect(response.status()).toBe(404);
});

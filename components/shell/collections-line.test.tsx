import { readFileSync } from "node:fs";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CollectionsLine } from "./collections-line.tsx";

const messages = JSON.parse(readFileSync("app/messages/en.json", "utf8"));

function rendered(faults: string[]): string {
  const collection = { id: "library", name: "Library", documents: 3, passages: 9, embedded: 9, faults };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <CollectionsLine collections={[collection]} />
    </NextIntlClientProvider>,
  );
}

test("what could not be read is counted, and each sentence can be read", () => {
  const html = rendered(["a.md was left out: it has no text.", "b.md was left out: it is not text."]);
  expect(html).toContain("2 could not be read");
  expect(html).toContain("<li>a.md was left out: it has no text.</li>");
  expect(html).toContain("<li>b.md was left out: it is not text.</li>");
});

test("where all was read nothing is said of faults", () => {
  expect(rendered([])).toContain("Library: 3");
  expect(rendered([])).not.toContain("could not be read");
});

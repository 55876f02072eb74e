import { readFileSync } from "node:fs";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DocumentView, type ShownDocument } from "./document-view.tsx";

const messages = JSON.parse(readFileSync("app/messages/en.json", "utf8"));

const document: ShownDocument = {
  id: "policies/refunds.md",
  version: "b".repeat(64),
  title: "Refund policy",
  reference: "RP-1.0",
  collection: "Documents",
  text: "# Periods\n\nEnterprise customers may return within 14 days.",
  supersededBy: { documentId: "policies/refunds-2.md", title: "Refunds", reference: "RP-2.0" },
  versions: [
    { version: "b".repeat(64), indexedAt: "2026-03-01T08:00:00Z" },
    { version: "a".repeat(64), indexedAt: "2024-01-15T08:00:00Z" },
  ],
};

function rendered(shown: ShownDocument, from: number, to: number): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <DocumentView document={shown} cited={{ start: from, end: to }} />
    </NextIntlClientProvider>,
  );
}

describe("an opened document", () => {
  it("marks the cited characters, no more and no fewer", () => {
    const from = document.text.indexOf("within");
    expect(rendered(document, from, from + "within 14 days".length)).toMatch(
      /return <\/span><mark[^>]*>within 14 days<\/mark><span>\.<\/span>/,
    );
  });

  it("says what took its place, and that an earlier version is shown", () => {
    const earlier = rendered({ ...document, version: "a".repeat(64) }, 0, 0);
    expect(earlier).toContain("superseded by RP-2.0");
    expect(earlier).toContain("earlier version");
    expect(rendered(document, 0, 0)).not.toContain("earlier version");
  });
});

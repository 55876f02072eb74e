import { readFileSync } from "node:fs";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { documentHref } from "#components/passage/document-href.ts";
import type { Span } from "#components/passage/passage-anchor.ts";
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

function rendered(shown: ShownDocument, from: number, to: number, quoted: Span | null = null): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <DocumentView document={shown} cited={{ start: from, end: to }} quoted={quoted} />
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

  it("marks the quoted words within the passage more than the passage", () => {
    const [from, words] = [document.text.indexOf("Enterprise"), document.text.indexOf("14 days")];
    const html = rendered(document, from, document.text.length, { start: words, end: words + 7 });
    const marks = [...html.matchAll(/<mark([^>]*)>([^<]*)<\/mark>/g)].map(([, attributes, text]) => [
      text,
      attributes?.includes("data-opened"),
    ]);
    expect(marks).toEqual([
      ["Enterprise customers may return within ", false],
      ["14 days", true],
      [".", false],
    ]);
  });

  it("is linked at the quotation, counted within the document", () => {
    const passage = { documentId: "a/b.md", version: "v", start: 100, end: 200 };
    const place = new URL(documentHref(passage, { start: 10, end: 30 }), "http://localhost").searchParams;
    expect([place.get("from"), place.get("to")]).toEqual(["100", "200"]);
    expect([place.get("quoteFrom"), place.get("quoteTo")]).toEqual(["110", "130"]);
    expect(documentHref(passage)).not.toContain("quote");
  });

  it("says what took its place, and that an earlier version is shown", () => {
    const earlier = rendered({ ...document, version: "a".repeat(64) }, 0, 0);
    expect(earlier).toContain("superseded by RP-2.0");
    expect(earlier).toContain("earlier version");
    expect(rendered(document, 0, 0)).not.toContain("earlier version");
  });
});

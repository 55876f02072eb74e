import { readFileSync } from "node:fs";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { numberMarks } from "#components/wire/marks.ts";
import type { Answer } from "#lib/contracts/evidence.ts";
import { AnswerText } from "./answer-text.tsx";

const messages = JSON.parse(readFileSync("app/messages/en.json", "utf8"));

const block = (kind: Answer["blocks"][number]["kind"], text: string): Answer["blocks"][number] => ({
  kind,
  text,
  spans: [{ text: `${text} ` }, { text: "16.3%", claim: "c1" }, { text: "." }],
});

const answer: Answer = {
  text: "",
  blocks: [block("finding", "Net margin fell to"), block("finding", "Germany stands at")],
  claims: [
    {
      id: "c1",
      value: "0.16318",
      unit: "ratio",
      basis: { kind: "cell", resultId: "res_1", row: 0, column: 0 },
    },
  ],
};

function rendered(): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <AnswerText
        answer={answer}
        state={{ results: [], retrievals: [] }}
        marks={numberMarks(answer, [])}
        isLatest={false}
      />
    </NextIntlClientProvider>,
  );
}

describe("an answer", () => {
  it("sets its first finding in headline type and reads on after it", () => {
    const paragraphs = rendered().match(/<p class="[^"]*"/g) ?? [];
    expect(paragraphs.map((each) => each.includes("font-medium"))).toEqual([true, false]);
  });

  it("keeps a mark on the line of the figure before it", () => {
    const html = rendered();
    expect(html).toMatch(/\u2060<a [^>]*><span[^>]*>S1<\/span><\/a>/);
    const [, chip] = /\u2060<a [^>]*class="([^"]*)"/.exec(html) ?? [];
    expect(chip).not.toContain("inline-block");
  });
});

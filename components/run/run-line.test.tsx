import { readFileSync } from "node:fs";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { RunState } from "#components/wire/fold-run.ts";
import type { Claim } from "#lib/contracts/evidence.ts";
import { RunLine } from "./run-line.tsx";

const messages = JSON.parse(readFileSync("app/messages/en.json", "utf8"));

const figure = { id: "c1", value: 1, basis: { kind: "rowCount", resultId: "res_1" } } satisfies Claim;
const quotation = {
  id: "c2",
  value: "words",
  basis: { kind: "span", retrievalId: "ret_1", passageId: "p", start: 0, end: 5 },
} satisfies Claim;

function rendered(rowCount: number, claims: Claim[]): string {
  const state = {
    status: "done",
    rows: [],
    plan: null,
    results: [{ resultId: "res_1", rowCount }],
    retrievals: [],
    answer: { text: "", blocks: [], claims },
    verified: { verified: claims.length, removed: [] },
    ms: 1_200,
    queries: 1,
  } as unknown as RunState;
  const run = { key: "k", question: "q", runId: "run_1", seq: 9, state, ahead: null, refused: null };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <RunLine run={run} onShowTimeline={() => undefined} />
    </NextIntlClientProvider>,
  );
}

describe("the line of a run that ended", () => {
  it("says what was checked, and against what", () => {
    expect(rendered(3, [figure])).toContain("1 figure checked: it stands in its source");
    expect(rendered(3, [figure, quotation])).toContain(
      "2 figures and quotations checked: they stand in their sources",
    );
    expect(rendered(3, [quotation])).toContain("1 quotation checked");
  });

  it("ticks nothing off where nothing was found", () => {
    const html = rendered(0, [figure]);
    expect(html).toContain("Nothing found in 1.2 s");
    expect(html).not.toContain("text-good");
    expect(html).not.toContain("checked");
    expect(rendered(3, [figure])).toContain("text-good");
  });
});

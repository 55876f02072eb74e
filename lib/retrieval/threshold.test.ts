import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderReader } from "./ingest/folder.ts";
import { openRetrievalOver, type Retrieval } from "./retrieval.ts";
import { startTestSearchStore, type TestSearchStore } from "./testing/store.ts";

// The real model over real documents: whether a question is theirs is a matter of how people write.

const files = [
  "hamburg-delays-incident-report.md",
  "refund-policy-2024.md",
  "refund-policy-2026.md",
  "starter-pricing-announcement-december-2025.html",
  "travel-and-expenses-policy.md",
  "utm-final-rules-may-2025.html",
];

let store: TestSearchStore;
let folder: string;
let retrieval: Retrieval;

beforeAll(async () => {
  store = await startTestSearchStore();
  folder = mkdtempSync(join(tmpdir(), "causeway-documents-"));
  for (const file of files) cpSync(join("db", "demo", "documents", file), join(folder, file));
  retrieval = openRetrievalOver(store.url, [
    folderReader({ id: "library", name: "Library", kind: "folder", path: folder }),
  ]);
  await retrieval.ingest(new AbortController().signal, "vectors");
}, 240_000);

afterAll(async () => {
  await retrieval.close();
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (text: string) => retrieval.search({ text, role: "global", asOf: "2026-09-30" });

test.each([
  ["Why were shipments through Hamburg delayed?", "hamburg-delays"],
  ["What broke at the container terminal?", "hamburg-delays"],
  ["How long may enterprise customers return products?", "refund-policy-2026"],
  ["What happened to the price of the Starter plan?", "starter-pricing"],
  ["When does transaction reporting start?", "utm-final-rules"],
  ["What may a hotel cost in Singapore?", "travel"],
  ["RP-2.0", "refund-policy-2026"],
])("finds what answers: %s", async (question, file) => {
  expect((await ask(question)).passages[0]?.documentId).toContain(file);
});

test.each([
  "What is the weather in Paris?",
  "Who won the world cup?",
  "How do I bake sourdough bread?",
  "What is the price of bitcoin?",
  "Who is the mayor of Hamburg?",
  "What is the population of Germany?",
  "Which movie won the Oscar last year?",
  "How do I learn to play the guitar?",
  "Is it going to rain in Hamburg tomorrow?",
  "Explain quantum entanglement",
  "tell me a joke",
  "Who wrote Hamlet?",
])("finds nothing for what is none of its business: %s", async (question) => {
  const { passages, none } = await ask(question);
  expect(passages.map((each) => [each.documentId, each.text.slice(0, 80)])).toEqual([]);
  expect(none).toBe("no_match");
});

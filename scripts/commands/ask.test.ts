import { expect, test } from "vitest";
import { AppError } from "#lib/contracts/errors.ts";
import { readDocumentsIn } from "./ask.ts";

const retrieval = (isFilled: () => Promise<boolean>) => {
  const ingested: string[] = [];
  return { ingested, isFilled, ingest: async () => void ingested.push("words") };
};

test("an index that does not answer stops no question, and is not waited for", async () => {
  const down = retrieval(async () => {
    throw new AppError("E_SEARCH_DOWN", "The documents cannot be searched right now.");
  });
  await readDocumentsIn({ retrieval: down }, "global");
  expect(down.ingested).toEqual([]);
});

test("documents are read in where there are none yet; a bug stays a bug", async () => {
  const empty = retrieval(async () => false);
  await readDocumentsIn({ retrieval: empty }, "global");
  expect(empty.ingested).toEqual(["words"]);
  const odd = retrieval(async () => {
    throw new TypeError("odd");
  });
  await expect(readDocumentsIn({ retrieval: odd }, "global")).rejects.toThrow("odd");
});

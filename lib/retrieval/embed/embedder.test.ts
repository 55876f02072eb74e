import { afterAll, expect, test } from "vitest";
import { openEmbedder } from "./embedder.ts";

const embedder = openEmbedder();

afterAll(() => embedder.close());

const cosine = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);

test("texts become vectors of length one, in their order, near where they mean the same", async () => {
  const [question, answer, other] = await embedder.embed([
    "How long may customers send goods back?",
    "Products may be returned within thirty days.",
    "The crane at the harbour terminal failed in August.",
  ]);
  for (const vector of [question!, answer!, other!]) {
    expect(vector).toHaveLength(embedder.dimensions);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 3);
  }
  expect(cosine(question!, answer!)).toBeGreaterThan(cosine(question!, other!) + 0.1);
});

test("an empty text, which would crash the model, gives zeros, and so does no text at all", async () => {
  const vectors = await embedder.embed(["", "  ", "a word"]);
  expect(vectors.map((each) => Math.round(Math.hypot(...each)))).toEqual([0, 0, 1]);
  expect(await embedder.embed([])).toEqual([]);
});

test("a question goes before the batches that wait", async () => {
  const done: string[] = [];
  const long = embedder
    .embed(Array.from({ length: 24 }, (_, at) => `Text number ${at}.`))
    .then(() => done.push("documents"));
  const short = embedder.embed(["A question?"], { urgent: true }).then(() => done.push("question"));
  await Promise.all([long, short]);
  expect(done).toEqual(["question", "documents"]);
});

test("after it was closed it starts again when it is needed", async () => {
  await embedder.close();
  const [vector] = await embedder.embed(["again"]);
  expect(Math.hypot(...vector!)).toBeCloseTo(1, 3);
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KillPoint, killAt } from "./kill.ts";
import { openStage } from "./stage.ts";

let stage: Awaited<ReturnType<typeof openStage>>;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** One place for each effect; `npm run chaos` goes through all of them. */
const PLACES: KillPoint[] = [
  { question: "costly", node: "understand", place: "after", executors: 1 },
  { question: "costly", node: "estimate", place: "inside", executors: 1 },
  { question: "costly", node: "execute", place: "before", executors: 2 },
  { question: "costly", node: "execute", place: "inside", executors: 1 },
  { question: "costly", node: "respond", place: "inside", executors: 2 },
  { question: "reasons", node: "collect", place: "inside", executors: 1 },
  { question: "reasons", node: "retrieve", place: "inside", executors: 1 },
  { question: "vague", node: "understand", place: "inside", executors: 1 },
];

describe("a process that is killed", () => {
  it.each(PLACES)(
    "$place $node of a $question question, with $executors executor(s), breaks no promise of its run",
    async (point) => {
      const outcome = await killAt(point, stage.engine);
      expect(outcome).toMatchObject({ status: "done", broken: [] });
      // Alone it always comes to its place; beside another, that one may have had the run.
      if (point.executors === 1) expect(outcome.killed).toBe(true);
      // An approved statement whose outcome is unknown is asked about again, and only that.
      const unsettled = point.question === "costly" && point.executors === 1 && point.node === "execute";
      const usual = point.question === "costly" ? 1 : 0;
      if (point.executors === 1) expect(outcome.asked).toBe(unsettled ? 2 : usual);
    },
  );
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KillPoint, killAt } from "./kill.ts";
import { COSTLY_QUESTION, openStage } from "./stage.ts";

let stage: Awaited<ReturnType<typeof openStage>>;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** One place for each effect; `npm run chaos` goes through all of them. */
const PLACES: KillPoint[] = [
  { node: "understand", place: "after", executors: 1 },
  { node: "estimate", place: "inside", executors: 1 },
  { node: "execute", place: "before", executors: 2 },
  { node: "execute", place: "inside", executors: 1 },
  { node: "respond", place: "inside", executors: 2 },
];

describe("a process that is killed", () => {
  it.each(PLACES)(
    "$place $node, with $executors executor(s), breaks no promise of its run",
    async (point) => {
      const outcome = await killAt(point, COSTLY_QUESTION, stage.engine);
      expect(outcome).toMatchObject({ status: "done", broken: [] });
      // Alone it always comes to its place; beside another, that one may have had the run.
      if (point.executors === 1) expect(outcome.killed).toBe(true);
      // An approved statement whose outcome is unknown is asked about again, and only that.
      const unsettled = point.executors === 1 && point.node === "execute";
      expect(outcome.asked).toBe(unsettled ? 2 : outcome.asked);
    },
  );
});

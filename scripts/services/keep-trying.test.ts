import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepTrying, restartOrFail } from "./keep-trying.ts";
import type { RunningDatabase } from "./services.ts";

vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));

let told: string[];

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => told.push(String(line)) > 0);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A database that has died, and cannot be started the first so many times. */
function broken(failures: number) {
  const starts: number[] = [];
  const stays = Promise.withResolvers<void>();
  const database: RunningDatabase = {
    name: "search",
    exited: () => (starts.length <= failures ? Promise.resolve() : stays.promise),
    restart: async () => {
      starts.push(Date.now());
      if (starts.length <= failures) throw new Error("no room");
    },
    stop: async () => undefined,
  };
  return { database, starts, die: stays.resolve };
}

test("a database that cannot be started is tried again with growing pauses, and told once", async () => {
  const { database, starts, die } = broken(6);
  const controller = new AbortController();
  const ended = keepTrying(database, controller.signal);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(starts).toHaveLength(7);
  const pauses = starts.slice(1).map((time, at) => time - starts[at]!);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000]);
  expect(told.filter((line) => line.includes("no room"))).toHaveLength(1);
  expect(told.at(-1)).toBe("The search database is back.\n");
  controller.abort();
  die();
  await ended;
});

test("a database that is needed is given up only after several attempts, with the last one's words", async () => {
  const { database, starts } = broken(100);
  const given = restartOrFail(database, new AbortController().signal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await given).toEqual(new Error("no room"));
  expect(starts).toHaveLength(6);
  expect(starts.at(-1)! - starts[0]!).toBe(31_000);
  expect(told).toHaveLength(1);
});

test("a database that is needed and comes back late is back", async () => {
  const { database, starts } = broken(3);
  const back = restartOrFail(database, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(back).resolves.toBeUndefined();
  expect(starts).toHaveLength(4);
});

import { describe, expect, it } from "vitest";
import type { RunChunk, RunMessage } from "#components/wire/run-message.ts";
import type { RunDoor } from "#components/wire/thread-actions.ts";
import { type RunCursor, RunTransport } from "./run-transport.ts";

const empty = () => new ReadableStream<RunChunk>({ start: (controller) => controller.close() });

function transport(door: Partial<RunDoor>, cursor: RunCursor | null = null) {
  const whole: RunDoor = { ask: async () => empty(), follow: async () => empty(), ...door };
  return new RunTransport(whole, "thr_1", () => cursor, "Unreachable.");
}

describe("the transport of a conversation", () => {
  it("follows a run from the last event that was seen, and none where none is under way", async () => {
    const followed: [string, number][] = [];
    const follow: RunDoor["follow"] = async (...run) => {
      followed.push(run);
      return empty();
    };
    await transport({ follow }, { runId: "run_1", seq: 17 }).reconnectToStream();
    expect(await transport({ follow }).reconnectToStream()).toBeNull();
    expect(followed).toEqual([["run_1", 17]]);
  });

  it("sends the last question alone", async () => {
    const asked: unknown[] = [];
    const ask: RunDoor["ask"] = async (input) => {
      asked.push(input);
      return empty();
    };
    const messages = ["first", "second"].map(
      (text): RunMessage => ({ id: text, role: "user", parts: [{ type: "text", text }] }),
    );
    await transport({ ask }).sendMessages({ messages });
    expect(asked).toEqual([{ threadId: "thr_1", question: "second" }]);
  });

  it("says in the answer's place that the server does not answer", async () => {
    const ask = () => Promise.reject(new TypeError("fetch failed"));
    const chunks = await Array.fromAsync(await transport({ ask }).sendMessages({ messages: [] }));
    expect(chunks).toContainEqual({
      type: "data-refused",
      data: { code: "E_UNREACHABLE", sentence: "Unreachable." },
    });
  });
});

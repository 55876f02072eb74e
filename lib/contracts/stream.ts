import { z } from "zod";
import type { EventView } from "./event.ts";
import { runStatusSchema } from "./run.ts";

/** The parts of a run's stream, as AI SDK UI-message data parts: `data-event`, `data-status`, `data-refused`. */
export const statusPartSchema = z.object({
  runId: z.string(),
  status: runStatusSchema,
  /** Runs that stand before it in line; null where it does not wait in line. */
  ahead: z.number().int().nullable(),
});
export type StatusPart = z.infer<typeof statusPartSchema>;

/** The question was not taken: a sentence with a next step. */
export const refusedPartSchema = z.object({ code: z.string(), sentence: z.string() });
export type RefusedPart = z.infer<typeof refusedPartSchema>;

export type RunDataParts = {
  event: EventView;
  status: StatusPart;
  refused: RefusedPart;
  heartbeat: { at: string };
};

/** What an action answers where it can fail in a way a person can mend. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; code: string; sentence: string };

import type { Story } from "../seed.ts";
import { node, told } from "./tell.ts";

export const VAGUE = "Recommend a good-value sensor";

/** A question that is too vague: it waits for the asker to say what was meant. */
export const ASKED_BACK: Story = {
  question: VAGUE,
  status: "needs_answer",
  tell: (runId) => ({
    results: [],
    events: [
      told(0, "run", "run-queued", {
        question: VAGUE,
        sourceId: "northlight",
        sourceName: "Northlight warehouse",
        role: "global",
      }),
      told(0, "run", "run-started", { attempt: 1 }),
      ...node(1, "intake", 12, "Northlight warehouse: 31 tables."),
      ...node(
        2,
        "understand",
        7,
        "“Good value” may mean several things.",
        told(2, "understand", "route-chosen", {
          route: "clarification",
          runnerUp: "nl2sql_query",
          reason: "Three readings score alike.",
        }),
      ),
      told(3, "clarify", "node-started", {}),
      told(3, "clarify", "clarification-asked", {
        clarification: {
          id: `clr_${runId.slice(4)}`,
          runId,
          question: "What makes a sensor good value for you?",
          options: [
            { id: "o1", label: "Lowest list price", detail: "products, by list price, lowest first" },
            { id: "o2", label: "Best reviewed for its price", detail: "rating divided by list price" },
            { id: "o3", label: "Most sold under €500", detail: null },
          ],
          expiresAt: new Date(Date.now() + 29 * 60_000).toISOString(),
        },
      }),
    ],
  }),
};

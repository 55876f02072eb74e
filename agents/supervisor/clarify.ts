import { interrupt } from "@langchain/langgraph";
import { z } from "zod";
import type { State, Update } from "../state.ts";

/** What the graph waits for; the driver takes it from the clarifications table, never from a browser. */
export const clarificationAnswerSchema = z.object({
  option: z.string().nullable(),
  text: z.string().nullable(),
  expired: z.boolean(),
});
export type ClarificationAnswer = z.infer<typeof clarificationAnswerSchema>;

/**
 * Waits for the asker. An option is a reading that runs as it stands; other words are read as the question, with what
 * was asked as their context (`by revenue` alone says little). The interrupt comes first and only pure code around it:
 * the node restarts from its top when the answer is there.
 */
export async function clarify({ input, control }: State): Promise<Update> {
  const choice = control.choice!;
  const answer = clarificationAnswerSchema.parse(interrupt({ kind: "clarification", id: choice.id }));
  const answered = { ...control, choice: null, askedBack: control.askedBack + 1 };
  if (answer.expired) return { control: { ...answered, stop: { kind: "unanswered" } } };
  const option = choice.options.find(({ id }) => id === answer.option);
  if (option) {
    const { label, reading, join } = option;
    return { control: { ...answered, chosen: { label, reading, ...(join ? { join } : {}) } } };
  }
  return {
    input: {
      ...input,
      question: answer.text ?? input.question,
      previous: [...input.previous, input.question],
    },
    control: answered,
  };
}

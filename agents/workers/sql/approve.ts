import { interrupt } from "@langchain/langgraph";
import { z } from "zod";
import type { State, Update } from "../../state.ts";

/** What the graph waits for; the driver takes it from the approvals table, never from a browser. */
export const approvalAnswerSchema = z.object({
  approvalId: z.string(),
  decision: z.enum(["approve", "smaller", "reject", "expired"]),
  reason: z.string().nullable(),
});
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;

/**
 * Waits for a person. The interrupt comes first and only pure code around it: the node restarts from its top when the
 * answer is there. The record of asking and answering is written by whoever asked and answered.
 */
export async function approve({ governance, control }: State): Promise<Update> {
  const answer = approvalAnswerSchema.parse(interrupt({ kind: "approval", id: governance.approvalId }));
  switch (answer.decision) {
    case "approve":
      return { control: { ...control, decision: "approve", unsettled: false } };
    case "smaller":
      return {
        control: { ...control, decision: "smaller", unsettled: false, period: governance.smaller },
      };
    case "reject":
      return {
        control: {
          ...control,
          stop: { kind: "rejected", reason: answer.reason, mayHaveRun: control.unsettled },
        },
      };
    case "expired":
      return { control: { ...control, stop: { kind: "expired", mayHaveRun: control.unsettled } } };
  }
}

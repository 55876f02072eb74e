import type { Statement } from "#lib/contracts/statement.ts";
import { failure } from "#lib/warehouse/guard/judge.ts";
import { defineNode } from "../../node.ts";
import { approveJoins } from "./try-joins.ts";

/** Hands the draft to the gate. What comes out is the gate's own print of it, or a reason. */
export const guard = defineNode<"input" | "governance" | "control">(
  "guard",
  async ({ input, governance, control }, runtime) => {
    const { source, run, write } = runtime;
    const catalog = await source.catalog(run.actor, input.now);
    const { sql, params } = governance.draft!;
    const judgement = await source.judge(sql, params, catalog);
    const { statement } = judgement;
    await write("sql-checked", {
      accepted: judgement.accepted,
      layers: judgement.layers,
      text: statement?.text ?? sql,
      params: [...(statement?.params ?? params)],
      hash: statement?.hash ?? "",
      tables: statement?.tables ?? [],
    });
    if (!statement) {
      const sentence = failure(judgement)?.sentence ?? "The statement was refused.";
      return {
        update: { control: { ...control, stop: { kind: "refused_by_gate", sentence } } },
        decision: sentence,
      };
    }
    const { findings, stop } = await approveJoins(statement, catalog, runtime);
    if (stop !== null)
      return {
        update: { control: { ...control, stop: { kind: "refused_by_gate", sentence: stop } } },
        decision: stop,
      };
    // As data: the object that passed the gate does not survive a checkpoint, and is judged again before it runs.
    const asData: Statement = { ...statement, params: [...statement.params] };
    return {
      update: { governance: { ...governance, statement: asData }, findings },
      decision: `Passed all five layers; reads ${statement.tables.join(", ") || "no table"}.`,
    };
  },
);

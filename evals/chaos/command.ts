import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import type { NodeName } from "#lib/contracts/event.ts";
import { type KillOutcome, type KillPoint, killAt } from "./kill.ts";
import { openStage } from "./stage.ts";

/** The nodes to end a process at, on each way through the graph. */
const NODES: Record<KillPoint["question"], NodeName[]> = {
  costly: ["understand", "draft", "guard", "estimate", "execute", "validate", "respond"],
  reasons: ["understand", "execute", "retrieve", "collect", "respond"],
  vague: ["understand", "execute"],
};
/** Places where an effect can be half done. */
const INSIDE: Record<KillPoint["question"], NodeName[]> = {
  costly: ["estimate", "execute", "respond"],
  reasons: ["execute", "retrieve", "collect", "respond"],
  vague: ["understand"],
};

/**
 * `npm run chaos [-- --out FILE]`: ends a process at every node, before, inside and after its effect, with one executor
 * and with two, and checks what a run promises. Exit 1 where a promise was broken.
 */
export async function runChaos(argv: string[]): Promise<number> {
  const { values } = parseArgs({ args: argv, options: { out: { type: "string" } } });
  const stage = await openStage();
  const outcomes: KillOutcome[] = [];
  try {
    for (const point of allPoints()) {
      const outcome = await killAt(point, stage.engine);
      outcomes.push(outcome);
      process.stderr.write(`${rowOf(outcome)}\n`);
    }
  } finally {
    await stage.close();
  }
  const report = reportOf(outcomes);
  if (values.out === undefined) process.stdout.write(report);
  else writeFileSync(values.out, report);
  return outcomes.every(isKept) ? 0 : 1;
}

function allPoints(): KillPoint[] {
  return (Object.keys(NODES) as KillPoint["question"][]).flatMap((question) =>
    NODES[question].flatMap((node) =>
      (INSIDE[question].includes(node)
        ? (["before", "inside", "after"] as const)
        : (["before", "after"] as const)
      ).flatMap((place) => ([1, 2] as const).map((executors) => ({ question, node, place, executors }))),
    ),
  );
}

function isKept({ broken, status }: KillOutcome): boolean {
  return broken.length === 0 && status === "done";
}

function rowOf({ question, node, place, executors, killed, status, asked, broken }: KillOutcome): string {
  const cells = [
    question,
    node,
    place,
    executors,
    killed ? "yes" : "the other had the run",
    status,
    asked,
    broken.join("; ") || "none",
  ];
  return `| ${cells.join(" | ")} |`;
}

function reportOf(outcomes: KillOutcome[]): string {
  const kept = outcomes.filter(isKept).length;
  const killed = outcomes.filter((each) => each.killed).length;
  return `# Chaos

A process that executes a run is ended with SIGKILL at a node, before, inside or after its effect, alone and with a second
one beside it. Three ways through the graph: a *costly* query that waits for a person, *reasons* (a plan of many queries,
computed tables and searches; the first time the node is reached), and a *vague* question that is asked back. Another
process takes over; a patient person says yes to whatever is asked. Promised: the run ends, an approval is used at most
once, no answer cites a result or a search that is not stored, the run ends once, the chain of its events verifies.

Made by \`npm run chaos -- --out docs/chaos.md\` on ${cpus().length} cores: **${kept} of ${outcomes.length} kept every promise**; the process was
ended at its place in ${killed} (in the others the second one had the run).

| question | node | place | executors | killed | status | asked | broken |
| --- | --- | --- | --- | --- | --- | --- | --- |
${outcomes.map(rowOf).join("\n")}

*asked* is how often a person was asked: twice where an approved query was running when its process died, so that nobody
knows how it ended.
`;
}

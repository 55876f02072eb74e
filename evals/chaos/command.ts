import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import type { NodeName } from "#lib/contracts/event.ts";
import { type KillOutcome, type KillPoint, killAt } from "./kill.ts";
import { COSTLY_QUESTION, openStage } from "./stage.ts";

const NODES: NodeName[] = ["understand", "draft", "guard", "estimate", "execute", "validate", "respond"];
/** Nodes with an effect that can be half done. */
const WITH_INSIDE = new Set<NodeName>(["estimate", "execute", "respond"]);

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
      const outcome = await killAt(point, COSTLY_QUESTION, stage.engine);
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
  return NODES.flatMap((node) =>
    (WITH_INSIDE.has(node)
      ? (["before", "inside", "after"] as const)
      : (["before", "after"] as const)
    ).flatMap((place) => ([1, 2] as const).map((executors) => ({ node, place, executors }))),
  );
}

function isKept({ broken, status }: KillOutcome): boolean {
  return broken.length === 0 && status === "done";
}

function rowOf({ node, place, executors, killed, status, asked, broken }: KillOutcome): string {
  const cells = [
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

A process that executes a costly run is ended with SIGKILL at each node, before, inside and after its effect, alone and with
a second one beside it. Another takes over; a patient person approves whatever is asked. Promised: the run ends, an approval
is used at most once, no answer cites a result that is not stored, the run ends once, the chain of its events verifies.

Made by \`npm run chaos -- --out docs/chaos.md\` on ${cpus().length} cores: **${kept} of ${outcomes.length} kept every promise**; the process was
ended at its place in ${killed} (in the others the second one had the run).

| node | place | executors | killed | status | asked | broken |
| --- | --- | --- | --- | --- | --- | --- |
${outcomes.map(rowOf).join("\n")}

*asked* is how often a person was asked: twice where an approved query was running when its process died, so that nobody
knows how it ended.
`;
}

/**
 * A process that executes runs until its parent ends it, or until it ends itself at a chosen place, as a power cut
 * would: no handler runs, nothing is flushed. Started by `kill.ts` as `worker.ts <node> <place>`, or without arguments.
 */
import { openEngine } from "#agents/engine.ts";

const [node, place] = process.argv.slice(2);
const engine = await openEngine(process.env, {
  probe: (atNode, atPlace) => {
    if (atNode === node && atPlace === place) process.kill(process.pid, "SIGKILL");
  },
});
engine.execute();
process.send?.("executing");

import { runChaos } from "#evals/chaos/command.ts";

/** `npm run chaos`: kills a process at every node and checks what a run promises. Brings its own databases. */
export function run(options: string[]): Promise<number> {
  return runChaos(options);
}

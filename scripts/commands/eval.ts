import { evalCatalog } from "#evals/catalog/command.ts";
import { evalGuard } from "#evals/guard/command.ts";
import { evalRetrieval } from "#evals/retrieval/command.ts";
import { evalSql } from "#evals/sql/command.ts";

/** Benchmarks by name; each takes its own arguments and returns the exit code. */
const benchmarks: Record<string, (argv: string[]) => Promise<number>> = {
  sql: evalSql,
  guard: evalGuard,
  catalog: evalCatalog,
  retrieval: evalRetrieval,
};

/**
 * `eval <benchmark> …`: one sentence and exit code 1 where it cannot run, the benchmark's own report otherwise.
 *
 * @param argv what follows `eval` on the command line
 */
export async function run(argv: string[]): Promise<number> {
  const [name = "", ...rest] = argv;
  const benchmark = benchmarks[name];
  if (!benchmark) {
    process.stderr.write(`eval: choose one of ${Object.keys(benchmarks).join(", ")}\n`);
    return 1;
  }
  try {
    return await benchmark(rest);
  } catch (error) {
    process.stderr.write(`eval ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

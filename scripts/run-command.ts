/**
 * Runs one command under Node 24: `run-command.ts <command> [options]`. The launcher calls it.
 *
 * A command is a module in `commands/` that exports `run(options): Promise<number>` and answers with its exit code.
 * Those in `needDatabases` find both databases running and their addresses in the environment.
 */
import { existsSync } from "node:fs";
import { openServices } from "#scripts/services/services.ts";
import { explain, progress, watchForStop } from "#scripts/services/terminal.ts";

interface Command {
  run(options: string[]): Promise<number>;
}

const commands: Record<string, () => Promise<Command>> = {
  start: () => import("#scripts/commands/start.ts"),
  dev: () => import("#scripts/commands/dev.ts"),
  test: () => import("#scripts/commands/test.ts"),
  check: () => import("#scripts/commands/check.ts"),
  reset: () => import("#scripts/commands/reset.ts"),
  ask: () => import("#scripts/commands/ask.ts"),
  eval: () => import("#scripts/commands/eval.ts"),
  chaos: () => import("#scripts/commands/chaos.ts"),
  "db:migrate": () => import("#scripts/commands/db-migrate.ts"),
};

const needDatabases = ["ask", "db:migrate"];

try {
  const [name = "", ...options] = process.argv.slice(2);
  // Settings of the machine win over those of the files, and .env.local over .env, as in Next.js.
  for (const file of [".env.local", ".env"]) if (existsSync(file)) process.loadEnvFile(file);
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  process.exitCode = await (needDatabases.includes(name)
    ? runWithDatabases(name, options)
    : load(name, options));
} catch (error) {
  progress(explain(error));
  process.exitCode = 1;
}
// A pool that a command left open must not keep the process from ending.
process.exit();

async function load(name: string, options: string[]): Promise<number> {
  return (await commands[name]!()).run(options);
}

async function runWithDatabases(name: string, options: string[]): Promise<number> {
  const services = await openServices();
  Object.assign(process.env, services.environment);
  const stopped = watchForStop().then(() => 130);
  try {
    return await Promise.race([load(name, options), stopped]);
  } finally {
    await services.stop();
  }
}

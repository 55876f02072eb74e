/**
 * The door to every command: `node scripts/launcher.mjs <command> [options]`, called by package.json's scripts.
 *
 * It is plain JavaScript without dependencies, because it is what runs on whatever Node (18 or newer) the machine has
 * and before anything is installed. It brings Node 24 and the packages, then hands over to `run-command.ts`.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChild } from "./launcher/child.mjs";
import { findNode24 } from "./launcher/node-runtime.mjs";
import { installPackages } from "./launcher/packages.mjs";
import { LaunchError, say } from "./launcher/terminal.mjs";

const commands = ["start", "dev", "test", "check", "reset", "ask", "eval", "chaos", "db:migrate"];
const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  const [command, ...options] = process.argv.slice(2);
  if (command === undefined || !commands.includes(command)) {
    throw new LaunchError(`Causeway has no command "${command ?? ""}". There are: ${commands.join(", ")}.`);
  }
  process.chdir(root);
  const node = findNode24(root);
  installPackages(root, node);
  process.exitCode = await runChild(node, [join("scripts", "run-command.ts"), command, ...options]);
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  say(error.message);
  process.exitCode = 1;
}

import { runChecks } from "#scripts/services/tools.ts";

/** `npm run check`: format, lint, types, the import rule, unused code. */
export async function run(): Promise<number> {
  return (await runChecks()) ? 0 : 1;
}

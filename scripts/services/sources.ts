import { loadConfig, readConfig } from "#lib/config/load.ts";
import { openSources } from "#lib/warehouse/sources.ts";
import type { ServiceEnvironment } from "./environment.ts";
import { CommandError, progress } from "./terminal.ts";

/** True where the configuration names the demo warehouse; its database is started only then. */
export function usesDemo(): boolean {
  return /\$\{CAUSEWAY_DEMO_/.test(readConfig());
}

/**
 * Reads the configuration and reaches every login of every source. One that could do more than read ends the start;
 * one that cannot be reached is told, and tried again with the first question. So is each rule of a schema policy that matches
 * nothing.
 */
export async function checkSources(environment: ServiceEnvironment): Promise<void> {
  const sources = openSources(loadConfig({ ...process.env, ...environment }));
  try {
    const health = (await Promise.all(sources.all().map((source) => source.check()))).flat();
    for (const { state, sentence } of health) if (state === "unreachable") progress(sentence);
    const unsafe = health.filter(({ state }) => state === "unsafe");
    if (unsafe.length > 0) throw new CommandError(unsafe.map(({ sentence }) => sentence).join("\n"));
    const idle = (await Promise.all(sources.all().map((source) => source.idleRules()))).flat();
    for (const sentence of idle) progress(sentence);
  } finally {
    await sources.close();
  }
}

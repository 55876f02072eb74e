import { progress } from "#scripts/services/terminal.ts";

/** `npm run db:migrate`: opening the databases has brought the core store up to date; this says so. */
export async function run(): Promise<number> {
  const { host, pathname } = new URL(process.env.DATABASE_URL ?? "");
  progress(`The core store ${pathname.slice(1)} at ${host} is up to date.`);
  return 0;
}

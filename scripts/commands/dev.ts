import { serve } from "#scripts/services/supervise.ts";

/** `npm run dev`: like `npm start`, with Next.js in development mode: changes show without a build. */
export function run(): Promise<number> {
  return serve("dev", async () => undefined);
}

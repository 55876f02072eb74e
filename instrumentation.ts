/** Starts the executor and the reading of documents once, with the server and not with the first page. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { engine } = await import("#app/engine.ts");
  const opened = await engine();
  opened.execute();
  opened.ingest();
}

/** The process that holds the engine: started by `folder-engine.ts`, speaks over its IPC channel, ends with its parent. */
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { openEngine, work } from "./engine.ts";
import type { Answer, Request } from "./messages.ts";

let instance: DuckDBInstance | null = null;
let timeZone = "UTC";
const running = new Map<number, DuckDBConnection>();
/** Asked to stop before they began. */
const stopped = new Set<number>();

const answer = (message: Answer) => process.send?.(message);

process.on("message", (request: Request) => void handle(request));
// Nobody is left to ask anything.
process.on("disconnect", () => process.exit(0));

async function handle(request: Request): Promise<void> {
  if (request.kind === "open") {
    timeZone = request.timeZone;
    try {
      const opened = await openEngine(request);
      instance = opened.instance;
      answer({ kind: "opened", reports: opened.reports });
    } catch (error) {
      answer({ kind: "unopened", sentence: String((error as Error).message) });
    }
    return;
  }
  if (request.kind === "interrupt") {
    const connection = running.get(request.id);
    if (connection) connection.interrupt();
    else stopped.add(request.id);
    return;
  }
  const { id } = request;
  let connection: DuckDBConnection | null = null;
  try {
    connection = await instance!.connect();
    running.set(id, connection);
    if (stopped.delete(id)) throw new Error("INTERRUPT Error: Interrupted!");
    answer({ kind: "result", id, value: await work(connection, request, timeZone) });
  } catch (error) {
    answer({ kind: "failed", id, message: String((error as Error).message) });
  } finally {
    running.delete(id);
    connection?.closeSync();
  }
}

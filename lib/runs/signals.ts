import { EventEmitter } from "node:events";
import type { CoreStore } from "#db/core/client.ts";

const CHANNEL = "causeway_runs";

/**
 * Tells this process that a run changed. Within the process by an emitter; across replicas by
 * LISTEN/NOTIFY, which carries ids only. Poolers drop NOTIFY, so every waiter also polls.
 */
export class RunSignals {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #stopListening: (() => Promise<void>) | null = null;

  async listen(core: CoreStore): Promise<void> {
    const { unlisten } = await core.client.listen(CHANNEL, (runId) => this.changed(runId));
    this.#stopListening = unlisten;
  }

  async close(): Promise<void> {
    await this.#stopListening?.();
    this.#stopListening = null;
  }

  changed(runId: string): void {
    this.#emitter.emit(runId);
    this.#emitter.emit("*", runId);
  }

  onAny(listener: (runId: string) => void): () => void {
    this.#emitter.on("*", listener);
    return () => this.#emitter.off("*", listener);
  }

  /** Resolves when the run changes, the time is up or the signal aborts, whichever is first. */
  async waitFor(runId: string, milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#emitter.off(runId, done);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#emitter.on(runId, done);
      signal?.addEventListener("abort", done);
    });
  }
}

/** The statement that tells other replicas; run it in the transaction that changed the run. */
export const NOTIFY_CHANNEL = CHANNEL;

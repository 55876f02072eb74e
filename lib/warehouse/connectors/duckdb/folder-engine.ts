import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { AppError } from "#lib/contracts/errors.ts";
import type { FileReport } from "#lib/contracts/file-report.ts";
import { type FolderFile, filesIn, folderVersion } from "#lib/warehouse/files/folder.ts";
import type { Answer, Request, WorkRequest } from "./process/messages.ts";

const OPEN_LIMIT_MS = 600_000;
const LOOK_MS = 1_000;
const MEMORY_MEGABYTES = 1_024;
const TEMPORARY_MEGABYTES = 4_096;

interface FolderSource {
  id: string;
  name: string;
  path: string;
  time_zone: string;
}

type Unnumbered<T> = T extends { id: number } ? Omit<T, "id"> : never;

/** One process over one state of the folder. */
class Engine {
  readonly version: string;
  readonly #child: ChildProcess;
  readonly #database: string;
  readonly #waiting = new Map<
    number,
    { resolve: (value: never) => void; reject: (error: unknown) => void }
  >();
  #last = 0;
  #ended = false;
  readonly opened: Promise<FileReport[]>;

  constructor(source: FolderSource, version: string, files: FolderFile[]) {
    this.version = version;
    const home = resolve(/* turbopackIgnore: true */ process.env.CAUSEWAY_DATA || ".causeway", "files");
    mkdirSync(home, { recursive: true, mode: 0o700 });
    // Of this process alone: two servers may read the same folder.
    const key = createHash("sha256").update(source.path).digest("hex").slice(0, 8);
    this.#database = join(home, `${source.id}-${key}-${version}-${process.pid}.duckdb`);
    this.#child = fork(
      join(
        /* turbopackIgnore: true */ process.cwd(),
        "lib",
        "warehouse",
        "connectors",
        "duckdb",
        "process",
        "main.ts",
      ),
      [],
      { stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: [], serialization: "advanced" },
    );
    this.#child.stderr?.resume();
    this.opened = new Promise<FileReport[]>((done, failed) => {
      const tooLong = setTimeout(() => failed(down(source, "takes too long to be read")), OPEN_LIMIT_MS);
      tooLong.unref();
      this.#child.on("message", (answer: Answer) => {
        clearTimeout(tooLong);
        if (answer.kind === "opened") done(answer.reports);
        else if (answer.kind === "unopened") failed(down(source, "could not be read", answer.sentence));
        else this.#settle(answer);
      });
      this.#child.once("exit", () => {
        this.#ended = true;
        rmSync(this.#database, { force: true });
        const gone = down(source, "stopped being read: its process ended");
        failed(gone);
        for (const { reject } of this.#waiting.values()) reject(gone);
        this.#waiting.clear();
      });
    });
    // Whoever asks for it hears of the failure.
    this.opened.catch(() => undefined);
    this.#send({
      kind: "open",
      files,
      database: this.#database,
      timeZone: source.time_zone,
      memoryMegabytes: MEMORY_MEGABYTES,
      temporaryMegabytes: TEMPORARY_MEGABYTES,
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  /** The id to interrupt it by comes first: it may have to be stopped before it answers. */
  ask<Value>(request: Unnumbered<WorkRequest>): { id: number; answer: Promise<Value> } {
    const id = ++this.#last;
    const answer = new Promise<Value>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ ...request, id } as WorkRequest);
    });
    return { id, answer };
  }

  interrupt(id: number): void {
    if (this.#waiting.has(id)) this.#send({ kind: "interrupt", id });
  }

  stop(): void {
    this.#child.kill("SIGKILL");
  }

  #send(request: Request): void {
    // A channel that closes at this moment is told by the end of the process.
    if (this.#child.connected) this.#child.send(request, () => undefined);
  }

  #settle(answer: Extract<Answer, { id: number }>): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.kind === "result") waiting?.resolve(answer.value as never);
    else waiting?.reject(new Error(answer.message));
  }
}

/**
 * The files of a folder behind an engine in a process of its own. Files that were added, changed or taken away are
 * noticed when the next thing is asked: the folder is then loaded anew, and what runs over the state before ends first.
 */
export class FolderEngine {
  readonly #source: FolderSource;
  #current: Engine | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #version: Promise<{ version: string; files: FolderFile[] }> | null = null;
  readonly #retired = new Set<Engine>();

  constructor(source: FolderSource) {
    this.#source = source;
  }

  /** Changes with the files. */
  async version(): Promise<string> {
    return (await this.#look()).version;
  }

  /** The engine over the files as they are. Throws `E_SOURCE_DOWN` where it does not start. */
  async engine(): Promise<{ engine: Engine; reports: FileReport[] }> {
    const { version, files } = await this.#look();
    if (!this.#current || this.#current.ended || this.#current.version !== version) {
      const before = this.#current;
      this.#current = new Engine(this.#source, version, files);
      if (before) this.#retire(before);
    }
    const engine = this.#current;
    return { engine, reports: await engine.opened };
  }

  close(): void {
    for (const engine of [this.#current, ...this.#retired]) engine?.stop();
    this.#current = null;
  }

  #look(): Promise<{ version: string; files: FolderFile[] }> {
    if (this.#version && performance.now() - this.#lookedAt < LOOK_MS) return this.#version;
    this.#lookedAt = performance.now();
    this.#version = filesIn(this.#source.path).then((files) => ({ version: folderVersion(files), files }));
    return this.#version;
  }

  #retire(engine: Engine): void {
    this.#retired.add(engine);
    const check = setInterval(() => {
      if (engine.busy && !engine.ended) return;
      clearInterval(check);
      this.#retired.delete(engine);
      engine.stop();
    }, 200);
    check.unref();
  }
}

function down({ name }: FolderSource, what: string, cause?: string): AppError {
  return new AppError("E_SOURCE_DOWN", `${name} ${what}. Check its files, then ask again.`, { cause });
}

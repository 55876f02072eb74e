import { timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import {
  errorMessage,
  letterOf,
  MessageReader,
  messageOf,
  startup,
  startupCode,
  statementMade,
  withOwnNames,
} from "./messages.ts";

/** The one backend that all connections share: PGlite, as far as it is needed here. */
export interface Backend {
  execProtocolRawStream(
    message: Uint8Array,
    options: { onRawData: (piece: Uint8Array) => void },
  ): Promise<void>;
}

/** How long a connection may keep a transaction open without a word: all the others wait for it. */
const IDLE_LIMIT_MS = 15_000;

const ready = { idle: "I".charCodeAt(0) };
const rollback = messageOf("Q", "rollback");
const sync = messageOf("S");

/**
 * Serves several connections from a backend that knows one session only. A connection has the backend from its first
 * message until the backend is idle again (a transaction's end), first come, first served. (The socket server that PGlite ships
 * lets messages of several connections interleave, which gave wrong results.)
 *
 * Settings, temporary tables and advisory locks are shared by all: use `SET LOCAL` only.
 */
export class Multiplexer {
  private readonly backend: Backend;
  private readonly password: Buffer;
  private readonly idleLimitMs: number;
  private turn: Promise<void> = Promise.resolve();
  private connections = 0;

  constructor(backend: Backend, password: string, idleLimitMs: number = IDLE_LIMIT_MS) {
    this.backend = backend;
    this.password = Buffer.from(password);
    this.idleLimitMs = idleLimitMs;
  }

  /** Talks to one connection until it ends. */
  serve(socket: Socket): void {
    const connection = new Connection(socket, this, `c${++this.connections}_`);
    socket.setNoDelay(true);
    socket.on("data", (piece) => connection.receive(piece));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => connection.end());
  }

  isPassword(given: string): boolean {
    const bytes = Buffer.from(given);
    return bytes.length === this.password.length && timingSafeEqual(bytes, this.password);
  }

  get idleLimit(): number {
    return this.idleLimitMs;
  }

  /** Waits for the backend. The caller has it until it calls what this resolves to. */
  acquire(): Promise<() => void> {
    const before = this.turn;
    let release: () => void = () => undefined;
    this.turn = new Promise((resolve) => {
      release = resolve;
    });
    return before.then(() => release);
  }

  /** Sends messages to the backend; true where it is idle afterwards, outside of any transaction. */
  async send(messages: Buffer, answer: (piece: Uint8Array) => void): Promise<boolean> {
    const reader = new MessageReader("backend");
    let isIdle = false;
    await this.backend.execProtocolRawStream(messages, {
      onRawData: (piece) => {
        for (const message of reader.push(piece))
          if (letterOf(message) === "Z") isIdle = message[5] === ready.idle;
        answer(piece);
      },
    });
    return isIdle;
  }
}

class Connection {
  private readonly socket: Socket;
  private readonly owner: Multiplexer;
  private readonly prefix: string;
  private readonly reader = new MessageReader("client");
  private readonly statements = new Set<string>();
  private state: "starting" | "authenticating" | "open" | "ended" = "starting";
  private waiting: Buffer[] = [];
  private isDraining = false;
  private release: (() => void) | undefined;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, owner: Multiplexer, prefix: string) {
    this.socket = socket;
    this.owner = owner;
    this.prefix = prefix;
  }

  receive(piece: Uint8Array): void {
    try {
      for (const message of this.reader.push(piece)) this.take(message);
    } catch {
      this.refuse("08P01", "The search store was sent something that is not PostgreSQL's protocol.");
    }
    void this.drain();
  }

  /** Leaves nothing behind: no open transaction, no prepared statement. */
  end(): void {
    if (this.state === "ended") return;
    this.state = "ended";
    this.waiting = [];
    void this.drain();
  }

  private take(message: Buffer): void {
    if (this.state === "starting") this.start(message);
    else if (this.state === "authenticating") this.authenticate(message);
    else if (letterOf(message) === "X") this.socket.end();
    else if (this.state === "open") this.waiting.push(withOwnNames(message, this.prefix));
    if (this.state === "open") {
      const made = statementMade(message);
      if (made !== "") this.statements.add(this.prefix + made);
    }
  }

  private start(message: Buffer): void {
    const code = startupCode(message);
    if (code === startup.encryption) this.socket.write("N");
    else if (code === startup.protocol3) {
      this.state = "authenticating";
      this.socket.write(messageOf("R", 3));
    } else this.socket.destroy();
  }

  private authenticate(message: Buffer): void {
    const password = message.toString("utf8", 5, message.length - 1);
    if (letterOf(message) !== "p" || !this.owner.isPassword(password)) {
      this.refuse("28P01", "The search store refuses this password.");
      return;
    }
    this.state = "open";
    const settings = { server_version: "18.0", client_encoding: "UTF8", standard_conforming_strings: "on" };
    this.socket.write(
      Buffer.concat([
        messageOf("R", 0),
        ...Object.entries(settings).map(([name, value]) => messageOf("S", name, value)),
        messageOf("K", 0, 0),
        messageOf("Z", Buffer.from("I")),
      ]),
    );
  }

  private refuse(code: string, sentence: string): void {
    this.state = "ended";
    this.socket.end(errorMessage(code, sentence));
  }

  private async drain(): Promise<void> {
    if (this.isDraining) return;
    this.isDraining = true;
    try {
      while (this.waiting.length > 0) {
        clearTimeout(this.idleTimer);
        this.release ??= await this.owner.acquire();
        const messages = Buffer.concat(this.waiting.splice(0));
        if (messages.length === 0) break;
        if (await this.owner.send(messages, (piece) => this.answer(piece))) this.letGo();
      }
      if (this.state === "ended") await this.cleanUp();
      else if (this.release !== undefined) this.limitIdle();
    } catch {
      // The backend is broken; whoever watches over the process starts it again.
      this.socket.destroy();
      this.letGo();
    } finally {
      this.isDraining = false;
    }
    if (this.waiting.length > 0) void this.drain();
  }

  private answer(piece: Uint8Array): void {
    // The piece is a view of the backend's memory, which it writes over.
    if (!this.socket.destroyed) this.socket.write(Buffer.from(piece));
  }

  private limitIdle(): void {
    // Half a message starts the time anew; the timer before it must not go on for itself.
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => {
      this.refuse("25P03", "A transaction was left open for too long.");
      void this.drain();
    }, this.owner.idleLimit);
    this.idleTimer.unref();
  }

  private async cleanUp(): Promise<void> {
    clearTimeout(this.idleTimer);
    if (this.release === undefined && this.statements.size === 0) return;
    const wasInTransaction = this.release !== undefined;
    this.release ??= await this.owner.acquire();
    const nothing = () => undefined;
    if (wasInTransaction) await this.owner.send(Buffer.concat([sync, rollback]), nothing);
    const closes = [...this.statements].map((name) => messageOf("C", Buffer.from("S"), name));
    this.statements.clear();
    if (closes.length > 0) await this.owner.send(Buffer.concat([...closes, sync]), nothing);
    this.letGo();
  }

  private letGo(): void {
    clearTimeout(this.idleTimer);
    this.release?.();
    this.release = undefined;
  }
}

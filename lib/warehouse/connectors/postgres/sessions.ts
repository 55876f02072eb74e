import postgres from "postgres";
import { AppError } from "#lib/contracts/errors.ts";
import { connectionFault } from "./faults.ts";

/** Dates, instants, decimals and JSON travel as the engine prints them: a driver's Date would lose zone and precision. */
const AS_TEXT = {
  to: 25,
  from: [20, 114, 1082, 1083, 1114, 1184, 1186, 1266, 1700, 3802],
  serialize: (value: unknown) => String(value),
  parse: (text: string) => text,
};

const IDLE_KEPT = 4;
const CONNECTION = {
  connect_timeout: 10,
  connection: { application_name: "causeway" },
  onnotice: () => undefined,
};

export interface Session {
  sql: postgres.Sql;
  /** The engine's process id, for cancelling from another connection. */
  pid: number;
}

/**
 * Single-connection clients for one login. A session is used by one statement at a time, returned after a clean
 * ROLLBACK, and destroyed on any doubt: a pool shared between statements could carry state from one to the next.
 */
export class LoginSessions {
  readonly #url: string;
  readonly #name: string;
  readonly #idle: Session[] = [];
  readonly #busy = new Set<Session>();

  constructor(url: string, name: string) {
    this.#url = url;
    this.#name = name;
  }

  /** Throws `E_SOURCE_DOWN` or `E_SOURCE_LOGIN` in words. */
  async acquire(): Promise<Session> {
    const kept = this.#idle.pop();
    if (kept) {
      try {
        await kept.sql`discard all`.simple();
        this.#busy.add(kept);
        return kept;
      } catch {
        // The engine was restarted or dropped us; a fresh connection tells whether it is back.
        await this.destroy(kept);
      }
    }
    const sql = this.#open();
    try {
      const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const session = { sql, pid: row!.pid };
      this.#busy.add(session);
      return session;
    } catch (cause) {
      await sql.end({ timeout: 0 });
      throw connectionFault(cause, this.#name);
    }
  }

  release(session: Session): void {
    this.#busy.delete(session);
    if (this.#idle.length < IDLE_KEPT) this.#idle.push(session);
    else void this.destroy(session);
  }

  async destroy(session: Session): Promise<void> {
    this.#busy.delete(session);
    await session.sql.end({ timeout: 0 });
  }

  /** Runs one read in a session of its own and gives the session back. */
  async with<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.acquire();
    try {
      const result = await work(session);
      this.release(session);
      return result;
    } catch (error) {
      await this.destroy(session);
      throw error;
    }
  }

  /** A client of its own that knows the catalog's array types; for reading structure, not for statements. */
  async withCatalogClient<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = postgres(this.#url, { ...CONNECTION, max: 1 });
    try {
      await sql`select 1`.catch((cause) => {
        throw connectionFault(cause, this.#name);
      });
      return await work(sql);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  /** Ends what still runs as well: a source that is taken out of use is not asked to the end. */
  async close(): Promise<void> {
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((session) => this.destroy(session)));
  }

  #open(): postgres.Sql {
    return postgres(this.#url, {
      ...CONNECTION,
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      // Arrays and the like stay as the engine prints them.
      fetch_types: false,
      // DISCARD ALL drops prepared statements, so none is kept.
      prepare: false,
      types: { asText: AS_TEXT },
    });
  }
}

/** The sessions of each role's own login. Throws `E_ROLE_UNKNOWN` for a role without one. */
export class SourceSessions {
  readonly #byRole: Map<string, LoginSessions>;
  readonly #sourceName: string;

  constructor(sourceName: string, logins: Record<string, string>) {
    this.#sourceName = sourceName;
    this.#byRole = new Map(
      Object.entries(logins).map(([role, url]) => [
        role,
        new LoginSessions(url, `${sourceName} (as ${role})`),
      ]),
    );
  }

  get roles(): string[] {
    return [...this.#byRole.keys()];
  }

  of(role: string): LoginSessions {
    const sessions = this.#byRole.get(role);
    if (sessions) return sessions;
    throw new AppError(
      "E_ROLE_UNKNOWN",
      `${this.#sourceName} has no login for the role "${role}". It has: ${this.roles.join(", ")}.`,
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byRole.values()].map((each) => each.close()));
  }
}

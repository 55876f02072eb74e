import { execFileSync, spawnSync } from "node:child_process";
import { ClusterError } from "./errors.ts";

/** The user a database server runs as: PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

const serviceUser = "postgres";

/**
 * The account to run the server under: undefined (ourselves) for an ordinary user; for root the user `postgres`,
 * which is created where the machine has none.
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return lookUp() ?? create();
}

/** True when the account can read and enter a file or folder, all folders above it included. */
export function canReach(path: string, account: Account): boolean {
  // Asked of the system as that user: modes, access lists and mount options all count.
  const answer = spawnSync("/bin/sh", ["-c", 'test -r "$1" && test -x "$1"', "sh", path], account);
  return answer.status === 0;
}

function lookUp(): Account | undefined {
  const uid = spawnSync("id", ["-u", serviceUser], { encoding: "utf8" });
  const gid = spawnSync("id", ["-g", serviceUser], { encoding: "utf8" });
  if (uid.status !== 0 || gid.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

function create(): Account {
  let cause: unknown;
  try {
    execFileSync(
      "useradd",
      ["--system", "--user-group", "--no-create-home", "--shell", "/bin/false", serviceUser],
      {
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
  } catch (error) {
    cause = error;
  }
  const account = lookUp();
  if (account !== undefined) return account;
  throw new ClusterError(
    "not-permitted",
    `PostgreSQL does not run as root, and a user "${serviceUser}" for it could not be created. Run Causeway as an ordinary user, or create that user.`,
    cause,
  );
}

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { hasCode } from "#db/embedded/errors.ts";
import { CommandError } from "./terminal.ts";

/** Where everything that Causeway keeps on this machine lies; absolute. */
export function dataFolder(): string {
  return resolve(process.env.CAUSEWAY_DATA || ".causeway");
}

/** A file or folder in the data folder. */
export function inDataFolder(name: string): string {
  return join(dataFolder(), name);
}

/** Makes the data folder where it is missing. Others may pass through it at most: its files are for us alone. */
export function ensureDataFolder(): void {
  try {
    mkdirSync(dataFolder(), { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    if (hasCode(error, "EEXIST", "ENOTDIR")) {
      throw new CommandError(
        `${dataFolder()} is a file, where the data folder should be. Move it away or set CAUSEWAY_DATA.`,
      );
    }
    if (hasCode(error, "ENOSPC"))
      throw new CommandError("The disk is full. Free some space and start again.");
    if (!hasCode(error, "EACCES", "EPERM", "EROFS")) throw error;
    throw new CommandError(
      `The data folder ${dataFolder()} cannot be made here. Set CAUSEWAY_DATA to a folder that this user may write to.`,
    );
  }
}

/**
 * A secret that is drawn at random once and kept in the data folder, readable by its owner only: signatures must
 * still hold after a restart.
 */
export function keptSecret(name: string): string {
  const path = inDataFolder(name);
  if (existsSync(path)) {
    const secret = readFileSync(path, "utf8").trim();
    if (secret !== "") return secret;
    throw new CommandError(
      `The file ${path} is empty, so what was signed with it cannot be checked. Restore it, or delete it to start with a new one.`,
    );
  }
  const secret = randomBytes(32).toString("base64url");
  writeFileSync(path, `${secret}\n`, { mode: 0o600 });
  return secret;
}

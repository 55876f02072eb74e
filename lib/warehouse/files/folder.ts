import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "#lib/contracts/errors.ts";
import { checkContent, checkSize, fileKind } from "./file-kind.ts";
import { defaultFileLimits, type FileLimits } from "./limits.ts";

/** Files on their way in: whoever lists the folder does not see them. */
const PART = ".part";

export interface FolderFile {
  name: string;
  path: string;
  bytes: number;
  changedAt: number;
}

/** The files of a folder that have a readable ending, by name. Nothing where the folder is not there. */
export async function filesIn(folder: string): Promise<FolderFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith(".") && isReadable(entry.name))
      .map(async ({ name }) => {
        const path = join(folder, name);
        const { size, mtimeMs } = await stat(path);
        return { name, path, bytes: size, changedAt: mtimeMs };
      }),
  );
  return files.sort((a, b) => a.name.localeCompare(b.name));
}

/** Changes with every file that is added, changed or removed. */
export function folderVersion(files: readonly FolderFile[]): string {
  const parts = files.map(({ name, bytes, changedAt }) => [name, bytes, changedAt]);
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

/**
 * Puts a file into the folder, whole or not at all: it is written beside and renamed. One of that name is replaced.
 * Throws `E_FILE_NAME`, `E_FILE_KIND`, `E_FILE_SIZE`, `E_FILE_EMPTY`, `E_FILE_PASSWORD`, `E_FILE_BROKEN`.
 */
export async function addFile(
  folder: string,
  wanted: string,
  content: ReadableStream<Uint8Array>,
  limits: FileLimits = defaultFileLimits,
): Promise<string> {
  const name = safeName(wanted);
  const kind = fileKind(name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, `.${randomUUID()}${PART}`);
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      checkSize(name, kind, bytes, limits);
      yield chunk;
    }
  };
  try {
    await pipeline(Readable.fromWeb(content as never), counted, createWriteStream(part, { mode: 0o600 }));
    checkContent(name, kind, await head(part));
    await rename(part, join(folder, name));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return name;
}

/** Throws `E_FILE_UNKNOWN`. */
export async function removeFile(folder: string, name: string): Promise<void> {
  const known = (await filesIn(folder)).find((file) => file.name === name);
  if (!known) throw new AppError("E_FILE_UNKNOWN", `There is no file "${name}" here any more.`);
  await rm(known.path);
}

export async function head(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function isReadable(name: string): boolean {
  try {
    fileKind(name);
    return true;
  } catch {
    return false;
  }
}

/** A plain name: no folder, no control character, not hidden. Throws `E_FILE_NAME`. */
function safeName(wanted: string): string {
  const name = basename(wanted.replaceAll("\\", "/")).normalize("NFC").trim();
  if (name === "" || name.startsWith(".") || /[\p{Cc}<>:"|?*]/u.test(name) || Buffer.byteLength(name) > 200)
    throw new AppError(
      "E_FILE_NAME",
      "The file's name cannot be used. Give it a plain one of letters, digits and spaces.",
    );
  return name;
}

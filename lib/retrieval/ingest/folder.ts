import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { FolderCollection } from "#lib/config/schema.ts";
import { parseFile, readableFile, versionOf } from "../parse/parse-file.ts";
import type { CollectionReader, Reading } from "./reading.ts";

/** Larger ones are no documents that a person wrote. */
const MOST_BYTES = 10 * 1024 * 1024;

/**
 * Reads the Markdown, HTML and text files of a folder and those below it. A file that is gone is no longer found.
 *
 * @param roles those that a document's audience may name
 */
export function folderReader(
  { id, name, path }: FolderCollection,
  roles?: readonly string[],
): CollectionReader {
  return {
    id,
    name,
    ...(roles && { roles }),
    async *read(known): AsyncGenerator<Reading> {
      let files: string[];
      try {
        files = await filesIn(path);
      } catch {
        // An unmounted disk must not empty the index.
        yield {
          kind: "unreachable",
          fault: `The folder of ${name} cannot be read. Check "path" of the collection "${id}".`,
        };
        return;
      }
      for (const file of files) {
        const local = relative(path, file).split(sep).join("/");
        const documentId = `${id}/${local}`;
        try {
          if ((await stat(file)).size > MOST_BYTES)
            throw new Error(`it is larger than ${MOST_BYTES / 1024 / 1024} MB`);
          const bytes = await readFile(file);
          const version = versionOf(createHash("sha256").update(bytes).digest(), local);
          if (known.get(documentId) === version) yield { kind: "unchanged", id: documentId };
          else
            yield {
              kind: "document",
              document: { id: documentId, collection: id, version, ...parseFile(local, bytes) },
            };
        } catch (error) {
          yield { kind: "broken", fault: `${local} was left out: ${reasonOf(error)}.` };
        }
      }
    },
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((each) => each.isFile() && readableFile.test(each.name) && !/^(\.|readme\.)/i.test(each.name))
    .map((each) => join(each.parentPath, each.name))
    .filter(
      (each) =>
        !relative(folder, each)
          .split(sep)
          .some((part) => part.startsWith(".")),
    )
    .sort();
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "it cannot be read";
  return "code" in error ? "it cannot be opened" : error.message;
}

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseDocument } from "yaml";

/**
 * The project's own configuration, except that no result answers a second question: each test has to see its query run,
 * or ask, whatever the test before it asked. Written into the tests' data folder, so its paths become absolute.
 */
export function writeTestConfig(root: string, folder: string): string {
  const home = join(root, "config");
  const config = parseDocument(readFileSync(join(home, "causeway.yaml"), "utf8"));
  config.setIn(["cache", "result_minutes"], 0);
  const lists = { sources: ["semantic_model", "schema_policy"], documents: ["path"] };
  for (const [list, paths] of Object.entries(lists)) {
    const entries = (config.toJS() as Record<string, Array<Record<string, unknown>>>)[list] ?? [];
    entries.forEach((entry, position) => {
      for (const name of paths)
        if (typeof entry[name] === "string") config.setIn([list, position, name], resolve(home, entry[name]));
    });
  }
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "causeway.yaml");
  writeFileSync(file, config.toString());
  return file;
}

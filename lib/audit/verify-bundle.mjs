// Checks an audit bundle without anything but Node: `node verify.mjs` in the unpacked folder.
// Prints the first record that was touched, or that the chain is whole. Exit code 1 where it is not.
import { createHash, createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(folder, name), "utf8");
const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** RFC 8785: keys in UTF-16 order, numbers and strings as ECMAScript prints them. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

function firstFault() {
  const manifest = readManifest();
  if (manifest === null) return "manifest.json was altered";
  const { runId, salt, tail } = manifest;
  const events = readIfThere("events.jsonl");
  if (events === null) return "events.jsonl is missing";
  const lines = events.split("\n").filter(Boolean);
  let previous = sha256(`causeway:run:${runId}`);
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    let record;
    try {
      record = JSON.parse(line);
    } catch {
      return `record ${number} is no longer JSON`;
    }
    if (!isObject(record) || !isObject(record.envelope))
      return `record ${number} was altered: it has no envelope`;
    const other = Object.keys(record).find((key) => key !== "envelope" && key !== "data");
    if (other !== undefined) return `record ${number} was altered: it has a key ${JSON.stringify(other)}`;
    const { hash, ...envelope } = record.envelope;
    if (envelope.seq !== number) return `record ${number} is missing`;
    if (envelope.runId !== runId) return `record ${number} belongs to another run`;
    if (envelope.prevHash !== previous) return `record ${number} does not follow its predecessor`;
    if (sha256(envelope.prevHash + canonical(envelope)) !== hash) return `record ${number} was altered`;
    if (record.data !== undefined) {
      const mac = createHmac("sha256", salt).update(canonical(record.data)).digest("hex");
      if (mac !== envelope.dataMac) return `record ${number} carries altered data`;
    }
    previous = hash;
  }
  if (lines.length !== tail.seq || previous !== tail.hash)
    return `record ${lines.length + 1} is missing: the run noted ${tail.seq} records`;
  return filesFault(manifest);
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function readIfThere(name) {
  try {
    return read(name);
  } catch {
    return null;
  }
}

/** Null where it is missing or has lost one of its parts. */
function readManifest() {
  try {
    const manifest = JSON.parse(read("manifest.json"));
    const { runId, salt, tail, files } = manifest;
    return typeof runId === "string" && typeof salt === "string" && isObject(tail) && isObject(files)
      ? manifest
      : null;
  } catch {
    return null;
  }
}

/** The other files are named in the manifest with their digests, and so is the manifest itself. Unsigned: it shows damage and careless edits. */
function filesFault({ digest, ...listed }) {
  for (const [name, expected] of Object.entries(listed.files)) {
    const text = readIfThere(name);
    if (text === null) return `${name} is missing, or its name in manifest.json was altered`;
    if (sha256(text) !== expected) return `${name} was altered`;
  }
  const known = new Set([...Object.keys(listed.files), "manifest.json", "verify.mjs"]);
  const added = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((each) => !each.isDirectory())
    .map((each) => relative(folder, join(each.parentPath, each.name)).split(sep).join("/"))
    .find((name) => !known.has(name));
  if (added !== undefined) return `${added} is not listed in manifest.json`;
  return sha256(canonical(listed)) === digest ? null : "manifest.json was altered";
}

const fault = firstFault();
process.stdout.write(
  `${fault === null ? "Whole: every record follows from the one before it." : `Touched: ${fault}.`}\n`,
);
process.exitCode = fault === null ? 0 : 1;

/** What a file says about itself, before anybody checked it. */
export type RawMeta = Record<string, unknown>;

export interface DocumentMeta {
  title: string;
  kind?: string;
  reference?: string;
  author?: string;
  /** ISO days. */
  published?: string;
  effective?: string;
  /** The reference of the document that this one takes the place of. */
  supersedes?: string;
  /** Roles that may read it; absent where everybody may. */
  audience?: string[];
}

const KEYS = ["title", "kind", "reference", "author", "published", "effective", "supersedes", "audience"];
/** What people write for `audience`; taken for something unknown, it would open the document to all. */
const MEANT_AUDIENCE =
  /^(readers?|roles?|access|visibility|visible to|permissions?|restricted( to)?|allowed( roles)?)$/;
/** Near a key, and something else. */
const OTHER_KEYS = new Set(["publisher"]);

/**
 * Checks what a file says about itself; the names of keys count without their case. Throws with a sentence where a key is
 * almost a known one, a date is none or an audience cannot be understood: a document whose readers are not known is
 * not shown to all.
 */
export function readMeta(written: RawMeta, fallbackTitle: string): DocumentMeta {
  const raw = withKnownKeys(written);
  const meta: DocumentMeta = { title: text(raw.title) ?? fallbackTitle };
  for (const name of ["kind", "reference", "author", "supersedes"] as const) {
    const value = text(raw[name]);
    if (value !== undefined) meta[name] = value;
  }
  for (const name of ["published", "effective"] as const) {
    const value = day(raw[name], name);
    if (value !== undefined) meta[name] = value;
  }
  const audience = roles(raw.audience);
  if (audience !== undefined) meta.audience = audience;
  return meta;
}

function withKnownKeys(written: RawMeta): RawMeta {
  const raw: RawMeta = {};
  for (const [name, value] of Object.entries(written)) {
    const key = name.trim().toLowerCase();
    if (Object.hasOwn(raw, key)) throw new Error(`it has two keys "${key}"`);
    const meant = KEYS.includes(key) ? key : keyNear(key);
    if (meant !== undefined && meant !== key)
      throw new Error(`it has a key "${name.slice(0, 40)}", which is not known; write "${meant}"`);
    // Given and empty is not the same as not given.
    raw[key] = key === "audience" ? (value ?? "") : value;
  }
  return raw;
}

function keyNear(key: string): string | undefined {
  if (OTHER_KEYS.has(key)) return undefined;
  if (MEANT_AUDIENCE.test(key.replaceAll(/[-_\s]+/g, " "))) return "audience";
  return KEYS.find(
    (each) => Math.abs(each.length - key.length) <= 2 && distance(each, key) <= (each.length > 5 ? 2 : 1),
  );
}

/** Levenshtein's: letters put in, left out or exchanged. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

function text(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function day(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const written = value instanceof Date ? value.toISOString() : String(value);
  const found = /^\d{4}-\d{2}-\d{2}/.exec(written)?.[0];
  if (found === undefined || Number.isNaN(Date.parse(found)))
    throw new Error(`its "${name}" is not a date such as 2026-03-01 ("${written.slice(0, 40)}")`);
  return found;
}

function roles(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  const list = Array.isArray(value)
    ? value
    : typeof value === "string"
      ? value.replace(/^\[|\]$/g, "").split(",")
      : null;
  const names = list?.map((each) => (typeof each === "string" ? each.trim() : ""));
  if (!names || names.length === 0 || names.includes(""))
    throw new Error('its "audience" is not a list of roles such as [global]');
  const isForAll = names.some((each) => /^(all|everybody|everyone|\*)$/i.test(each));
  if (isForAll && names.length > 1) throw new Error('its "audience" names both all and some roles');
  return isForAll ? undefined : names;
}

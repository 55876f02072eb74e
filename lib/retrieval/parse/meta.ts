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

/**
 * Checks what a file says about itself. Throws with a sentence where a date is none or an audience cannot be
 * understood: a document whose readers are not known is not shown to all.
 */
export function readMeta(raw: RawMeta, fallbackTitle: string): DocumentMeta {
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
  if (value === undefined || value === null) return undefined;
  const list = Array.isArray(value)
    ? value
    : typeof value === "string"
      ? value.replace(/^\[|\]$/g, "").split(",")
      : null;
  const names = list
    ?.map((each) => (typeof each === "string" ? each.trim() : ""))
    .filter((each) => each !== "");
  if (!names || names.length === 0) throw new Error('its "audience" is not a list of roles such as [global]');
  return /^(all|everybody|everyone|\*)$/i.test(names[0]!) ? undefined : names;
}

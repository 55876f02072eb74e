import { parse } from "yaml";
import { drop, type Path, put } from "./splice.ts";

/** A term of the glossary as the file has it; `means` is a dataset, `dataset.field`, `metric:name` or `dataset.field=value`. */
export interface TermEntry {
  term: string;
  synonyms: string[];
  means: string;
}

/** A metric as the file has it: an aggregate in ANSI SQL over `dataset.field`. */
export interface MetricEntry {
  name: string;
  description?: string | undefined;
  expression: string;
  synonyms: string[];
}

/** A question whose statement a person vouches for; `{slots}` in the question are open. */
export interface VerifiedQueryEntry {
  question: string;
  sql: string;
  verified_by: string;
  /** ISO day. */
  verified_at: string;
}

/** One change to a model. `was` is the name of the entry to change; without it a new one is added, without `to` it is removed. */
export type ModelEdit =
  | { kind: "term"; was?: string | undefined; to: TermEntry | null }
  | { kind: "metric"; was?: string | undefined; to: MetricEntry | null }
  | { kind: "verified-query"; was?: string | undefined; to: VerifiedQueryEntry | null };

type Entry = Record<string, unknown>;

const MODEL = ["semantic_model", 0] as const;

/**
 * The text of a model after one change; all else in it stays byte for byte.
 *
 * @throws Error in words where the entry to change is not there, or a new one has the name of another
 */
export function editModel(text: string, edit: ModelEdit): string {
  if (edit.kind === "metric") return editMetric(text, edit);
  const [list, name] = edit.kind === "term" ? ["glossary", "term"] : ["verified_queries", "question"];
  const { text: prepared, path } = withExtension(text);
  const data = at(parse(prepared), path) as string;
  return put(prepared, path, editList(data, list!, name!, edit.was, edit.to as Entry | null));
}

/** What of a text can be edited, as the file has it. */
export interface ModelEntries {
  terms: TermEntry[];
  metrics: MetricEntry[];
  verifiedQueries: VerifiedQueryEntry[];
}

/** The entries of a valid text; none of an empty one. */
export function modelEntries(text: string): ModelEntries {
  const model = at(parse(text), MODEL) as
    | {
        metrics?: (MetricNode & { description?: string })[];
        custom_extensions?: { vendor_name: string; data: string }[];
      }
    | undefined;
  const extension = model?.custom_extensions?.find((each) => each.vendor_name === "CAUSEWAY");
  const data = JSON.parse(extension?.data ?? "{}") as {
    glossary?: (Omit<TermEntry, "synonyms"> & Partial<TermEntry>)[];
    verified_queries?: VerifiedQueryEntry[];
  };
  return {
    terms: (data.glossary ?? []).map((each) => ({ ...each, synonyms: each.synonyms ?? [] })),
    metrics: (model?.metrics ?? []).map(({ name, description, expression, ai_context }) => ({
      name,
      description,
      expression: expression.dialects.find((each) => each.dialect === "ANSI_SQL")?.expression ?? "",
      synonyms: typeof ai_context === "object" ? (ai_context.synonyms ?? []) : [],
    })),
    verifiedQueries: data.verified_queries ?? [],
  };
}

function editList(
  data: string,
  list: string,
  name: string,
  was: string | undefined,
  to: Entry | null,
): string {
  const entries = (JSON.parse(data) as Record<string, Entry[]>)[list] ?? [];
  const i = place(
    entries.map((each) => String(each[name])),
    was,
    to && String(to[name]),
  );
  if (to === null) return drop(data, [list, i]);
  if (entries.length === 0) return put(data, [list], [to], "json");
  if (i === entries.length) return put(data, [list, i], to, "json");
  return setFields(data, [list, i], entries[i]!, to, "json");
}

function editMetric(text: string, { was, to }: Extract<ModelEdit, { kind: "metric" }>): string {
  const metrics = (at(parse(text), [...MODEL, "metrics"]) ?? []) as MetricNode[];
  const i = place(
    metrics.map((each) => each.name),
    was,
    to?.name ?? null,
  );
  const path: Path = [...MODEL, "metrics", i];
  if (to === null) return drop(text, path);
  const current = metrics[i];
  if (!current) {
    const entry = {
      name: to.name,
      ...(to.description ? { description: to.description } : {}),
      expression: { dialects: [{ dialect: "ANSI_SQL", expression: to.expression }] },
      ...(to.synonyms.length > 0 ? { ai_context: { synonyms: to.synonyms } } : {}),
    };
    return metrics.length === 0 ? put(text, [...MODEL, "metrics"], [entry]) : put(text, path, entry);
  }
  const dialect = current.expression.dialects.findIndex((each) => each.dialect === "ANSI_SQL");
  let next = setFields(
    text,
    path,
    { ...current },
    { name: to.name, ...(to.description ? { description: to.description } : {}) },
    "yaml",
  );
  if (current.expression.dialects[dialect]?.expression !== to.expression)
    next = put(next, [...path, "expression", "dialects", dialect, "expression"], to.expression);
  const context = current.ai_context;
  if (typeof context === "object" && context.synonyms)
    return setList(next, [...path, "ai_context", "synonyms"], context.synonyms, to.synonyms, "yaml");
  if (to.synonyms.length === 0) return next;
  if (typeof context === "object") return put(next, [...path, "ai_context", "synonyms"], to.synonyms);
  const instructions = context === undefined ? {} : { instructions: context };
  if (context !== undefined) next = drop(next, [...path, "ai_context"]);
  return put(next, [...path, "ai_context"], { ...instructions, synonyms: to.synonyms });
}

interface MetricNode {
  name: string;
  expression: { dialects: { dialect: string; expression: string }[] };
  ai_context?: string | { synonyms?: string[] };
}

function setFields(text: string, path: Path, current: Entry, to: Entry, notation: "yaml" | "json"): string {
  let next = text;
  for (const [key, value] of Object.entries(to)) {
    const old = current[key];
    if (Array.isArray(old) && Array.isArray(value))
      next = setList(next, [...path, key], old, value, notation);
    else if (old !== value) next = put(next, [...path, key], value, notation);
  }
  return next;
}

/** Takes out and adds what differs, so that the layout of the others stays. */
function setList(
  text: string,
  path: Path,
  current: unknown[],
  to: unknown[],
  notation: "yaml" | "json",
): string {
  if (to.length === 0) return current.length === 0 ? text : put(text, path, [], notation);
  if (current.length === 0) return put(text, path, to, notation);
  const kept = current.filter((each) => to.includes(each));
  if (kept.length === 0 || to.some((each, i) => i < kept.length && each !== kept[i]))
    return put(text, path, to, notation);
  let next = text;
  for (let i = current.length - 1; i >= 0; i--) if (!to.includes(current[i])) next = drop(next, [...path, i]);
  for (const [i, each] of to.entries()) if (i >= kept.length) next = put(next, [...path, i], each, notation);
  return next;
}

/** Which entry it is; one behind the last for a new one. */
function place(names: string[], was: string | undefined, to: string | null): number {
  const same = (name: string | null | undefined) =>
    names.findIndex((each) => each.toLowerCase() === name?.toLowerCase());
  const i = was === undefined ? names.length : same(was);
  if (i < 0 || (was === undefined && to === null)) throw new Error(`There is no "${was}" any more.`);
  const taken = same(to);
  if (taken >= 0 && taken !== i) throw new Error(`There is a "${names[taken]}" already. Change that one.`);
  return i;
}

/** The text with an entry of our own vendor name in the model's extensions, and the path of that entry's data. */
function withExtension(text: string): { text: string; path: Path } {
  const list = [...MODEL, "custom_extensions"];
  const entries = (at(parse(text), list) ?? []) as { vendor_name: string }[];
  const i = entries.findIndex((each) => each.vendor_name === "CAUSEWAY");
  if (i >= 0) return { text, path: [...list, i, "data"] };
  const entry = { vendor_name: "CAUSEWAY", data: "{}\n" };
  const next = entries.length === 0 ? put(text, list, [entry]) : put(text, [...list, entries.length], entry);
  return { text: next, path: [...list, entries.length, "data"] };
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (part, key) => (part as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}

import { distance } from "fastest-levenshtein";
import { LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { ossieDocumentSchema } from "./ossie-schema.ts";

interface Notice {
  path: string;
  message: string;
}

interface ParsedModel {
  /** Null where it has faults. */
  document: z.infer<typeof ossieDocumentSchema> | null;
  faults: Notice[];
  /** Keys that the standard does not have: kept in the file, and not used. */
  warnings: Notice[];
  /** The line, from 1, of what stands at a path such as `semantic_model[0].metrics[2].name`, or of what is around it. */
  lineOf(path: string): number;
}

/** Reads the structure of an Ossie document. Keys beyond the standard are no fault; a misspelt one is named as such. */
export function parseModel(yaml: string): ParsedModel {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  if (document.errors.length > 0) {
    const [first] = document.errors;
    return {
      document: null,
      faults: document.errors.map(({ message }) => ({
        path: "(document)",
        message: message.split("\n")[0]!,
      })),
      warnings: [],
      lineOf: () => lineAt(first!.pos[0]),
    };
  }
  const lineOf = (path: string) => {
    const parts = partsOf(path);
    for (let length = parts.length; length > 0; length--) {
      const node = document.getIn(parts.slice(0, length), true) as
        | { range?: [number, number, number] }
        | undefined;
      if (node?.range) return lineAt(node.range[0]);
    }
    return 1;
  };
  const warnings: Notice[] = [];
  const value: unknown = document.toJS();
  for (;;) {
    const parsed = ossieDocumentSchema.safeParse(value);
    if (parsed.success) return { document: parsed.data, faults: [], warnings, lineOf };
    const unknown = parsed.error.issues.filter((issue) => issue.code === "unrecognized_keys");
    for (const { path, keys } of unknown)
      for (const key of keys) {
        warnings.push({ path: pathOf([...path, key]), message: unknownKey(key) });
        delete (at(value, path) as Record<string, unknown>)[key];
      }
    if (unknown.length === 0)
      return {
        document: null,
        faults: parsed.error.issues.map(({ path, message }) => ({ path: pathOf(path), message })),
        warnings,
        lineOf,
      };
  }
}

/** A path as people write it: `semantic_model[0].name`. */
export function pathOf(path: PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${String(part)}`,
    "",
  );
}

function partsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? key! : Number(index),
  );
}

const STANDARD_KEYS = [
  "version",
  "semantic_model",
  "name",
  "description",
  "ai_context",
  "datasets",
  "relationships",
  "metrics",
  "custom_extensions",
  "source",
  "primary_key",
  "unique_keys",
  "fields",
  "expression",
  "dialects",
  "dialect",
  "dimension",
  "is_time",
  "label",
  "datatype",
  "from",
  "to",
  "from_columns",
  "to_columns",
  "vendor_name",
  "data",
];

function unknownKey(key: string): string {
  const near = STANDARD_KEYS.map((name) => ({ name, far: distance(key.toLowerCase(), name) }))
    .filter(({ name, far }) => far <= Math.max(1, name.length / 4))
    .sort((a, b) => a.far - b.far)[0];
  return near
    ? `"${key}" is no key of the standard and is not used. Did you mean "${near.name}"?`
    : `"${key}" is no key of the standard: it is kept, and not used`;
}

function at(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown>)[key], value);
}

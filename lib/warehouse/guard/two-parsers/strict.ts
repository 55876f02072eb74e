import type { GateCode } from "#lib/contracts/statement.ts";
import { GateFault } from "../fault.ts";
import type { Fields } from "../tree.ts";

/** A node of the judging parser: `{ Kind: value }`, or the kind alone where it has no parts. */
export function kindOf(node: unknown): { kind: string; value: unknown } {
  if (typeof node === "string") return { kind: node, value: undefined };
  const entries = node && typeof node === "object" && !Array.isArray(node) ? Object.entries(node) : [];
  if (entries.length !== 1) throw unknownNode("a node without a kind");
  const [kind, value] = entries[0]!;
  return { kind, value };
}

/** Where a word stood in the text; it says nothing of what runs. */
const PLACES = new Set([
  "span",
  "select_token",
  "with_token",
  "case_token",
  "end_token",
  "closing_paren_token",
  "wildcard_token",
  "opening_token",
  "closing_token",
]);

/**
 * The fields of a node, every one of which is among the known ones or says nothing. What a newer parser adds is
 * refused until somebody has looked at it.
 */
export function fieldsOf(kind: string, value: unknown, known: readonly string[]): Fields {
  if (!value || typeof value !== "object" || Array.isArray(value)) throw unknownNode(kind);
  for (const [field, each] of Object.entries(value))
    if (!known.includes(field) && !PLACES.has(field) && !isNothing(each)) throw unknownField(kind, field);
  return value as Fields;
}

/** Absent, off, or empty all the way down. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.values(value).every(isNothing);
}

/** A refusal of the safety layer. */
export function refused(code: GateCode, sentence: string, candidates: string[] = []): GateFault {
  return new GateFault("safety", code, sentence, candidates);
}

/** The refusal for a construct that nobody has judged yet. */
export function unknownNode(kind: string): GateFault {
  return refused("E_NODE", `The statement uses a construct (${kind}) that is not on the list of known ones.`);
}

function unknownField(kind: string, field: string): GateFault {
  if (field === "into")
    return refused("E_INTO", "SELECT INTO puts the result somewhere else. Only reading is allowed.");
  if (field === "locks") return refused("E_LOCK", "FOR UPDATE and its kin lock rows. Leave the clause out.");
  return unknownNode(`${kind}.${field}`);
}

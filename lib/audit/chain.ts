import { createHash, createHmac } from "node:crypto";
import canonicalize from "canonicalize";
import type { EventEnvelope } from "#lib/contracts/event.ts";

/** RFC 8785 canonical JSON, so that equal data have one text and so one hash. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(JSON.parse(JSON.stringify(value)));
  if (text === undefined) throw new TypeError("A value without a JSON form cannot be recorded.");
  return text;
}

/** The `prevHash` of a run's first event: tied to the run, so that chains cannot be swapped. */
export function genesisHash(runId: string): string {
  return sha256(`causeway:run:${runId}`);
}

/** `HMAC-SHA-256(salt, canonical JSON of data)`, hex. */
export function dataMac(salt: string, data: unknown): string {
  return createHmac("sha256", salt).update(canonicalJson(data)).digest("hex");
}

/** `SHA-256(prevHash ‖ canonical JSON of the envelope without hash)`, hex. */
export function eventHash(envelope: Omit<EventEnvelope, "hash">): string {
  return sha256(envelope.prevHash + canonicalJson(envelope));
}

export interface ChainFault {
  /** The first record that does not fit. */
  seq: number;
  fault: string;
}

export interface ChainRecord {
  envelope: EventEnvelope;
  /** Undefined where the data were erased: the chain still verifies, the digest cannot. */
  data?: unknown;
}

/**
 * Checks one run's records, in order, against its chain, its digests and the tail noted on the run.
 * A chain alone shows edits but not a cut end: hence `tail`.
 */
export function verifyChain(
  runId: string,
  salt: string,
  records: ChainRecord[],
  tail: { seq: number; hash: string },
): ChainFault | null {
  let previous = genesisHash(runId);
  for (const [index, { envelope, data }] of records.entries()) {
    const { hash, ...rest } = envelope;
    if (envelope.runId !== runId) return { seq: envelope.seq, fault: "belongs to another run" };
    if (envelope.seq !== index + 1) return { seq: index + 1, fault: "is missing" };
    if (envelope.prevHash !== previous)
      return { seq: envelope.seq, fault: "does not follow its predecessor" };
    if (eventHash(rest) !== hash) return { seq: envelope.seq, fault: "was altered" };
    if (data !== undefined && dataMac(salt, data) !== envelope.dataMac)
      return { seq: envelope.seq, fault: "carries altered data" };
    previous = hash;
  }
  if (records.length !== tail.seq || previous !== tail.hash)
    return { seq: records.length + 1, fault: `is missing: the run noted ${tail.seq} records` };
  return null;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

import { createHash } from "node:crypto";

/** Ids hold letters, digits and `-`; what names hold beside is told apart by a digest of the whole name. */
export function partId(prefix: string, runId: string, name: string): string {
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 10);
  const plain = name.replace(/[^\w]+/g, "-").slice(0, 30);
  return `${prefix}_${runId.slice(4)}_${plain}_${digest}`;
}

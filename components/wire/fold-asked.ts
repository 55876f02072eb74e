import type { Approval } from "#lib/contracts/approval.ts";
import type { Clarification } from "#lib/contracts/clarification.ts";
import type { EventView } from "#lib/contracts/event.ts";

/** A costly query that a person decides on, with everything that happened to it since. */
export interface AskedApproval {
  /** The latest revision, with its decision. */
  approval: Approval;
  /** The statement as it was first asked about; null where nobody edited it. */
  original: string | null;
}

/** A question back to the asker, with what came of it. */
export interface AskedClarification {
  clarification: Clarification;
  state: "open" | "answered" | "expired";
  /** What was chosen or written; null until then. */
  answer: { option: string | null; text: string } | null;
}

/** The approvals of a run, oldest first. */
export function foldApprovals(events: EventView[]): AskedApproval[] {
  const asked = new Map<string, AskedApproval>();
  const change = (id: string, decided: Partial<Approval>) => {
    const known = asked.get(id);
    if (known) asked.set(id, { ...known, approval: { ...known.approval, ...decided } });
  };
  for (const event of events.toSorted((a, b) => a.seq - b.seq)) {
    if (event.kind === "approval-asked" || event.kind === "approval-revised") {
      const { approval } = event.data;
      const before = event.kind === "approval-revised" ? event.data.before : null;
      asked.set(approval.id, { approval, original: asked.get(approval.id)?.original ?? before });
    } else if (event.kind === "approval-decided") {
      const { id, decision, by, reason } = event.data;
      change(id, { decision, by, reason, at: event.at });
    } else if (event.kind === "approval-expired")
      change(event.data.id, { decision: "expired", at: event.at });
  }
  return [...asked.values()];
}

/** The questions back of a run, oldest first. */
export function foldClarifications(events: EventView[]): AskedClarification[] {
  const asked = new Map<string, AskedClarification>();
  for (const event of events.toSorted((a, b) => a.seq - b.seq)) {
    if (event.kind === "clarification-asked") {
      const { clarification } = event.data;
      asked.set(clarification.id, { clarification, state: "open", answer: null });
    } else if (event.kind === "clarification-answered") {
      const { id, option, text } = event.data;
      const known = asked.get(id);
      if (known) asked.set(id, { ...known, state: "answered", answer: { option, text } });
    } else if (event.kind === "clarification-expired") {
      const known = asked.get(event.data.id);
      if (known?.state === "open") asked.set(event.data.id, { ...known, state: "expired" });
    }
  }
  return [...asked.values()];
}

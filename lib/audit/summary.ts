import type { EventData, EventKind, EventView } from "#lib/contracts/event.ts";
import type { Answer, Claim } from "#lib/contracts/evidence.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import type { RunStatus } from "#lib/contracts/run.ts";
import type { LayerVerdict } from "#lib/contracts/statement.ts";

/** What an auditor reads first: how one answer came about, taken from the run's events and nothing else. */
export interface ExplanationSummary {
  runId: string;
  question: string;
  source: string;
  askedBy: { id: string; role: string };
  askedAt: string;
  status: RunStatus | "under way";
  reading: string | null;
  route: { name: string; reason: string } | null;
  /** What was kept of the question before, where this one only changed it. */
  followUp: { kept: string[]; changed: string[] } | null;
  /** Questions back to the asker, with what was answered. */
  clarifications: { question: string; answer: string; by: string | null }[];
  /** The steps of a question that takes several. */
  plan: { title: string; state: string; note: string | null }[];
  statements: {
    text: string;
    params: unknown[];
    hash: string;
    tables: string[];
    layers: Pick<LayerVerdict, "layer" | "verdict" | "sentence">[];
    price: string | null;
    rows: number | null;
    truncated: boolean;
    ms: number | null;
    resultId: string | null;
  }[];
  /** Searches in documents, with the passages that were found and quoted from. */
  searches: {
    id: string;
    title: string;
    text: string;
    restrictedTo: string[];
    searched: { documents: number; passages: number };
    none: string | null;
    passages: {
      id: string;
      title: string;
      reference: string | null;
      published: string | null;
      version: string;
      superseded: boolean;
      suspicious: boolean;
      score: number | null;
    }[];
  }[];
  /** Tables that code computed from results or passages. */
  computed: { resultId: string; title: string; method: string; from: string[]; rows: number }[];
  approvals: {
    price: string;
    decision: string;
    by: string | null;
    at: string | null;
    reason: string | null;
    edited: boolean;
  }[];
  findings: string[];
  answer: string | null;
  claims: { shown: string; basis: string }[];
  verified: number;
  removed: string[];
  records: { count: number; lastHash: string };
}

export interface SummaryInput {
  run: {
    id: string;
    question: string;
    actor: { id: string; role: string };
    createdAt: string;
    lastHash: string;
  };
  events: EventView[];
}

/** Folds a run's events into its explanation summary. Pure. */
export function summarise({ run, events }: SummaryInput): ExplanationSummary {
  const all = <K extends EventKind>(kind: K) =>
    events.filter((each) => each.kind === kind).map((each) => each.data as EventData<K>);
  const last = <K extends EventKind>(kind: K) => all(kind).at(-1);
  const answer = last("answer-written")?.answer ?? null;
  const route = last("route-chosen");
  return {
    runId: run.id,
    question: run.question,
    source: last("run-queued")?.sourceName ?? "",
    askedBy: { id: run.actor.id, role: run.actor.role },
    askedAt: run.createdAt,
    status: last("run-finished")?.status ?? "under way",
    reading: last("question-understood")?.prediction.readings[0]?.words ?? null,
    route: route ? { name: route.route, reason: route.reason } : null,
    followUp: last("question-understood")?.prediction.followUp ?? null,
    clarifications: clarificationsOf(events),
    plan: (last("plan-made")?.plan.steps ?? []).map(({ title, state, note }) => ({
      title,
      state,
      note: note ?? null,
    })),
    statements: statementsOf(events),
    searches: all("passages-retrieved").map(({ retrieval }) => searchOf(retrieval)),
    computed: all("statistic-computed").map(({ resultId, rowCount, derivation }) => ({
      resultId,
      title: derivation.title,
      method: derivation.method,
      from: derivation.from,
      rows: rowCount,
    })),
    approvals: approvalsOf(events),
    findings: all("result-validated").flatMap((each) => each.findings.map((finding) => finding.sentence)),
    answer: answer?.text ?? last("run-failed")?.sentence ?? null,
    claims: answer ? claimsOf(answer) : [],
    verified: last("claims-verified")?.verified ?? 0,
    removed: last("claims-verified")?.removed ?? [],
    records: { count: events.length, lastHash: run.lastHash },
  };
}

/** Statements that passed the gate, or were put in their place by a person, each with what came of it. */
function statementsOf(events: EventView[]): ExplanationSummary["statements"] {
  const statements = new Map<string, ExplanationSummary["statements"][number]>();
  let current = "";
  for (const event of events) {
    if (event.kind === "sql-checked" && event.data.accepted) {
      const { text, params, hash, tables, layers } = event.data;
      current = hash;
      statements.set(hash, { ...blank, text, params, hash, tables, layers: layers.map(pickLayer) });
    } else if (event.kind === "approval-revised") {
      const { sql, params, sqlHash, tables, price } = event.data.approval;
      statements.set(sqlHash, {
        ...blank,
        text: sql,
        params,
        hash: sqlHash,
        tables,
        layers: [],
        price: price.sentence,
      });
    } else if (event.kind === "sql-estimated") {
      const statement = statements.get(current);
      if (statement) statement.price = event.data.price.sentence;
    } else if (event.kind === "sql-executed") {
      const { hash, rowCount, truncated, ms, resultId } = event.data;
      Object.assign(statements.get(hash) ?? {}, { rows: rowCount, truncated, ms, resultId });
    }
  }
  return [...statements.values()];
}

function searchOf({
  id,
  title,
  text,
  restrictedTo,
  searched,
  none,
  passages,
}: StoredRetrieval): ExplanationSummary["searches"][number] {
  return {
    id,
    title,
    text,
    restrictedTo,
    searched: { documents: searched.documents, passages: searched.passages },
    none: none ?? null,
    passages: passages.map((passage) => ({
      id: passage.id,
      title: passage.title,
      reference: passage.reference ?? null,
      published: passage.published ?? null,
      version: passage.version,
      superseded: passage.supersededBy !== undefined,
      suspicious: passage.suspicious ?? false,
      score: passage.scores.final,
    })),
  };
}

function clarificationsOf(events: EventView[]): ExplanationSummary["clarifications"] {
  const asked = new Map<string, ExplanationSummary["clarifications"][number]>();
  for (const event of events)
    if (event.kind === "clarification-asked") {
      const { id, question } = event.data.clarification;
      asked.set(id, { question, answer: "open", by: null });
    } else if (event.kind === "clarification-answered")
      Object.assign(asked.get(event.data.id) ?? {}, { answer: event.data.text, by: event.data.by });
    else if (event.kind === "clarification-expired")
      Object.assign(asked.get(event.data.id) ?? {}, { answer: "expired" });
  return [...asked.values()];
}

const blank = { price: null, rows: null, truncated: false, ms: null, resultId: null };

function pickLayer({ layer, verdict, sentence }: LayerVerdict) {
  return { layer, verdict, sentence };
}

function approvalsOf(events: EventView[]): ExplanationSummary["approvals"] {
  const approvals = new Map<string, ExplanationSummary["approvals"][number]>();
  for (const event of events) {
    if (event.kind === "approval-asked" || event.kind === "approval-revised") {
      const { id, revision, price } = event.data.approval;
      const edited = revision > 1;
      approvals.set(id, {
        price: price.sentence,
        decision: "open",
        by: null,
        at: null,
        reason: null,
        edited,
      });
    } else if (event.kind === "approval-decided") {
      const { id, decision, by, reason } = event.data;
      Object.assign(approvals.get(id) ?? {}, { decision, by, reason, at: event.at });
    } else if (event.kind === "approval-expired")
      Object.assign(approvals.get(event.data.id) ?? {}, { decision: "expired", at: event.at });
  }
  return [...approvals.values()];
}

function claimsOf(answer: Answer): ExplanationSummary["claims"] {
  const shown = new Map(
    answer.blocks.flatMap((block) =>
      block.spans.flatMap((span) => ("claim" in span ? [[span.claim, span.text]] : [])),
    ),
  );
  return answer.claims.map((claim) => ({
    shown: shown.get(claim.id) ?? String(claim.value),
    basis: basisInWords(claim),
  }));
}

function basisInWords({ basis, value }: Claim): string {
  switch (basis.kind) {
    case "cell":
      return `${value}: result ${basis.resultId}, row ${basis.row + 1}, column ${basis.column + 1}`;
    case "extreme":
      return `${value}: the ${basis.which === "max" ? "highest" : "lowest"} of column ${basis.column + 1} of result ${basis.resultId} (row ${basis.row + 1})`;
    case "total":
      return `${value}: the sum of column ${basis.column + 1} over all rows of result ${basis.resultId}`;
    case "rowCount":
      return `${value}: the number of rows of result ${basis.resultId}`;
    case "computed":
      return `${value}: the ${basis.operation} of ${basis.claims.join(", ")}`;
    case "direction":
      return `${value}: from ${basis.from} to ${basis.to}`;
    case "span":
      return `passage ${basis.passageId}, characters ${basis.start + 1} to ${basis.end}, as search ${basis.retrievalId} found it`;
    case "document":
      return `${value}: the ${basis.field} of the document of passage ${basis.passageId}`;
    case "passageCount":
      return `${value}: the number of passages that search ${basis.retrievalId} found`;
  }
}

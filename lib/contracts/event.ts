import { z } from "zod";
import { actorSchema } from "./actor.ts";
import { approvalDecisionSchema, approvalSchema } from "./approval.ts";
import { clarificationSchema } from "./clarification.ts";
import { answerSchema, chartSchema, evidenceSchema, findingSchema } from "./evidence.ts";
import { planSchema } from "./plan.ts";
import { parameterSchema, predictionSchema } from "./reading.ts";
import { retrievalSchema } from "./retrieval.ts";
import { routeSchema, runStatusSchema } from "./run.ts";
import {
  derivationSchema,
  estimateSchema,
  layerVerdictSchema,
  priceSchema,
  resultColumnSchema,
} from "./statement.ts";
import { usedJoinSchema } from "./used-join.ts";

/** The nodes of the graph, and `run` for what happens around it. */
export const nodeNameSchema = z.enum([
  "run",
  "intake",
  "understand",
  "clarify",
  "draft",
  "guard",
  "estimate",
  "approve",
  "execute",
  "validate",
  "retrieve",
  "collect",
  "respond",
]);
export type NodeName = z.infer<typeof nodeNameSchema>;

/** A closed list: every kind of event with the shape of its data. Names are `<noun>-<verb past>`. */
export const eventDataSchemas = {
  "run-queued": z.object({
    question: z.string(),
    sourceId: z.string(),
    sourceName: z.string(),
    /** Whose rights the database applies. */
    role: z.string(),
  }),
  "run-started": z.object({ attempt: z.number().int() }),
  "run-finished": z.object({ status: runStatusSchema, ms: z.number(), queries: z.number().int() }),
  "run-failed": z.object({ code: z.string(), sentence: z.string() }),
  "run-cancelled": z.object({ by: z.string() }),
  "node-started": z.object({
    /** The plan's step it works on; absent where it works on the whole question. */
    task: z.string().optional(),
  }),
  "node-finished": z.object({ ms: z.number(), decision: z.string() }),
  "question-understood": z.object({
    /** What was read: the question, or what the asker answered when asked back. */
    question: z.string(),
    /** A part of the question that names something by a query of its own; else it is the question. */
    part: z.boolean().optional(),
    prediction: predictionSchema,
  }),
  "route-chosen": z.object({ route: routeSchema, runnerUp: routeSchema.nullable(), reason: z.string() }),
  /** The steps of a question that takes several, told again whenever a step adds others. */
  "plan-made": z.object({ plan: planSchema, reason: z.string() }),
  "clarification-asked": z.object({ clarification: clarificationSchema }),
  "clarification-answered": z.object({
    id: z.string(),
    /** The option that was clicked; null where the asker wrote something else. */
    option: z.string().nullable(),
    text: z.string(),
    by: z.string(),
  }),
  "clarification-expired": z.object({ id: z.string() }),
  "sql-drafted": z.object({
    /** The plan's step it is for; absent where the question is one query. */
    task: z.string().optional(),
    sql: z.string(),
    params: z.array(parameterSchema),
    reader: z.enum(["builtin"]),
  }),
  "sql-checked": z.object({
    accepted: z.boolean(),
    layers: z.array(layerVerdictSchema),
    text: z.string(),
    params: z.array(parameterSchema),
    hash: z.string(),
    tables: z.array(z.string()),
  }),
  /** The joins a statement takes, each with by whom or by which rule it may. */
  "join-approved": z.object({ joins: z.array(usedJoinSchema) }),
  "sql-estimated": z.object({ estimate: estimateSchema, price: priceSchema }),
  "approval-asked": z.object({ approval: approvalSchema }),
  "approval-revised": z.object({ approval: approvalSchema, by: z.string(), before: z.string() }),
  "approval-decided": z.object({
    id: z.string(),
    revision: z.number().int(),
    decision: approvalDecisionSchema,
    by: z.string(),
    reason: z.string().nullable(),
  }),
  "approval-expired": z.object({ id: z.string(), revision: z.number().int() }),
  "sql-executed": z.object({
    /** The plan's step it answers, and what that finds out; absent where the question is one query. */
    task: z.string().optional(),
    title: z.string().optional(),
    resultId: z.string(),
    hash: z.string(),
    columns: z.array(resultColumnSchema),
    rowCount: z.number().int().nullable(),
    truncated: z.boolean(),
    ms: z.number(),
    /** Set where the rows are those that the same statement brought at that instant, and nothing was run. */
    recalledFrom: z.iso.datetime().optional(),
  }),
  /** The outcome of an attempt is not known: its process died while it ran. */
  "sql-unsettled": z.object({ hash: z.string(), sentence: z.string() }),
  "result-validated": z.object({ findings: z.array(findingSchema) }),
  "evidence-found": z.object({ evidence: evidenceSchema }),
  "passages-retrieved": z.object({ retrieval: retrievalSchema }),
  /** A table that code computed from results or passages; stored like a result. */
  "statistic-computed": z.object({
    task: z.string(),
    resultId: z.string(),
    columns: z.array(resultColumnSchema),
    rowCount: z.number().int(),
    derivation: derivationSchema,
  }),
  /** A bound of the configuration or the plan that was reached; the answer says so. */
  "limit-reached": z.object({ sentence: z.string() }),
  "retry-decided": z.object({
    error: z.string(),
    diagnosis: z.string(),
    change: z.string(),
    attempt: z.number().int(),
    of: z.number().int(),
  }),
  "chart-drawn": z.object({ chart: chartSchema }),
  "answer-written": z.object({ answer: answerSchema }),
  "claims-verified": z.object({ verified: z.number().int(), removed: z.array(z.string()) }),
} as const;

export type EventKind = keyof typeof eventDataSchemas;
export type EventData<K extends EventKind> = z.infer<(typeof eventDataSchemas)[K]>;
export const EVENT_KINDS = Object.keys(eventDataSchemas) as [EventKind, ...EventKind[]];

/** The part of an event that the hash chain covers. The data lie beside it and may be erased. */
export const eventEnvelopeSchema = z.object({
  v: z.literal(1),
  runId: z.string(),
  /** 1, 2, 3 … without a gap within a run. */
  seq: z.number().int().positive(),
  at: z.string(),
  /** The lease under which it was written. */
  epoch: z.number().int().min(0),
  step: z.number().int().min(0),
  attempt: z.number().int().min(1),
  node: nodeNameSchema,
  kind: z.enum(EVENT_KINDS),
  actor: actorSchema,
  dataRef: z.string(),
  /** HMAC-SHA-256 of the data's canonical JSON, under the run's salt. */
  dataMac: z.string(),
  prevHash: z.string(),
  /** SHA-256 of `prevHash` followed by the canonical JSON of this envelope without `hash`. */
  hash: z.string(),
});
export type EventEnvelope = z.infer<typeof eventEnvelopeSchema>;

/** What a screen sees of an event. `data` is null where it was erased. */
export type EventView = {
  [K in EventKind]: {
    kind: K;
    seq: number;
    at: string;
    step: number;
    attempt: number;
    node: NodeName;
    data: EventData<K>;
  };
}[EventKind];

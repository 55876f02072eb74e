import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Actor } from "#lib/contracts/actor.ts";
import type { StructureChange } from "#lib/contracts/catalog-changes.ts";
import type { ClarificationOption } from "#lib/contracts/clarification.ts";
import type { Parameter } from "#lib/contracts/reading.ts";
import type { RunOptions, RunStatus } from "#lib/contracts/run.ts";
import type { Booking, Cell, Derivation, Estimate, Price, ResultColumn } from "#lib/contracts/statement.ts";

/** Everything the product must not lose. The graph's checkpoints lie in a schema of their own. */
export const causeway = pgSchema("causeway");

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

export const threads = causeway.table(
  "threads",
  {
    id: text("id").primaryKey(),
    actorId: text("actor_id").notNull(),
    sourceId: text("source_id").notNull(),
    title: text("title").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [index("threads_by_actor").on(t.actorId, t.updatedAt.desc())],
);

export const runs = causeway.table(
  "runs",
  {
    id: text("id").primaryKey(),
    threadId: text("thread_id")
      .notNull()
      .references(() => threads.id),
    actor: jsonb("actor").$type<Actor>().notNull(),
    sourceId: text("source_id").notNull(),
    question: text("question").notNull(),
    options: jsonb("options").$type<RunOptions>().notNull(),
    status: text("status").$type<RunStatus>().notNull(),
    /** Who executes it now, until when, and for the how-manieth time: the epoch fences old writers off. */
    leaseOwner: text("lease_owner"),
    leaseUntil: instant("lease_until"),
    epoch: integer("epoch").notNull().default(0),
    /** Claims since the last progress; bounds how often a run that kills its process is picked up. */
    attempts: integer("attempts").notNull().default(0),
    cancelRequestedBy: text("cancel_requested_by"),
    /** Tail of the event chain. */
    lastSeq: integer("last_seq").notNull().default(0),
    lastHash: text("last_hash").notNull(),
    /** Key of the data digests; erasing it with the data leaves the chain verifiable. */
    salt: text("salt").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    finishedAt: instant("finished_at"),
  },
  (t) => [
    // One active run a thread: a second question is refused in words, never interleaved.
    uniqueIndex("runs_one_active_per_thread")
      .on(t.threadId)
      .where(sql`status in ('queued', 'running', 'needs_approval', 'needs_answer')`),
    index("runs_claimable").on(t.status, t.leaseUntil, t.createdAt),
    index("runs_by_thread").on(t.threadId, t.createdAt),
    index("runs_by_time").on(t.createdAt),
  ],
);

export const runEvents = causeway.table(
  "run_events",
  {
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    seq: integer("seq").notNull(),
    at: text("at").notNull(),
    epoch: integer("epoch").notNull(),
    step: integer("step").notNull(),
    attempt: integer("attempt").notNull(),
    node: text("node").notNull(),
    kind: text("kind").notNull(),
    /** Tells events of one kind within one step apart, so that writing again is a no-op. */
    ordinal: integer("ordinal").notNull(),
    actor: jsonb("actor").$type<Actor>().notNull(),
    dataRef: text("data_ref").notNull(),
    dataMac: text("data_mac").notNull(),
    prevHash: text("prev_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.seq] }),
    unique("run_events_once").on(t.runId, t.step, t.node, t.attempt, t.kind, t.ordinal),
  ],
);

/** The events' data, apart from the chain, so that personal text can be erased without breaking it. */
export const eventData = causeway.table("event_data", {
  ref: text("ref").primaryKey(),
  data: jsonb("data").notNull(),
});

export const results = causeway.table("results", {
  id: text("id").primaryKey(),
  runId: text("run_id")
    .notNull()
    .references(() => runs.id),
  columns: jsonb("columns").$type<ResultColumn[]>().notNull(),
  rows: jsonb("rows").$type<Cell[][]>().notNull(),
  rowCount: integer("row_count"),
  truncated: boolean("truncated").notNull(),
  /** Set where code computed the rows from other results or passages. */
  derived: jsonb("derived").$type<Derivation>(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const approvals = causeway.table(
  "approvals",
  {
    id: text("id").notNull(),
    revision: integer("revision").notNull(),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    /** Superstep of the graph that asked; orders the decision on screen. */
    step: integer("step").notNull(),
    interruptId: text("interrupt_id"),
    sqlHash: text("sql_hash").notNull(),
    sql: text("sql").notNull(),
    params: jsonb("params").$type<Parameter[]>().notNull(),
    tables: jsonb("tables").$type<string[]>().notNull(),
    estimate: jsonb("estimate").$type<Estimate>().notNull(),
    price: jsonb("price").$type<Price>().notNull(),
    cause: text("cause").$type<"cost" | "unknown_outcome">().notNull(),
    smaller: text("smaller"),
    approvers: jsonb("approvers").$type<string[]>().notNull(),
    expiresAt: instant("expires_at").notNull(),
    decision: text("decision").$type<"approve" | "smaller" | "reject" | "expired">(),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    reason: text("reason"),
  },
  (t) => [primaryKey({ columns: [t.id, t.revision] }), index("approvals_by_run").on(t.runId)],
);

/** Questions back to the asker. An answer is taken once; a time-out ends the run. */
export const clarifications = causeway.table(
  "clarifications",
  {
    id: text("id").primaryKey(),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    /** Superstep of the graph that asked. */
    step: integer("step").notNull(),
    interruptId: text("interrupt_id"),
    actorId: text("actor_id").notNull(),
    question: text("question").notNull(),
    options: jsonb("options").$type<ClarificationOption[]>().notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** The answer in words: an option's label, or what the asker wrote. */
    answer: text("answer"),
    /** The option that was clicked. */
    option: text("option"),
    state: text("state").$type<"open" | "answered" | "expired">().notNull().default("open"),
    answeredAt: instant("answered_at"),
  },
  (t) => [index("clarifications_by_run").on(t.runId)],
);

/** The ledger: what was sent to a warehouse, so that an approved statement runs at most once. */
export const sqlExecutions = causeway.table(
  "sql_executions",
  {
    id: text("id").primaryKey(),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    step: integer("step").notNull(),
    /** Counts reruns of a statement that needed no approval; an approved one has exactly one execution. */
    attempt: integer("attempt").notNull(),
    approvalId: text("approval_id").unique("sql_executions_once_per_approval"),
    sqlHash: text("sql_hash").notNull(),
    state: text("state").$type<"claimed" | "running" | "done" | "failed" | "unknown">().notNull(),
    epoch: integer("epoch").notNull(),
    resultId: text("result_id").references(() => results.id),
    /** What it was expected to cost when it was booked: counts against the asker's budget of the day. */
    booked: jsonb("booked").$type<Booking>(),
    /** State of the source's data when it was booked, where the source can tell. */
    dataVersion: text("data_version"),
    /** Sentence for a person where it failed. */
    error: text("error"),
    errorCode: text("error_code"),
    claimedAt: instant("claimed_at").notNull().defaultNow(),
    finishedAt: instant("finished_at"),
  },
  (t) => [
    unique("sql_executions_once_per_attempt").on(t.runId, t.step, t.attempt),
    index("sql_executions_by_time").on(t.claimedAt),
    index("sql_executions_by_hash").on(t.sqlHash, t.finishedAt),
    check("sql_executions_state", sql`state in ('claimed', 'running', 'done', 'failed', 'unknown')`),
  ],
);

/** Sources that were connected on the page, beside those of the configuration file. */
export const sources = causeway.table("sources", {
  id: text("id").primaryKey(),
  /** The source's configuration without its logins. */
  config: jsonb("config").$type<Record<string, unknown>>().notNull(),
  /** Addresses by role, encrypted: they hold passwords. Null where the kind has none. */
  sealedLogins: text("sealed_logins"),
  /** Logins that could do more than read are used all the same: somebody said so, and the log says who. */
  acceptsUnsafe: boolean("accepts_unsafe").notNull().default(false),
  addedBy: text("added_by").notNull(),
  addedAt: instant("added_at").notNull().defaultNow(),
  changedAt: instant("changed_at").notNull().defaultNow(),
  /** Kept after its removal, so that old conversations can say what they asked. */
  removedBy: text("removed_by"),
  removedAt: instant("removed_at"),
});

/** Who connected, changed or removed which source, and who let a login in that could write. Only ever appended to. */
export const sourceLog = causeway.table(
  "source_log",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    sourceId: text("source_id").notNull(),
    at: instant("at").notNull().defaultNow(),
    actor: jsonb("actor").$type<Actor>().notNull(),
    kind: text("kind")
      .$type<"connected" | "unsafe-accepted" | "file-added" | "file-removed" | "removed">()
      .notNull(),
    detail: text("detail").notNull(),
  },
  (t) => [index("source_log_by_source").on(t.sourceId, t.id)],
);

/** What was read of a source as one role: its structure at once, its profiles and values when they are there. */
export const sourceCatalogs = causeway.table(
  "source_catalogs",
  {
    sourceId: text("source_id").notNull(),
    role: text("role").notNull(),
    /** What it was read under (logins without passwords, schema policy): under another one it is not used. */
    binding: text("binding").notNull().default(""),
    /** Null while it is being read for the first time. */
    raw: jsonb("raw"),
    /** Hash of the structure alone; the same while only data moved. */
    structureVersion: text("structure_version").notNull().default(""),
    /** Counts what was saved, and what people decided about it: a cheap way for other processes to notice. */
    revision: integer("revision").notNull().default(0),
    decided: integer("decided").notNull().default(0),
    /** Somebody found it outdated: it is read anew before it is used again. */
    forgotten: boolean("forgotten").notNull().default(false),
    readAt: instant("read_at"),
    profiledAt: instant("profiled_at"),
    /** Who reads the source now; nobody where the time is over. */
    refreshingBy: text("refreshing_by"),
    refreshingUntil: instant("refreshing_until"),
  },
  (t) => [primaryKey({ columns: [t.sourceId, t.role] })],
);

/** Drift: how a fresh structure differed from the one before it, as one role saw it. */
export const catalogChanges = causeway.table(
  "catalog_changes",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    sourceId: text("source_id").notNull(),
    role: text("role").notNull(),
    foundAt: instant("found_at").notNull().defaultNow(),
    change: jsonb("change").$type<StructureChange>().notNull(),
  },
  (t) => [index("catalog_changes_by_source").on(t.sourceId, t.role, t.foundAt.desc())],
);

/** What people said about joins that nobody declared. */
export const joinDecisions = causeway.table(
  "join_decisions",
  {
    sourceId: text("source_id").notNull(),
    /** Column ids of both sides, in one text. */
    key: text("key").notNull(),
    from: jsonb("from_columns").$type<string[]>().notNull(),
    to: jsonb("to_columns").$type<string[]>().notNull(),
    decision: text("decision").$type<"confirmed" | "rejected">().notNull(),
    by: text("by").notNull(),
    at: instant("at").notNull().defaultNow(),
    reason: text("reason"),
  },
  (t) => [primaryKey({ columns: [t.sourceId, t.key] })],
);

/** What people said about columns and tables that vanished: which one is the old one under a new name. */
export const renameDecisions = causeway.table(
  "rename_decisions",
  {
    sourceId: text("source_id").notNull(),
    fromId: text("from_id").notNull(),
    toId: text("to_id").notNull(),
    decision: text("decision").$type<"confirmed" | "rejected">().notNull(),
    by: text("by").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.sourceId, t.fromId, t.toId] })],
);

/** Every version of a source's model that was in force: what to fall back on, and who changed what. Only ever appended to. */
export const semanticVersions = causeway.table(
  "semantic_versions",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    sourceId: text("source_id").notNull(),
    kind: text("kind").$type<"model" | "policy">().notNull(),
    hash: text("hash").notNull(),
    text: text("text").notNull(),
    /** Who changed it on the page; "file" where the file was changed by hand. */
    by: text("by").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [index("semantic_versions_by_source").on(t.sourceId, t.kind, t.id)],
);

CREATE SCHEMA "causeway";
--> statement-breakpoint
CREATE TABLE "causeway"."approvals" (
	"id" text NOT NULL,
	"revision" integer NOT NULL,
	"run_id" text NOT NULL,
	"step" integer NOT NULL,
	"interrupt_id" text,
	"sql_hash" text NOT NULL,
	"sql" text NOT NULL,
	"params" jsonb NOT NULL,
	"tables" jsonb NOT NULL,
	"estimate" jsonb NOT NULL,
	"price" jsonb NOT NULL,
	"cause" text NOT NULL,
	"smaller" text,
	"approvers" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "approvals_id_revision_pk" PRIMARY KEY("id","revision")
);
--> statement-breakpoint
CREATE TABLE "causeway"."event_data" (
	"ref" text PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "causeway"."results" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"columns" jsonb NOT NULL,
	"rows" jsonb NOT NULL,
	"row_count" integer,
	"truncated" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "causeway"."run_events" (
	"run_id" text NOT NULL,
	"seq" integer NOT NULL,
	"at" text NOT NULL,
	"epoch" integer NOT NULL,
	"step" integer NOT NULL,
	"attempt" integer NOT NULL,
	"node" text NOT NULL,
	"kind" text NOT NULL,
	"ordinal" integer NOT NULL,
	"actor" jsonb NOT NULL,
	"data_ref" text NOT NULL,
	"data_mac" text NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "run_events_run_id_seq_pk" PRIMARY KEY("run_id","seq"),
	CONSTRAINT "run_events_once" UNIQUE("run_id","step","attempt","kind","ordinal")
);
--> statement-breakpoint
CREATE TABLE "causeway"."runs" (
	"id" text PRIMARY KEY NOT NULL,
	"thread_id" text NOT NULL,
	"actor" jsonb NOT NULL,
	"source_id" text NOT NULL,
	"question" text NOT NULL,
	"options" jsonb NOT NULL,
	"status" text NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp with time zone,
	"epoch" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"cancel_requested_by" text,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"last_hash" text NOT NULL,
	"salt" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "causeway"."sql_executions" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"step" integer NOT NULL,
	"attempt" integer NOT NULL,
	"approval_id" text,
	"sql_hash" text NOT NULL,
	"state" text NOT NULL,
	"epoch" integer NOT NULL,
	"result_id" text,
	"error" text,
	"error_code" text,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "sql_executions_once_per_approval" UNIQUE("approval_id"),
	CONSTRAINT "sql_executions_once_per_attempt" UNIQUE("run_id","step","attempt"),
	CONSTRAINT "sql_executions_state" CHECK (state in ('claimed', 'running', 'done', 'failed', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "causeway"."threads" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_id" text NOT NULL,
	"source_id" text NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "causeway"."approvals" ADD CONSTRAINT "approvals_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "causeway"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "causeway"."results" ADD CONSTRAINT "results_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "causeway"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "causeway"."run_events" ADD CONSTRAINT "run_events_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "causeway"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "causeway"."runs" ADD CONSTRAINT "runs_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "causeway"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "causeway"."sql_executions" ADD CONSTRAINT "sql_executions_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "causeway"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "causeway"."sql_executions" ADD CONSTRAINT "sql_executions_result_id_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "causeway"."results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_by_run" ON "causeway"."approvals" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_active_per_thread" ON "causeway"."runs" USING btree ("thread_id") WHERE status in ('queued', 'running', 'needs_approval');--> statement-breakpoint
CREATE INDEX "runs_claimable" ON "causeway"."runs" USING btree ("status","lease_until","created_at");--> statement-breakpoint
CREATE INDEX "runs_by_thread" ON "causeway"."runs" USING btree ("thread_id","created_at");--> statement-breakpoint
CREATE INDEX "threads_by_actor" ON "causeway"."threads" USING btree ("actor_id","updated_at" DESC NULLS LAST);
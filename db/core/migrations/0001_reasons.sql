CREATE TABLE "causeway"."clarifications" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"step" integer NOT NULL,
	"interrupt_id" text,
	"actor_id" text NOT NULL,
	"question" text NOT NULL,
	"options" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answer" text,
	"option" text,
	"state" text DEFAULT 'open' NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "causeway"."run_events" DROP CONSTRAINT "run_events_once";--> statement-breakpoint
DROP INDEX "causeway"."runs_one_active_per_thread";--> statement-breakpoint
ALTER TABLE "causeway"."results" ADD COLUMN "derived" jsonb;--> statement-breakpoint
ALTER TABLE "causeway"."clarifications" ADD CONSTRAINT "clarifications_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "causeway"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clarifications_by_run" ON "causeway"."clarifications" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_active_per_thread" ON "causeway"."runs" USING btree ("thread_id") WHERE status in ('queued', 'running', 'needs_approval', 'needs_answer');--> statement-breakpoint
ALTER TABLE "causeway"."run_events" ADD CONSTRAINT "run_events_once" UNIQUE("run_id","step","node","attempt","kind","ordinal");
CREATE TABLE "causeway"."source_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "causeway"."source_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" jsonb NOT NULL,
	"kind" text NOT NULL,
	"detail" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "causeway"."sources" (
	"id" text PRIMARY KEY NOT NULL,
	"config" jsonb NOT NULL,
	"sealed_logins" text,
	"accepts_unsafe" boolean DEFAULT false NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_by" text,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "causeway"."sql_executions" ADD COLUMN "booked" jsonb;--> statement-breakpoint
ALTER TABLE "causeway"."sql_executions" ADD COLUMN "data_version" text;--> statement-breakpoint
CREATE INDEX "source_log_by_source" ON "causeway"."source_log" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "runs_by_time" ON "causeway"."runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sql_executions_by_time" ON "causeway"."sql_executions" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "sql_executions_by_hash" ON "causeway"."sql_executions" USING btree ("sql_hash","finished_at");
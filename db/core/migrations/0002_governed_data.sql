CREATE TABLE "causeway"."catalog_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "causeway"."catalog_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_id" text NOT NULL,
	"role" text NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"change" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "causeway"."join_decisions" (
	"source_id" text NOT NULL,
	"key" text NOT NULL,
	"from_columns" jsonb NOT NULL,
	"to_columns" jsonb NOT NULL,
	"decision" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text,
	CONSTRAINT "join_decisions_source_id_key_pk" PRIMARY KEY("source_id","key")
);
--> statement-breakpoint
CREATE TABLE "causeway"."rename_decisions" (
	"source_id" text NOT NULL,
	"from_id" text NOT NULL,
	"to_id" text NOT NULL,
	"decision" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rename_decisions_source_id_from_id_to_id_pk" PRIMARY KEY("source_id","from_id","to_id")
);
--> statement-breakpoint
CREATE TABLE "causeway"."semantic_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "causeway"."semantic_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_id" text NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "causeway"."source_catalogs" (
	"source_id" text NOT NULL,
	"role" text NOT NULL,
	"binding" text DEFAULT '' NOT NULL,
	"raw" jsonb,
	"structure_version" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"decided" integer DEFAULT 0 NOT NULL,
	"forgotten" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	"profiled_at" timestamp with time zone,
	"refreshing_by" text,
	"refreshing_until" timestamp with time zone,
	CONSTRAINT "source_catalogs_source_id_role_pk" PRIMARY KEY("source_id","role")
);
--> statement-breakpoint
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
CREATE INDEX "catalog_changes_by_source" ON "causeway"."catalog_changes" USING btree ("source_id","role","found_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "semantic_versions_by_source" ON "causeway"."semantic_versions" USING btree ("source_id","kind","id");--> statement-breakpoint
CREATE INDEX "source_log_by_source" ON "causeway"."source_log" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "runs_by_time" ON "causeway"."runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sql_executions_by_time" ON "causeway"."sql_executions" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "sql_executions_by_hash" ON "causeway"."sql_executions" USING btree ("sql_hash","finished_at");
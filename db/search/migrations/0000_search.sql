CREATE EXTENSION IF NOT EXISTS vector;
--> statement-breakpoint
CREATE SCHEMA "causeway_search";
--> statement-breakpoint
CREATE TABLE "causeway_search"."collections" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "causeway_search"."document_versions" (
	"document_id" text NOT NULL,
	"version" text NOT NULL,
	"title" text NOT NULL,
	"published" text,
	"audience" text[],
	"text" text NOT NULL,
	"indexed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_versions_document_id_version_pk" PRIMARY KEY("document_id","version")
);
--> statement-breakpoint
CREATE TABLE "causeway_search"."documents" (
	"id" text PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"version" text NOT NULL,
	"title" text NOT NULL,
	"kind" text,
	"reference" text,
	"author" text,
	"published" text,
	"effective" text,
	"supersedes" text,
	"audience" text[],
	"row" jsonb,
	"text" text NOT NULL,
	"indexed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "causeway_search"."leases" (
	"name" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "causeway_search"."passages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "causeway_search"."passages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"document_id" text NOT NULL,
	"chunk" integer NOT NULL,
	"headings" text[] NOT NULL,
	"start" integer NOT NULL,
	"end" integer NOT NULL,
	"terms" integer NOT NULL,
	"suspicious" boolean DEFAULT false NOT NULL,
	"embedded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "causeway_search"."postings" (
	"term" text NOT NULL,
	"passage_id" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "postings_term_passage_id_pk" PRIMARY KEY("term","passage_id")
);
--> statement-breakpoint
CREATE TABLE "causeway_search"."settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "causeway_search"."windows" (
	"passage_id" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"embedding" vector(512) NOT NULL,
	CONSTRAINT "windows_passage_id_ordinal_pk" PRIMARY KEY("passage_id","ordinal")
);
--> statement-breakpoint
ALTER TABLE "causeway_search"."passages" ADD CONSTRAINT "passages_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "causeway_search"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_by_collection" ON "causeway_search"."documents" USING btree ("collection");--> statement-breakpoint
CREATE INDEX "documents_by_reference" ON "causeway_search"."documents" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "documents_by_supersedes" ON "causeway_search"."documents" USING btree ("supersedes");--> statement-breakpoint
CREATE INDEX "passages_by_document" ON "causeway_search"."passages" USING btree ("document_id","chunk");--> statement-breakpoint
CREATE INDEX "passages_to_embed" ON "causeway_search"."passages" USING btree ("id") WHERE not "causeway_search"."passages"."embedded";--> statement-breakpoint
CREATE INDEX "postings_by_passage" ON "causeway_search"."postings" USING btree ("passage_id");--> statement-breakpoint
-- In line, a vector is read in one go; PostgreSQL would move rows over 2 kB out of line.
ALTER TABLE "causeway_search"."windows" ALTER COLUMN "embedding" SET STORAGE PLAIN;

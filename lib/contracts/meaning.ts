import { z } from "zod";

const nameSchema = z.string().trim().min(1).max(200);
const synonymsSchema = z.array(nameSchema).max(50);

/** What the page of a source's meaning sends: the hash of the text it showed, and one change to it. */
export const modelChangeSchema = z.object({
  sourceId: z.string(),
  hash: z.string(),
  edit: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("term"),
      was: z.string().optional(),
      to: z.object({ term: nameSchema, synonyms: synonymsSchema, means: nameSchema }).nullable(),
    }),
    z.object({
      kind: z.literal("metric"),
      was: z.string().optional(),
      to: z
        .object({
          name: nameSchema,
          description: z.string().trim().max(2_000).optional(),
          expression: z.string().trim().min(1).max(4_000),
          synonyms: synonymsSchema,
        })
        .nullable(),
    }),
    z.object({
      kind: z.literal("verified-query"),
      was: z.string().optional(),
      to: z.object({ question: nameSchema, sql: z.string().trim().min(1).max(64_000) }).nullable(),
    }),
  ]),
});
export type ModelChangeInput = z.input<typeof modelChangeSchema>;

/** One entry as a list shows it, with the fields of its form. */
export interface MeaningEntry {
  kind: ModelChangeInput["edit"]["kind"];
  name: string;
  /** What it means: a column, an expression, a statement. */
  definition: string;
  description: string;
  synonyms: string[];
  /** Who vouches for it since when; empty but for verified queries. */
  verified: string;
}

export interface MeaningView {
  sourceId: string;
  hash: string;
  entries: MeaningEntry[];
  /** Faults of the file and what of it is not used, each with its line. */
  notices: { line: number; message: string; isFault: boolean }[];
  history: { id: number; by: string; at: string }[];
  /** The file; null where it names what the role may not read. */
  text: string | null;
}

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";

const questionSchema = z.looseObject({
  id: z.string(),
  db_id: z.string(),
  question: z.string(),
  /** Any of these statements is right. */
  gold: z.array(z.string()).default([]),
  ordered: z.boolean().default(false),
  columns: z.enum(["exact", "superset"]).default("exact"),
  evidence: z.string().optional(),
  /** Rows of which any may stand where ORDER BY … LIMIT cuts through ties. */
  tied_rows: z.array(z.array(z.unknown())).optional(),
  answerable: z.boolean().default(true),
});
export type EvalQuestion = z.infer<typeof questionSchema>;

export interface Dataset {
  name: string;
  questions: EvalQuestion[];
  /** The dump of one database. */
  dump(databaseId: string): string;
}

/**
 * Reads a text-to-SQL folder: `questions.json` beside `db/<db_id>.sql`.
 *
 * @throws Error with the file and what is wrong in it
 */
export function readDataset(folder: string): Dataset {
  const file = join(folder, "questions.json");
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  const parsed = z.array(questionSchema).safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new Error(`${file}: question ${issue.path.join(".")}: ${issue.message}`);
  }
  const dumps = new Set(readdirSync(join(folder, "db")));
  for (const { id, db_id } of parsed.data) {
    if (!dumps.has(`${db_id}.sql`))
      throw new Error(`${folder}/db/${db_id}.sql does not exist (question ${id})`);
  }
  return {
    name: basename(folder),
    questions: parsed.data,
    dump: (databaseId) => readFileSync(join(folder, "db", `${databaseId}.sql`), "utf8"),
  };
}

/**
 * Whether a database belongs to the third that is only scored, never looked into: its questions and errors are no
 * material for the reader. By a hash of the database's id, so that the split is the same everywhere.
 */
export function isScoredOnly(databaseId: string): boolean {
  return createHash("sha256").update(databaseId).digest().readUInt32BE(0) % 3 === 0;
}

/** A repeatable sample: the same seed gives the same questions on every machine (mulberry32). */
export function sample(questions: EvalQuestion[], limit: number | undefined, seed: number): EvalQuestion[] {
  if (limit === undefined || limit >= questions.length) return questions;
  const random = mulberry32(seed);
  const keyed = questions.map((question) => ({ question, key: random() }));
  keyed.sort((a, b) => a.key - b.key);
  const chosen = new Set(keyed.slice(0, limit).map(({ question }) => question));
  return questions.filter((question) => chosen.has(question));
}

/** Tommy Ettinger's mulberry32: a 32-bit generator whose whole state is one seed. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

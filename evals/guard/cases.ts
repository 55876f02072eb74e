import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Catalog } from "#lib/contracts/catalog.ts";
import { failure, judge } from "#lib/warehouse/guard/judge.ts";

const caseSchema = z.looseObject({
  id: z.string(),
  dialect: z.string(),
  sql: z.string(),
  expect: z.enum(["refused", "accepted"]),
  /** Any of these is right; none means any refusal. */
  codes: z.array(z.string()).default([]),
});
export type GuardCase = z.infer<typeof caseSchema>;

export interface GuardReport {
  refused: number;
  accepted: number;
  /** Cases whose verdict, or whose code, is not the expected one. */
  wrong: number;
  cases: { id: string; expected: string; got: string; code: string | null }[];
}

/** @throws Error with the file and what is wrong in it */
export function readCases(file: string): GuardCase[] {
  const parsed = z.array(caseSchema).safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new Error(`${file}: case ${issue.path.join(".")}: ${issue.message}`);
}

/** Judges every case against the catalog that the asking role may read. */
export async function judgeCases(cases: GuardCase[], catalog: Catalog): Promise<GuardReport> {
  const report: GuardReport = { refused: 0, accepted: 0, wrong: 0, cases: [] };
  for (const { id, dialect, sql, expect, codes } of cases) {
    const judgement = await judge(sql, [], { dialect, catalog, sourceVersion: "eval", maxRows: 10_000 });
    const got = judgement.accepted ? "accepted" : "refused";
    const code = failure(judgement)?.code ?? null;
    const right = got === expect && (codes.length === 0 || got === "accepted" || codes.includes(code ?? ""));
    report[got] += 1;
    if (!right) report.wrong += 1;
    report.cases.push({
      id,
      expected: codes.length > 0 ? `${expect} (${codes.join(", ")})` : expect,
      got,
      code,
    });
  }
  return report;
}

/** Names on a first line `-- granted: a, b` of the schema file; null where the role may read everything. */
export function grantedTables(schema: string): string[] | null {
  const match = /^--\s*granted:\s*(.+)$/m.exec(schema.split("\n", 1)[0] ?? "");
  return match ? match[1]!.split(",").map((name) => name.trim()) : null;
}

/** The catalog without what is not granted. */
export function restrictTo(catalog: Catalog, granted: string[] | null): Catalog {
  if (!granted) return catalog;
  const kept = new Set(
    catalog.tables
      .filter((table) => granted.includes(table.name) || granted.includes(table.id))
      .map((table) => table.id),
  );
  return {
    ...catalog,
    tables: catalog.tables.filter((table) => kept.has(table.id)),
    columns: catalog.columns.filter((column) => kept.has(column.table)),
  };
}

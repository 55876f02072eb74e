import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Plan, PlanStep } from "#lib/contracts/plan.ts";
import type { Reading } from "#lib/contracts/reading.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { addDays, todayOf } from "#lib/nlq/calendar-days.ts";
import { type Composition, compose } from "#lib/nlq/compose.ts";
import type { ComputedTable } from "../../workers/analysis/computed-table.ts";

/** What the steps found so far, for whoever plans the next ones. */
export interface Progress {
  plan: Plan;
  catalog: Catalog;
  /** Rows and computed tables by the step that brought them. */
  results: ReadonlyMap<string, StoredResult>;
  /** There are documents that this role may search. */
  hasDocuments: boolean;
}

/** What comes next: tables that code computes at once, and steps to take. */
export interface Extension {
  computed: Array<{ task: string; title: string; table: ComputedTable }>;
  steps: PlanStep[];
}

export const nothingMore: Extension = { computed: [], steps: [] };

export function isDone({ plan }: Progress, id: string): boolean {
  return plan.steps.some((step) => step.id === id && step.state !== "waiting");
}

/** A step of that name, or of a name that begins so where it ends in `-`. */
export function isPlanned({ plan }: Progress, name: string): boolean {
  return plan.steps.some(({ id }) => (name.endsWith("-") ? id.startsWith(name) : id === name));
}

/** How a step of rows was read. */
export function readingOf(plan: Plan, id: string): Reading {
  const step = plan.steps.find((each) => each.id === id);
  if (step?.kind !== "rows") throw new Error(`The plan has no step of rows called ${id}.`);
  return step.reading;
}

/** Every step that was planned under such an id has been taken or left out. */
export function allDone({ plan }: Progress, prefix: string): boolean {
  return plan.steps.filter((step) => step.id.startsWith(prefix)).every((step) => step.state !== "waiting");
}

/** The table's id in a column's. */
export function tableOf(column: string): string {
  return column.slice(0, column.lastIndexOf("."));
}

/** The first day that the data do not cover any more: a stretch of time that ends later is not whole. */
export function endOfData(catalog: Catalog): string {
  return addDays(todayOf(catalog), 1);
}

/** A step of rows in the catalog's own terms; none where the catalog cannot say it. */
export function rowsStep(
  id: string,
  title: string,
  composition: Composition,
  catalog: Catalog,
  after: string[] = [],
): PlanStep[] {
  const reading = compose(composition, catalog);
  return reading ? [{ id, kind: "rows", title, after, state: "waiting", reading }] : [];
}

export function passagesStep(
  id: string,
  title: string,
  search: Pick<Extract<PlanStep, { kind: "passages" }>, "text" | "rows" | "published" | "themes" | "limit">,
  after: string[] = [],
): PlanStep {
  return { id, kind: "passages", title, after, state: "waiting", ...search };
}

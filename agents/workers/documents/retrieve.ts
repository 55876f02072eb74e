import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Evidence, Finding } from "#lib/contracts/evidence.ts";
import type { ScoredPassage, SearchResult } from "#lib/contracts/passage.ts";
import type { PlanStep } from "#lib/contracts/plan.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import { saveComputed } from "#lib/runs/computed.ts";
import { partId } from "#lib/runs/ids.ts";
import { MOST_ASKED_BACK, writeChoice } from "../../ask-back.ts";
import { defineNode, type NodeRuntime } from "../../node.ts";
import { readySteps } from "../../plan-progress.ts";
import type { AnalysisState } from "../../state.ts";
import { choiceOf } from "../../supervisor/choice.ts";
import { type Documents, isDown } from "./documents.ts";
import { type Theme, themesOf, themesTable } from "./themes.ts";

type PassagesStep = Extract<PlanStep, { kind: "passages" }>;

/** Passages that are shown where a step says nothing else. */
const USUAL = 8;
/** Themes that are looked up, with so many passages each. */
const THEMES = 3;
const PER_THEME = 2;

/**
 * Takes every step of passages whose turn it is. It only reads, so a crash in the middle costs nothing; what was found
 * is told once, as an event, and that is what the answer quotes.
 */
export const retrieve = defineNode<"input" | "analysis" | "plan" | "evidence" | "control">(
  "retrieve",
  async ({ input, analysis, plan, evidence, control }, runtime) => {
    const { source, run } = runtime;
    const catalog = await source.catalog(run.actor, input.now);
    const steps = readySteps(plan, evidence).filter((step) => step.kind === "passages");
    const found: Evidence[] = [];
    const findings: Finding[] = [];
    const retrieved: StoredRetrieval[] = [];
    // One after the other: the events' order is part of the record.
    for (const step of steps) {
      const brought = await take(step, catalog, runtime.at(plan.steps.indexOf(step)));
      found.push(...brought.evidence);
      findings.push(...brought.findings);
      if (brought.retrieval) retrieved.push(brought.retrieval);
    }
    const brought = { evidence: found, findings };
    const decision = found.map(({ digest }) => digest).join(" ");
    // What was found does not answer it, and the tables could be asked in a way that was too doubtful: the asker decides.
    const { approach } = analysis!;
    const isLast =
      approach?.kind === "passages" &&
      !(await runtime.reasoner.judgePassages(input.question, approach.figures, retrieved));
    const choice =
      isLast && isWorthAsking(analysis!) && control.askedBack < MOST_ASKED_BACK
        ? choiceOf(input.question, analysis!, catalog, analysis!.reason)
        : null;
    if (!choice) return { update: brought, decision };
    const asked = await writeChoice(choice, runtime);
    return { update: { ...brought, control: { ...control, choice: asked } }, decision };
  },
);

/** Readings that hardly hold together are no help to choose from. */
function isWorthAsking({ outcome, readings }: Pick<AnalysisState, "outcome" | "readings">): boolean {
  return outcome === "asked" && (readings[0]?.score ?? 0) >= WORTH_ASKING;
}

const WORTH_ASKING = 0.55;

async function take(step: PassagesStep, catalog: Catalog, runtime: NodeRuntime) {
  try {
    return await lookUp(step, catalog, runtime);
  } catch (error) {
    if (!isDown(error)) throw error;
    const { evidence } = await runtime.write("evidence-found", {
      evidence: outOfReach(step, error.sentence, catalog, runtime),
    });
    const findings: Finding[] = [{ code: "partial", sentence: error.sentence }];
    return { evidence: [evidence], findings, retrieval: null };
  }
}

/** The index does not answer: what the rows say is told all the same. */
function outOfReach(
  step: PassagesStep,
  sentence: string,
  catalog: Catalog,
  { run, source, step: superstep }: NodeRuntime,
): Evidence {
  return {
    id: partId("ev", run.id, `${step.id}@${superstep}`),
    step: superstep,
    task: step.id,
    kind: "none",
    ref: step.text.slice(0, 200),
    digest: sentence,
    asOf: catalog.asOf ?? catalog.now,
    rightsKey: `${source.config.id}/${run.actor.role}`,
    quality: [],
    reason: "error",
  };
}

async function lookUp(step: PassagesStep, catalog: Catalog, runtime: NodeRuntime) {
  const library = runtime.retrieval;
  const counted = step.themes && step.rows ? await countThemes(step, library, catalog, runtime) : null;
  const result = await search(step, counted?.themes ?? [], library, catalog, runtime);
  const { retrieval } = await runtime.write("passages-retrieved", {
    retrieval: {
      ...result,
      id: partId("ret", runtime.run.id, `${step.id}@${runtime.step}`),
      task: step.id,
      title: step.title,
      text: step.text,
      restrictedTo: [
        ...(step.rows ? [step.rows.label] : []),
        ...(step.published ? [periodInWords(step.published)] : []),
      ],
    },
  });
  // The search is told and the graph does not know it yet.
  runtime.probe("retrieve", "inside");
  const { evidence } = await runtime.write("evidence-found", {
    evidence: evidenceOf(retrieval, step, catalog, runtime),
  });
  return {
    retrieval,
    evidence: [evidence, ...(counted ? [counted.evidence] : [])],
    findings: [...(counted?.findings ?? []), ...findingsOf(retrieval)],
  };
}

interface Counted {
  themes: Theme[];
  findings: Finding[];
  evidence: Evidence;
}

/** Counts what the texts of these rows have in common, against all others of their table. */
async function countThemes(
  step: PassagesStep,
  library: Documents,
  catalog: Catalog,
  { run, source, core, write, writeIn, step: superstep }: NodeRuntime,
): Promise<Counted | null> {
  const { table, keys, label } = step.rows!;
  const { texts: all, truncated } = await library.texts({ source: source.config.id, table }, run.actor.role);
  const wanted = new Set(keys.map(String));
  const [texts, others] = [
    all.filter(({ key }) => wanted.has(key)),
    all.filter(({ key }) => !wanted.has(key)),
  ];
  const themes = themesOf(texts, others);
  const computed = themesTable(themes, {
    title: `What the ${label} speak of`,
    texts: texts.length,
    others: others.length,
    from: [],
  });
  if (!computed) return null;
  const { columns, rows, derivation } = computed;
  const task = `${step.id}-themes`;
  const resultId = await core.db.transaction(async (tx) => {
    const id = await saveComputed(tx, run.epoch, {
      runId: run.id,
      name: `${superstep}/${task}`,
      columns,
      rows,
      derived: derivation,
    });
    await writeIn(tx, "statistic-computed", {
      task,
      resultId: id,
      columns,
      rowCount: rows.length,
      derivation,
    });
    return id;
  });
  const evidence: Evidence = {
    id: `ev_${resultId.slice(4)}`,
    step: superstep,
    task,
    kind: "statistic",
    ref: resultId,
    digest: `${rows.length} themes in ${texts.length} texts: ${themes.map(({ label: each }) => each).join(", ")}.`,
    rowCount: rows.length,
    truncated,
    asOf: catalog.asOf ?? catalog.now,
    rightsKey: `${source.config.id}/${run.actor.role}`,
    quality: [],
  };
  const findings: Finding[] = truncated
    ? [
        {
          code: "partial",
          sentence: `What the texts have in common was counted on ${all.length.toLocaleString("en")} of them, not on all.`,
        },
      ]
    : [];
  return { themes, findings, ...(await write("evidence-found", { evidence })) };
}

/** With themes, each of the first is searched for, so that every one has a passage that shows it. */
async function search(
  step: PassagesStep,
  themes: Theme[],
  library: Documents,
  catalog: Catalog,
  { run, source }: NodeRuntime,
): Promise<SearchResult> {
  const request = (text: string, limit: number) =>
    library.search({
      text,
      role: run.actor.role,
      asOf: catalog.asOf ?? catalog.now.slice(0, 10),
      limit,
      rows: step.rows && { source: source.config.id, table: step.rows.table, keys: step.rows.keys },
      published: step.published,
    });
  const [first, ...others] = themes.slice(0, THEMES);
  const limit = step.limit ?? USUAL;
  if (!first)
    return step.rows ? request(step.text, limit) : mixed(await request(step.text, 3 * limit), limit);
  const results = [await request(first.label, PER_THEME)];
  for (const { label } of others) results.push(await request(label, PER_THEME));
  const unique = new Map<string, ScoredPassage>();
  for (const passage of results.flatMap(({ passages }) => passages))
    unique.set(passage.id, unique.get(passage.id) ?? passage);
  const [base] = results;
  const { none: _, ...rest } = base!;
  return {
    ...rest,
    passages: [...unique.values()],
    searched: { ...rest.searched, words: results.flatMap(({ searched }) => searched.words) },
    ...(unique.size === 0 && base!.none ? { none: base!.none } : {}),
  };
}

/** Hundreds of short texts that say the same must not crowd out the one paper that settles it. */
function mixed(result: SearchResult, limit: number): SearchResult {
  const papers = result.passages.filter(({ row }) => row === undefined).length;
  let texts = Math.max(limit - papers, Math.ceil(limit / 3));
  const passages = result.passages.filter(({ row }) => row === undefined || texts-- > 0).slice(0, limit);
  return { ...result, passages };
}

function evidenceOf(
  { id, passages, searched, none }: StoredRetrieval,
  step: PassagesStep,
  catalog: Catalog,
  { run, source, step: superstep }: NodeRuntime,
): Evidence {
  const documents = new Set(passages.map(({ documentId }) => documentId)).size;
  return {
    id: `ev_${id.slice(4)}`,
    step: superstep,
    task: step.id,
    kind: passages.length === 0 ? "none" : "passages",
    ref: id,
    digest:
      passages.length === 0
        ? `Nothing found in ${searched.documents.toLocaleString("en")} documents for “${step.text}”.`.slice(
            0,
            2000,
          )
        : `${passages.length} passage${passages.length === 1 ? "" : "s"} from ${documents} document${documents === 1 ? "" : "s"}, first “${passages[0]!.title}”.`.slice(
            0,
            2000,
          ),
    rowCount: passages.length,
    truncated: false,
    asOf: catalog.asOf ?? catalog.now,
    rightsKey: `${source.config.id}/${run.actor.role}`,
    quality: [],
    ...(none ? { reason: none } : passages.length === 0 ? { reason: "no_match" as const } : {}),
  };
}

function findingsOf({ passages, searched }: StoredRetrieval): Finding[] {
  const findings: Finding[] = [];
  const { ready, total } = searched.vectors;
  if (ready < total)
    findings.push({
      code: "partial",
      sentence: `Documents are still being indexed by meaning (${ready.toLocaleString("en")} of ${total.toLocaleString("en")} passages); by words they were searched in full.`,
    });
  for (const { suspicious, title } of passages)
    if (suspicious)
      findings.push({
        code: "suspicious",
        sentence: `“${title}” contains instructions to a machine reader. They were not followed.`,
      });
  return findings;
}

function periodInWords({ from, to }: { from?: string | undefined; to?: string | undefined }): string {
  if (from && to) return `published from ${from} to ${to}`;
  return from ? `published since ${from}` : `published before ${to}`;
}

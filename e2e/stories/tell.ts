import type { EventData, EventKind, NodeName } from "#lib/contracts/event.ts";
import type { Answer, Claim } from "#lib/contracts/evidence.ts";
import type { ScoredPassage } from "#lib/contracts/passage.ts";
import type { Reading } from "#lib/contracts/reading.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import type { Cell, ResultColumn } from "#lib/contracts/statement.ts";
import type { ToldEvent } from "../seed.ts";

/** An event of a story. */
export function told<K extends EventKind>(
  step: number,
  node: NodeName,
  kind: K,
  data: EventData<K>,
): ToldEvent {
  return { step, node, kind, data } as unknown as ToldEvent;
}

/** A node that began, told what it tells, and came to its end. */
export function node(
  step: number,
  name: NodeName,
  ms: number,
  decision: string,
  ...events: ToldEvent[]
): ToldEvent[] {
  return [
    told(step, name, "node-started", {}),
    ...events,
    told(step, name, "node-finished", { ms, decision }),
  ];
}

type Block = Answer["blocks"][number];

/** An answer from texts with slots, each rendered by its claim. */
export function answer(
  shown: Record<string, string>,
  claims: Claim[],
  ...blocks: [kind: Block["kind"], text: string][]
): Answer {
  const render = (text: string): Block["spans"] =>
    text
      .split(/(\{\{c\d+\}\})/)
      .filter((part) => part !== "")
      .map((part) => {
        const claim = /^\{\{(c\d+)\}\}$/.exec(part)?.[1];
        return claim === undefined ? { text: part } : { text: shown[claim] ?? "", claim };
      });
  const rendered = blocks.map(([kind, text]) => ({ kind, text, spans: render(text) }));
  return {
    text: rendered.map(({ spans }) => spans.map(({ text }) => text).join("")).join("\n\n"),
    blocks: rendered,
    claims,
  };
}

export function column(name: string, kind: ResultColumn["kind"]): ResultColumn {
  return { name, type: kind === "decimal" ? "numeric" : kind, kind };
}

export function result(id: string, columns: ResultColumn[], rows: Cell[][]) {
  return { id, columns, rows, rowCount: rows.length, truncated: false, derived: null };
}

const NO_READING: Reading = {
  measures: [],
  dimensions: [],
  filters: [],
  time: null,
  order: null,
  limit: null,
  entities: [],
  joins: [],
  grain: "",
  words: "",
  unread: [],
  score: 0.9,
  sql: "",
  params: [],
  output: [],
};

export function reading(parts: Partial<Reading>): Reading {
  return { ...NO_READING, ...parts };
}

export function part(label: string) {
  return { label, words: [label.toLowerCase()], alternatives: [] };
}

export function passage(
  id: string,
  about: Partial<ScoredPassage> & Pick<ScoredPassage, "title" | "text">,
  final: number,
): ScoredPassage {
  return {
    id,
    documentId: `documents/${id}.md`,
    version: "0".repeat(64),
    chunk: 0,
    headings: [],
    start: 0,
    end: about.text.length,
    collection: "library",
    coverage: final,
    scores: {
      bm25: final * 14,
      cosine: final - 0.1,
      fused: final + 0.02,
      recency: 0.97,
      final,
    },
    ...about,
  };
}

export function retrieval(
  about: Pick<StoredRetrieval, "id" | "task" | "text" | "title" | "passages"> & Partial<StoredRetrieval>,
): StoredRetrieval {
  return {
    restrictedTo: [],
    below: [],
    threshold: {
      coverage: 0.5,
      cosine: 0.45,
      sentence: "A passage counts where it covers half of the words.",
    },
    ...(about.passages.length === 0 && { none: "no_match" as const }),
    searched: {
      documents: 84,
      passages: 612,
      words: about.text.split(" "),
      unknownWords: [],
      collections: ["Documents"],
      vectors: { ready: 340, total: 612 },
      fusion: { method: "weighted_sum", vectorWeight: 0.4, earnedFrom: "62 judged questions" },
    },
    ...about,
  };
}

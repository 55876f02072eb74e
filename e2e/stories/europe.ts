import type { Story } from "../seed.ts";
import { europeAnswer } from "./europe-answer.ts";
import { europeIds } from "./europe-ids.ts";
import { europeRetrievals } from "./europe-passages.ts";
import { europePlan, europeTables, marginReading } from "./europe-tables.ts";
import { node, told } from "./tell.ts";

const QUESTION = "Why are European operations underperforming?";
const LAYERS = ["syntax", "safety", "schema", "meaning", "shape"] as const;

/** A question that takes figures, a computed table and passages, some of which contradict the rows. */
export const EUROPE: Story = {
  question: QUESTION,
  status: "done",
  tell: (runId) => {
    const ids = europeIds(runId);
    const { margin, cost, moved, derivation } = europeTables(ids);
    const { found, nothing } = europeRetrievals(ids);
    const checked = (hash: string, text: string) =>
      told(3, "guard", "sql-checked", {
        accepted: true,
        layers: LAYERS.map((layer) => ({ layer, verdict: "passed", sentence: "", candidates: [] })),
        text,
        params: [],
        hash,
        tables: ["finance.monthly_financials"],
      });
    const executed = (task: string, title: string, hash: string, { id, columns, rowCount }: typeof margin) =>
      told(4, "execute", "sql-executed", {
        task,
        title,
        resultId: id,
        hash,
        columns,
        rowCount,
        truncated: false,
        ms: 82,
      });
    return {
      results: [margin, cost, moved],
      events: [
        told(0, "run", "run-queued", {
          question: QUESTION,
          sourceId: "northlight",
          sourceName: "Northlight warehouse",
          role: "global",
        }),
        told(0, "run", "run-started", { attempt: 1 }),
        ...node(1, "intake", 12, "Northlight warehouse: 31 tables; 84 documents."),
        ...node(
          2,
          "understand",
          9,
          "A plan of six steps.",
          told(2, "understand", "question-understood", {
            question: QUESTION,
            prediction: {
              outcome: "answered",
              sql: null,
              params: [],
              score: 0.9,
              reason: "",
              readings: [marginReading],
              followUp: { kept: ["EMEA"], changed: ["net margin instead of revenue"] },
            },
          }),
          told(2, "understand", "route-chosen", {
            route: "hybrid",
            runnerUp: "deep_analysis",
            reason: "“Why” asks for figures and for reasons.",
          }),
          told(2, "understand", "plan-made", {
            plan: europePlan(ids),
            reason: "Figures first, then what moved them, then what is written about it.",
          }),
        ),
        ...node(
          3,
          "guard",
          4,
          "Two statements pass.",
          checked("h1", "SELECT quarter, region, net_margin FROM finance.margins"),
          checked("h2", "SELECT quarter, compliance_cost FROM finance.costs"),
        ),
        ...node(
          4,
          "execute",
          212,
          "10 rows and 3 rows.",
          executed("s1", "Net margin by region and quarter", "h1", margin),
          executed("s3", "Compliance cost in Germany, by quarter", "h2", cost),
        ),
        ...node(
          5,
          "retrieve",
          88,
          "Four passages, and none on ports.",
          told(5, "retrieve", "passages-retrieved", { retrieval: found }),
          told(5, "retrieve", "passages-retrieved", { retrieval: nothing }),
        ),
        ...node(
          6,
          "collect",
          3,
          "One table computed.",
          told(6, "collect", "statistic-computed", {
            task: "s2",
            resultId: moved.id,
            columns: moved.columns,
            rowCount: moved.rowCount,
            derivation,
          }),
          told(6, "collect", "limit-reached", {
            sentence: "The plan may have five steps at most; the shipments by carrier were left out.",
          }),
        ),
        ...node(
          7,
          "respond",
          6,
          "12 of 12 figures computed again.",
          told(7, "respond", "chart-drawn", {
            chart: {
              kind: "line",
              resultId: margin.id,
              title: "Net margin by region",
              x: 0,
              y: [2],
              series: 1,
              unit: "ratio",
            },
          }),
          told(7, "respond", "claims-verified", { verified: 12, removed: [] }),
          told(7, "respond", "answer-written", { answer: europeAnswer(ids) }),
        ),
        told(1_000_000, "run", "run-finished", { status: "done", ms: 1_420, queries: 2 }),
      ],
    };
  },
};

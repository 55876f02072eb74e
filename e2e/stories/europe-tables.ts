import type { Plan } from "#lib/contracts/plan.ts";
import type { Derivation } from "#lib/contracts/statement.ts";
import type { EuropeIds } from "./europe-ids.ts";
import { column, part, reading, result } from "./tell.ts";

export const marginReading = reading({
  measures: [part("net margin")],
  dimensions: [part("region"), part("quarter")],
  filters: [part("EMEA")],
  time: { ...part("Q3 2025 to Q3 2026"), from: "2025-07-01", to: "2026-10-01", grain: "quarter" },
  words: "net margin, by region and quarter",
  output: [
    { name: "quarter", label: "Quarter", role: "time" },
    { name: "region", label: "Region", role: "dimension" },
    { name: "net_margin", label: "Net margin", role: "measure", unit: "ratio" },
  ],
});

const costReading = reading({
  measures: [part("compliance cost")],
  dimensions: [part("quarter")],
  filters: [part("Germany")],
  words: "compliance cost in Germany, by quarter",
  output: [
    { name: "quarter", label: "Quarter", role: "time" },
    { name: "compliance_cost", label: "Compliance cost", role: "measure", unit: "currency:EUR" },
  ],
});

const QUARTERS = ["2025-07-01", "2025-10-01", "2026-01-01", "2026-04-01", "2026-07-01"];
const MARGINS = {
  EMEA: ["0.184", "0.162", "0.143", "0.130", "0.121"],
  APAC: ["0.192", "0.199", "0.204", "0.211", "0.219"],
};

/** Two tables of rows, and one that was computed from the first. */
export function europeTables({ margin, cost, moved }: EuropeIds) {
  const derivation: Derivation = {
    operation: "contributions",
    title: "What moved EMEA's net margin, by country",
    method: "A country's contribution is its change in margin times its share of revenue: Σ wᵢ·Δmᵢ.",
    from: [margin],
    output: [
      { name: "country", label: "Country", role: "dimension" },
      { name: "contribution", label: "Contribution", role: "measure", unit: "points" },
    ],
  };
  const regions = Object.entries(MARGINS).flatMap(([region, margins]) =>
    margins.map((value, at) => [QUARTERS[at]!, region, value]),
  );
  const parts = [
    ["Germany", "-0.045"],
    ["France", "-0.012"],
    ["Netherlands", "-0.009"],
    ["Spain", "0.003"],
  ];
  const costs = [
    ["2025-04-01", "420000"],
    ["2025-07-01", "1180000"],
    ["2025-10-01", "1310000"],
  ];
  const quarter = column("quarter", "date");
  return {
    derivation,
    margin: result(margin, [quarter, column("region", "text"), column("net_margin", "decimal")], regions),
    cost: result(cost, [quarter, column("compliance_cost", "decimal")], costs),
    moved: {
      ...result(moved, [column("country", "text"), column("contribution", "decimal")], parts),
      derived: derivation,
    },
  };
}

/** A plan whose last step was left out. */
export function europePlan({ margin, cost, moved, found, nothing }: EuropeIds): Plan {
  const done = (id: string, title: string, ...after: string[]) => ({
    id,
    title,
    after,
    state: "done" as const,
  });
  return {
    since: 0,
    steps: [
      {
        ...done("s1", "Net margin by region and quarter"),
        kind: "rows",
        reading: marginReading,
        resultId: margin,
      },
      {
        ...done("s2", "What moved it, by country", "s1"),
        kind: "statistic",
        operation: "contributions",
        resultId: moved,
      },
      {
        ...done("s3", "Compliance cost in Germany", "s2"),
        kind: "rows",
        reading: costReading,
        resultId: cost,
      },
      {
        ...done("s4", "Notices and reports on Germany", "s2"),
        kind: "passages",
        text: "Germany compliance reporting duties 2025",
        retrievalId: found,
      },
      {
        ...done("s5", "Strikes in French ports", "s2"),
        kind: "passages",
        text: "France port strike",
        retrievalId: nothing,
      },
      {
        ...done("s6", "Shipments by carrier", "s2"),
        kind: "rows",
        state: "left_out",
        note: "The plan may have five steps at most.",
        reading: marginReading,
      },
    ],
  };
}

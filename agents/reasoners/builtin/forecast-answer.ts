import type { AnswerBlock, Claim } from "#lib/contracts/evidence.ts";
import { type Approach, scopeLabel } from "../../supervisor/approach.ts";
import type { SynthesisInput } from "../reasoner.ts";
import { ClaimWriter } from "./claim-writer.ts";
import { capital } from "./wording.ts";

/** What is expected, how sure that is, and by what method. */
export function forecastAnswer(
  { metric, filters }: Extract<Approach, { kind: "forecast" }>,
  { results }: SynthesisInput,
  claims: Claim[],
): AnswerBlock[] {
  const table = results.get("forecast");
  const what = `${metric.name}${scopeLabel(filters)}`;
  if (!table)
    return [
      {
        kind: "finding",
        text: `There are not two whole years of ${what} to go by, so it is not forecast. Its course so far is below.`,
      },
    ];
  const writer = new ClaimWriter(table, claims);
  const last = table.rows.length - 1;
  const month = (row: number) => writer.cell(row, 0, "month");
  const figure = (row: number, column: number) => writer.cell(row, column, metric.unit);
  const [expected] = table.derived!.output.slice(1);
  const lead = expected?.additive
    ? `${capital(what)} is expected to come to ${writer.total(1, metric.unit)} from ${month(0)} to ${month(last)}.`
    : `${capital(what)} is expected to be ${figure(last, 1)} in ${month(last)}.`;
  return [
    { kind: "finding", text: lead },
    {
      kind: "detail",
      text: `For ${month(0)} that is ${figure(0, 1)}, and four times in five between ${figure(0, 2)} and ${figure(0, 3)}. On the last months that are known the method was off by ${writer.cell(0, 4, "ratio")} on average.`,
    },
    {
      kind: "caveat",
      text: "This goes on with the season and the growth of the last year. It knows nothing of what is planned or announced.",
    },
  ];
}

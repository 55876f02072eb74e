import type { Metric } from "#lib/contracts/catalog.ts";
import type { AnswerBlock, Claim } from "#lib/contracts/evidence.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import type { Filter } from "#lib/nlq/compose.ts";
import { MOST_NAMES } from "../../supervisor/plans/named-in-rows.ts";
import type { DraftAnswer, SynthesisInput } from "../reasoner.ts";
import { ClaimWriter } from "./claim-writer.ts";
import { forecastAnswer } from "./forecast-answer.ts";
import { isAnswered, nothingWritten, passagesAnswer } from "./passages-answer.ts";
import { reasonsAnswer } from "./reasons-answer.ts";
import { rowsAnswer } from "./rows-answer.ts";
import { textsAnswer } from "./texts-answer.ts";
import { capital } from "./wording.ts";

/** Writes the answer from what the steps brought, as the approach has it; what there is to know about it comes last. */
export function synthesise(input: SynthesisInput): DraftAnswer {
  const claims: Claim[] = [];
  const blocks = bodyOf(input, claims);
  const caveats = input.findings
    .filter(({ code }) => code !== "empty")
    .map<AnswerBlock>(({ sentence }) => ({ kind: "caveat", text: sentence }));
  const leftOut = input.plan.steps
    // Figures that would only have been compared are no loss to the answer; the plan shows them.
    .filter(
      ({ id, state, note }) => state === "left_out" && note !== undefined && !id.startsWith("indicators-"),
    )
    .map<AnswerBlock>(({ title, note }) => ({ kind: "caveat", text: `Left out: ${title}. ${note}` }));
  return { blocks: [...blocks, ...caveats, ...leftOut], claims };
}

function bodyOf(input: SynthesisInput, claims: Claim[]): AnswerBlock[] {
  const { approach, question, retrievals } = input;
  switch (approach?.kind) {
    case "reasons":
      return reasonsAnswer(approach, input, claims);
    case "forecast":
      return forecastAnswer(approach, input, claims);
    case "passages":
      return writtenOrNot(approach.figures, input, claims);
    case "named_in_rows":
      return [
        ...named(approach.span, input, claims),
        ...written(retrievals[0]?.text ?? question, retrievals, claims),
      ];
    case "beside":
      return [...rows(input, claims), ...written(approach.text, retrievals, claims)];
    case "texts_of_rows":
      return [
        ...(approach.of ? figureOfGroup(approach.of, input, claims) : rows(input, claims)),
        ...retrievals.flatMap((each) => ofRows(each, input, claims)),
      ];
    default:
      return rows(input, claims);
  }
}

function rows({ reading, results, findings, plan }: SynthesisInput, claims: Claim[]): AnswerBlock[] {
  const result = results.get("rows");
  const wider = plan.steps.flatMap((step) => {
    const found = step.kind === "rows" && step.id.startsWith("without-") ? results.get(step.id) : undefined;
    return step.kind === "rows" && found ? [{ title: step.title, reading: step.reading, result: found }] : [];
  });
  return reading && result ? rowsAnswer({ reading, result, findings, wider }, claims) : [];
}

/** From the documents; where they do not answer, also why the tables do not. */
function writtenOrNot(
  figures: boolean,
  { question, retrievals, reason }: SynthesisInput,
  claims: Claim[],
): AnswerBlock[] {
  const blocks = passagesAnswer(question, retrievals, claims, figures);
  const isAnswer = blocks.length > 0 && isAnswered(question, figures, retrievals);
  if (isAnswer) return blocks;
  return [
    ...(blocks.length > 0 ? blocks : nothingWritten(retrievals)),
    ...(reason === "" ? [] : [{ kind: "next" as const, text: reason }]),
  ];
}

function written(question: string, retrievals: StoredRetrieval[], claims: Claim[]): AnswerBlock[] {
  const blocks = passagesAnswer(question, retrievals, claims);
  return blocks.length > 0 ? blocks : nothingWritten(retrievals);
}

/** `The director of Project Aurora: Ingrid Solheim.`; of many, how many there are. */
function named(span: string, { results }: SynthesisInput, claims: Claim[]): AnswerBlock[] {
  const found = results.get("rows");
  const at = found?.columns.findIndex(({ kind }) => kind === "text") ?? -1;
  if (!found || at < 0 || found.rows.length === 0) return [];
  const writer = new ClaimWriter(found, claims);
  if (found.rows.length > MOST_NAMES) {
    const count = found.truncated
      ? "more than can be named"
      : `${writer.rowCount()}, too many to look each up`;
    return [{ kind: "detail", text: `${capital(span)}: ${count}.` }];
  }
  // `The Beacon Edge Gateway: Beacon Edge Gateway` says nothing.
  if (found.rows.every((row) => span.toLowerCase().includes(String(row[at]).toLowerCase()))) return [];
  const names = found.rows.map((_, row) => writer.cell(row, at, "text"));
  return [{ kind: "detail", text: `${capital(span)}: ${names.join(", ")}.` }];
}

/** `Churn rate for ENTERPRISE is 21.1%.`: of the group that was asked about, whichever comes first. */
function figureOfGroup(
  { metric, filters }: { metric: Metric; filters: Filter[] },
  input: SynthesisInput,
  claims: Claim[],
): AnswerBlock[] {
  const result = input.results.get("rows");
  const values = filters[0]?.values ?? [];
  const row = result?.rows.findIndex(([group]) => values.includes(String(group))) ?? -1;
  if (!result || row < 0) return rows(input, claims);
  const writer = new ClaimWriter(result, claims);
  const figure = writer.cell(row, result.columns.length - 1, metric.unit);
  return [
    { kind: "finding", text: `${capital(metric.name)} for ${writer.cell(row, 0, "text")} is ${figure}.` },
  ];
}

function ofRows(retrieval: StoredRetrieval, { results }: SynthesisInput, claims: Claim[]): AnswerBlock[] {
  const [label] = retrieval.restrictedTo;
  if (label === undefined) return written(retrieval.text, [retrieval], claims);
  return textsAnswer(
    {
      title: `In the ${label}`,
      themes: results.get(`${retrieval.task}-themes`),
      retrieval,
    },
    claims,
  );
}

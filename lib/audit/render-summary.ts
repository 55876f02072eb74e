import type { ExplanationSummary } from "./summary.ts";

/** The summary as Markdown, to hand on or to read in a terminal. */
export function summaryMarkdown(summary: ExplanationSummary): string {
  return `${sections(summary)
    .map(({ title, lines }) => `## ${title}\n\n${lines.map(markdownLine).join("\n")}`)
    .reduce((text, section) => `${text}\n\n${section}`, `# ${oneLine(summary.question)}`)}\n`;
}

/** The summary as one HTML page without scripts, styles from elsewhere or links. */
export function summaryHtml(summary: ExplanationSummary): string {
  const body = sections(summary)
    .map(({ title, lines }) => `<h2>${escapeHtml(title)}</h2>\n${lines.map(htmlLine).join("\n")}`)
    .join("\n");
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escapeHtml(summary.question)}</title>
<style>body{font:16px/1.55 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem;color:#1b1a17}
h1{font-size:1.5rem}h2{font-size:1rem;margin-top:2rem;color:#5a574f}pre{background:#f2f0e9;padding:.8rem;overflow-x:auto}</style>
<h1>${escapeHtml(summary.question)}</h1>
${body}
</html>
`;
}

type Line = string | { code: string };

interface Section {
  title: string;
  lines: Line[];
}

function sections(summary: ExplanationSummary): Section[] {
  const { askedBy, reading, route, followUp, clarifications, plan, statements, computed, searches } = summary;
  const { approvals, findings, claims, removed, records } = summary;
  return [
    { title: "Answer", lines: [summary.answer ?? "There is no answer."] },
    {
      title: "Asked",
      lines: [
        `By ${askedBy.id} as ${askedBy.role}, ${summary.askedAt}, of ${summary.source}. The run ended: ${summary.status}.`,
        ...(reading === null ? [] : [`Read as: ${reading}.`]),
        ...(followUp === null
          ? []
          : [
              `Goes on from the question before: kept ${followUp.kept.join(", ")}; ${followUp.changed.join(", ")}.`,
            ]),
        ...clarifications.map(
          ({ question, answer, by }) =>
            `Asked back: ${question} Answered${by === null ? "" : ` by ${by}`}: ${answer}.`,
        ),
        ...(route === null ? [] : [`Route: ${route.name.replaceAll("_", " ")}. ${route.reason}`]),
      ],
    },
    ...(plan.length === 0 ? [] : [{ title: "Plan", lines: plan.map(planLine) }]),
    ...statements.map(statementSection),
    ...computed.map(({ title, method, from, rows, resultId }) => ({
      title: `Computed: ${title}`,
      lines: [
        method,
        `${rows} rows, result ${resultId}${from.length > 0 ? `, from ${from.join(", ")}` : ""}.`,
      ],
    })),
    ...searches.map(searchSection),
    ...(approvals.length === 0 ? [] : [{ title: "Approvals", lines: approvals.map(approvalLine) }]),
    ...(findings.length === 0 ? [] : [{ title: "To know before trusting it", lines: findings }]),
    {
      title: "Figures",
      lines: [
        ...claims.map(({ shown, basis }) => `${shown} — ${basis}.`),
        `${summary.verified} figures and quotations were checked against the stored results and passages.`,
        ...removed.map((each) => `Left out: ${each}`),
      ],
    },
    {
      title: "Record",
      lines: [`Run ${summary.runId}: ${records.count} records, the last with hash ${records.lastHash}.`],
    },
  ];
}

function statementSection(statement: ExplanationSummary["statements"][number], index: number): Section {
  const { text, params, tables, layers, price, rows, truncated, ms, hash, resultId } = statement;
  const ran =
    resultId === null
      ? "It did not run."
      : `It ran in ${ms} ms and gave ${rows === null ? "more rows than are kept" : `${rows} rows`}${truncated ? " (cut)" : ""}: result ${resultId}.`;
  return {
    title: `Statement ${index + 1}`,
    lines: [
      {
        code:
          params.length === 0
            ? text
            : `${text}\n-- ${params.map((each, at) => `$${at + 1} = ${each}`).join(", ")}`,
      },
      `Reads ${tables.join(", ") || "no table"}. SHA-256 ${hash}.`,
      ...layers.map(({ layer, verdict, sentence }) => `${layer}: ${verdict}. ${sentence}`),
      ...(price === null ? [] : [price]),
      ran,
    ],
  };
}

function planLine({ title, state, note }: ExplanationSummary["plan"][number]): string {
  return `${title}: ${state.replaceAll("_", " ")}.${note === null ? "" : ` ${note}`}`;
}

function searchSection(search: ExplanationSummary["searches"][number]): Section {
  const { id, title, text, restrictedTo, searched, none, passages } = search;
  const within = restrictedTo.length > 0 ? ` Only ${restrictedTo.join("; ")}.` : "";
  return {
    title: `Search: ${title}`,
    lines: [
      `“${text}” in ${searched.passages} passages of ${searched.documents} documents.${within} Search ${id}.`,
      ...(none === null ? [] : [`Nothing was found (${none.replaceAll("_", " ")}).`]),
      ...passages.map(passageLine),
    ],
  };
}

function passageLine(passage: ExplanationSummary["searches"][number]["passages"][number]): string {
  const { title, reference, published, version, superseded, suspicious, score, id } = passage;
  const marks = [
    ...(superseded ? ["superseded"] : []),
    ...(suspicious ? ["contains instructions, not followed"] : []),
  ];
  return `${[title, reference, published].filter((each) => each !== null).join(", ")}: passage ${id}, version ${version.slice(0, 12)}${score === null ? "" : `, score ${score.toFixed(3)}`}${marks.length > 0 ? ` (${marks.join("; ")})` : ""}.`;
}

function approvalLine({
  price,
  decision,
  by,
  at,
  reason,
  edited,
}: ExplanationSummary["approvals"][number]): string {
  const who = by === null ? "" : ` by ${by}`;
  const when = at === null ? "" : ` at ${at}`;
  return `${price} Decision: ${decision}${who}${when}${edited ? ", after an edit" : ""}.${reason ? ` Reason: ${reason}` : ""}`;
}

function markdownLine(line: Line): string {
  // What people and data wrote is text: it must not turn into headings, links or images.
  return typeof line === "string"
    ? `- ${oneLine(line).replace(/[\\`*_[\]<>#!|]/g, "\\$&")}`
    : `\n\`\`\`sql\n${line.code.replaceAll("```", "'''")}\n\`\`\`\n`;
}

function htmlLine(line: Line): string {
  return typeof line === "string" ? `<p>${escapeHtml(line)}</p>` : `<pre>${escapeHtml(line.code)}</pre>`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

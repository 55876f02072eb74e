import { MarkedPassage } from "./marked-passage.tsx";
import type { Span } from "./passage-anchor.ts";
import { type TextPart, textParts } from "./text-parts.ts";

interface Marked {
  /** What was cited. */
  quoted: readonly Span[];
  /** The quotation that was opened. */
  opened: Span | null;
}

/** A text with its headings, lists and tables, what was cited marked where it stands. */
export function PassageText({ text, ...marked }: Marked & { text: string }) {
  return (
    <div className="flex flex-col gap-3 leading-relaxed [overflow-wrap:anywhere]">
      {textParts(text).map((part) => (
        <Part key={part.start} part={part} {...marked} />
      ))}
    </div>
  );
}

const HEADINGS = ["text-xl", "text-lg", "text-base"];

function Part({ part, quoted, opened }: Marked & { part: TextPart }) {
  if (part.kind === "table") return <Table rows={part.rows} quoted={quoted} opened={opened} />;
  // What is cited may begin and end within a part, or run over several.
  const here = ({ start, end }: Span) => ({ start: start - part.start, end: end - part.start });
  const marked = <MarkedPassage text={part.text} quoted={quoted.map(here)} opened={opened && here(opened)} />;
  if (part.kind === "heading") {
    // The page's own heading is the first.
    const Heading = part.level <= 1 ? "h2" : part.level === 2 ? "h3" : "h4";
    return (
      <Heading className={`pt-2 font-semibold tracking-tight ${HEADINGS[part.level - 1] ?? "text-base"}`}>
        {marked}
      </Heading>
    );
  }
  if (part.kind === "item")
    return (
      <p className="flex gap-2.5 pl-1">
        <span className="min-w-4 shrink-0 text-ink-faint">{part.mark}</span>
        <span className="min-w-0">{marked}</span>
      </p>
    );
  return <p className="text-pretty">{marked}</p>;
}

type Rows = Extract<TextPart, { kind: "table" }>["rows"];

function Table({ rows: [head, ...rows], quoted, opened }: Marked & { rows: Rows }) {
  if (!head) return null;
  const stateOf = (row: Span) => {
    const holds = (span: Span) => span.start < row.end && row.start < span.end;
    if (opened !== null && holds(opened)) return "opened";
    return quoted.some(holds) ? "quoted" : undefined;
  };
  return (
    <div className="overflow-x-auto rounded-md border border-line">
      <table className="w-full border-collapse text-sm">
        <thead className="bg-panel">
          <tr>
            {head.cells.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells of a fixed text
              <th key={at} scope="col" className="px-3 py-1.5 text-left font-medium text-ink-soft">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, start, end }) => (
            <tr
              key={start}
              data-marked={stateOf({ start, end })}
              className="border-line border-t data-[marked=opened]:bg-passages/25 data-[marked=quoted]:bg-passages-soft"
            >
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells of a fixed text
                <td key={at} className="px-3 py-1.5">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

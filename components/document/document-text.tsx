import { MarkedPassage } from "#components/passage/marked-passage.tsx";
import type { Span } from "#components/passage/passage-anchor.ts";
import { type DocumentPart, documentParts } from "./document-parts.ts";

interface DocumentTextProps {
  text: string;
  /** The passage that was cited. */
  cited: Span | null;
}

/** A document's whole text with its headings and tables, what was cited marked where it stands. */
export function DocumentText({ text, cited }: DocumentTextProps) {
  return (
    <div className="flex flex-col gap-3 leading-relaxed [overflow-wrap:anywhere]">
      {documentParts(text).map((part) => (
        <Part key={part.start} part={part} cited={cited} />
      ))}
    </div>
  );
}

const HEADINGS = ["text-xl", "text-lg", "text-base"];

function Part({ part, cited }: { part: DocumentPart; cited: Span | null }) {
  if (part.kind === "table") return <Table rows={part.rows} cited={cited} />;
  // A passage may begin and end within a part, or run over several.
  const here = cited && { start: cited.start - part.start, end: cited.end - part.start };
  const marked = <MarkedPassage text={part.text} quoted={here ? [here] : []} opened={null} />;
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
        <span className="text-ink-faint">{part.mark}</span>
        <span className="min-w-0">{marked}</span>
      </p>
    );
  return <p className="text-pretty">{marked}</p>;
}

type Rows = Extract<DocumentPart, { kind: "table" }>["rows"];

function Table({ rows: [head, ...rows], cited }: { rows: Rows; cited: Span | null }) {
  if (!head) return null;
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
              className={`border-line border-t ${cited && cited.start < end && start < cited.end ? "bg-passages-soft" : ""}`}
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

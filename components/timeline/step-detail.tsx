import { useTranslations } from "next-intl";
import { SqlBlock } from "#components/sql/sql-block.tsx";
import type { TimelineRow } from "#components/wire/fold-rows.ts";
import type { EventView } from "#lib/contracts/event.ts";
import type { Reading, ReadingPart } from "#lib/contracts/reading.ts";
import { FoundPassages } from "./found-passages.tsx";

const DETAILED = new Set<EventView["kind"]>([
  "question-understood",
  "plan-made",
  "sql-drafted",
  "sql-checked",
  "join-approved",
  "sql-estimated",
  "result-validated",
  "claims-verified",
  "retry-decided",
  "sql-unsettled",
  "approval-asked",
  "approval-revised",
  "clarification-asked",
  "passages-retrieved",
  "statistic-computed",
]);

export function hasDetail(row: TimelineRow): boolean {
  return row.events.some((event) => DETAILED.has(event.kind));
}

/** What a step rests on: the links from words to columns, the SQL, each layer's verdict, the plan, the findings. */
export function StepDetail({ row }: { row: TimelineRow }) {
  return (
    <div className="flex flex-col gap-2.5 text-sm">
      {row.events.map((event) => (
        <EventDetail key={event.seq} event={event} />
      ))}
    </div>
  );
}

function EventDetail({ event }: { event: EventView }) {
  const t = useTranslations("timeline");
  switch (event.kind) {
    case "question-understood": {
      const reading = event.data.prediction.readings[0];
      return reading ? (
        <>
          <Links reading={reading} title={t("links")} />
          <Sentences sentences={reading.joins} />
        </>
      ) : null;
    }
    case "route-chosen":
      return (
        <p className="text-ink-soft">
          {t("route", { route: t(`routes.${event.data.route}`), reason: event.data.reason })}{" "}
          {event.data.runnerUp && t("runnerUp", { route: t(`routes.${event.data.runnerUp}`) })}
        </p>
      );
    case "sql-drafted":
      return <SqlBlock sql={event.data.sql} params={event.data.params} />;
    case "sql-checked":
      return (
        <ul className="flex flex-col gap-1 text-ink-soft">
          {event.data.layers.map(({ layer, verdict, sentence, code, candidates }) => (
            <li key={layer} className={verdict === "failed" ? "text-person" : ""}>
              <span className="font-medium">{t(`layer.${layer}`)}</span>{" "}
              {code && <span className="font-mono text-xs">{code}</span>} {sentence} {candidates.join(", ")}
            </li>
          ))}
        </ul>
      );
    case "join-approved":
      return (
        <ul className="flex flex-col gap-1 text-ink-soft">
          {event.data.joins.map(({ from, to, rule, trial }) => (
            <li key={`${from.join()}>${to.join()}`}>
              {t("join", { from: shortIds(from), to: shortIds(to), rule })}
              {trial && ` ${t("joinTrial", { matched: trial.matched, referring: trial.referring })}`}
            </li>
          ))}
        </ul>
      );
    case "sql-estimated":
      return (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          tabIndex={0}
          className="overflow-x-auto rounded-md bg-code p-2.5 font-mono text-ink-soft text-xs"
        >
          {event.data.estimate.plan.join("\n")}
        </pre>
      );
    case "approval-asked":
    case "approval-revised":
      return (
        <>
          <p className="text-ink-soft">{event.data.approval.price.sentence}</p>
          <SqlBlock sql={event.data.approval.sql} params={event.data.approval.params} />
        </>
      );
    case "clarification-asked":
      return <Sentences sentences={event.data.clarification.options.map(({ label }) => label)} />;
    case "plan-made":
      return <p className="text-ink-soft">{event.data.reason}</p>;
    case "passages-retrieved":
      return <FoundPassages retrieval={event.data.retrieval} />;
    case "statistic-computed":
      return <Sentences sentences={[event.data.derivation.title, event.data.derivation.method]} />;
    case "result-validated":
      return <Sentences sentences={event.data.findings.map((finding) => finding.sentence)} />;
    case "claims-verified":
      return <Sentences sentences={event.data.removed} />;
    case "retry-decided":
      return <Sentences sentences={[event.data.error, event.data.diagnosis, event.data.change]} />;
    case "sql-unsettled":
      return <Sentences sentences={[event.data.sentence]} />;
    default:
      return null;
  }
}

/** `orders.customer_id` of `sales.orders.customer_id`. */
function shortIds(ids: string[]): string {
  return ids.map((id) => id.split(".").slice(-2).join(".")).join(", ");
}

function Sentences({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-ink-soft">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** Which words became which column or value, and why. */
function Links({ reading, title }: { reading: Reading; title: string }) {
  const parts: ReadingPart[] = [
    ...reading.measures,
    ...reading.entities,
    ...reading.dimensions,
    ...reading.filters,
    ...(reading.time ? [reading.time] : []),
  ].filter((part) => part.words.length > 0);
  return (
    <dl className="flex flex-col gap-1.5" aria-label={title}>
      {parts.map((part) => (
        <div key={`${part.label}-${part.words.join()}`}>
          <dt className="inline">
            “{part.words.join(" ")}” → <span className="font-medium">{part.label}</span>
          </dt>
          {part.because && <dd className="text-ink-faint">{part.because}</dd>}
        </div>
      ))}
    </dl>
  );
}

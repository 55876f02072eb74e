import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Prediction, Reading } from "#lib/contracts/reading.ts";
import { compose } from "#lib/nlq/compose.ts";
import { topicsOf } from "#lib/nlq/topics.ts";
import type { Choice } from "../state.ts";

const MOST_OPTIONS = 5;
const FIRST_ROWS = 10;

/**
 * A question back with what it could mean, each option a reading that can be run as it stands: the readings that were
 * found, or, of something good without a measure, the figures by which its rows can be ranked.
 *
 * @returns null where there is nothing to offer
 */
export function choiceOf(
  question: string,
  { outcome, readings }: Pick<Prediction, "outcome" | "readings">,
  catalog: Catalog,
  reason: string,
  isVague = false,
): Omit<Choice, "id"> | null {
  const rankings = isVague || outcome !== "asked" ? rankingsOf(question, catalog) : [];
  if (rankings.length > 0)
    return {
      question: "By which figure? The question does not say what makes one better than another.",
      options: rankings.map((reading, at) => ({
        id: `m${at + 1}`,
        label: sentence(reading.words),
        detail: null,
        reading,
      })),
    };
  if (outcome === "asked" && readings.length > 0)
    return {
      question: readings.length > 1 ? "Which one do you mean?" : reason,
      options: distinct(readings).map((reading, at) => ({
        id: `r${at + 1}`,
        label: sentence(reading.words),
        detail: reading.joins.length > 0 ? reading.joins.join("; ") : null,
        reading,
      })),
    };
  return null;
}

function distinct(readings: Reading[]): Reading[] {
  return [
    ...new Map(readings.map((reading) => [`${reading.words}|${reading.joins.join()}`, reading])).values(),
  ];
}

/** The rows of the table that is named, ranked by each metric that is kept of them. */
function rankingsOf(question: string, catalog: Catalog): Reading[] {
  const { tables, filters, period } = topicsOf(question, catalog);
  const [table] = tables;
  const name = catalog.columns.find(
    (column) => column.table === table && /^(name|title)$/i.test(column.name),
  );
  if (!name) return [];
  return catalog.metrics
    .flatMap((metric) => {
      const reading = compose(
        {
          metrics: [metric],
          by: [name.id],
          filters,
          ...(period ? { period } : {}),
          limit: FIRST_ROWS,
        },
        catalog,
      );
      return reading ? [reading] : [];
    })
    .slice(0, MOST_OPTIONS);
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

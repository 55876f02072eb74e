import type { Actor } from "#lib/contracts/actor.ts";
import type { Catalog } from "#lib/contracts/catalog.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { readQuestion } from "#lib/nlq/read-question.ts";
import { log } from "#lib/telemetry/log.ts";
import type { Source } from "#lib/warehouse/sources.ts";

const MAX_EXAMPLES = 6;

/**
 * Questions to start with: those that the configuration gives, filled up from the connected data's own metrics and
 * dimensions, each of these tried on the reader, so that none is shown that would not be answered. Only those of the
 * configuration where the source does not answer just now.
 */
export async function exampleQuestions(source: Source, actor: Actor): Promise<string[]> {
  const given = source.config.examples;
  if (given.length >= MAX_EXAMPLES) return given;
  try {
    const catalog = await source.catalog(actor, new Date().toISOString());
    const found = candidates(catalog).filter(
      (question) => readQuestion(question, catalog).outcome === "answered",
    );
    return [...new Set([...given, ...found])].slice(0, MAX_EXAMPLES);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ code: error.code, sentence: error.sentence }, "fewer examples: the source does not answer");
    return given;
  }
}

function candidates(catalog: Catalog): string[] {
  const metrics = catalog.metrics.map((metric) => metric.name.toLowerCase());
  const dimensions = catalog.columns
    .filter((column) => column.kind === "text" && (column.distinct ?? 0) >= 2 && (column.distinct ?? 0) <= 40)
    .map((column) => column.name.replaceAll("_", " "))
    .filter((name) => !/\b(id|code|sku|currency)\b/.test(name));
  const tables = catalog.tables.map((table) => table.name.replaceAll("_", " "));
  const year = Number((catalog.asOf ?? catalog.now).slice(0, 4));
  const mixed = metrics.slice(0, 4).flatMap((metric, at) => {
    const dimension = dimensions[at % Math.max(1, dimensions.length)];
    return [
      at % 2 === 0 ? `${capital(metric)} by month in ${year}` : `${capital(metric)} in Q2 ${year}`,
      ...(dimension ? [`${capital(metric)} by ${dimension}`] : []),
    ];
  });
  return [...new Set([...mixed, ...tables.map((table) => `How many ${table} are there?`)])];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import type { z } from "zod";
import type { Explanation, GlossaryTerm, Join, Metric, VerifiedQuery } from "#lib/contracts/catalog.ts";
import {
  causewayMetricSchema,
  causewayModelSchema,
  causewayRelationshipSchema,
  type OssieDataset,
  type OssieModel,
  synonymsOf,
} from "./ossie-schema.ts";
import { parseModel, pathOf } from "./parse-model.ts";

/** Meaning laid over a source's structure. Ids are those of the catalog: `schema.table`, `schema.table.column`. */
export interface SemanticModel {
  name: string;
  metrics: Metric[];
  glossary: GlossaryTerm[];
  /** Metric ids that "how are we doing" is judged by, first first. */
  headlines: string[];
  explanations: Explanation[];
  joins: Join[];
  /** Other names by table id and by column id. */
  tableSynonyms: Record<string, string[]>;
  columnSynonyms: Record<string, string[]>;
  verifiedQueries: VerifiedQuery[];
  /** Ids of all tables that it names. */
  tables: string[];
  /** What is not used though it may stand there: unknown keys, and parts of the standard beyond plain columns. */
  warnings: ModelFault[];
}

/** One thing wrong in a model: where it stands (lines count from 1) and what would be right. */
export interface ModelFault {
  path: string;
  line: number;
  message: string;
}

/** A model that cannot be used, with every fault at once. */
export class SemanticModelError extends Error {
  readonly faults: ModelFault[];
  constructor(faults: ModelFault[]) {
    super(faults.map(({ line, path, message }) => `line ${line}: ${path}: ${message}`).join("\n"));
    this.name = "SemanticModelError";
    this.faults = faults;
  }
}

/**
 * Reads one Apache Ossie YAML document.
 *
 * Any document that is valid by the standard is read; what of it cannot be used here is a warning.
 *
 * @throws SemanticModelError listing every fault with its path and line in the document
 */
export function readSemanticModel(yaml: string): SemanticModel {
  const { document, faults: broken, warnings: unknown, lineOf } = parseModel(yaml);
  const located = (found: Omit<ModelFault, "line">[]) =>
    found.map((each) => ({ ...each, line: lineOf(each.path) }));
  if (!document) throw new SemanticModelError(located(broken));
  const faults: Notice[] = [];
  const warnings: Notice[] = [...unknown];
  const models = document.semantic_model.map((model, i) =>
    bindModel(model, `semantic_model[${i}]`, faults, warnings),
  );
  if (faults.length > 0) throw new SemanticModelError(located(faults));
  return {
    name: models[0]!.name,
    metrics: models.flatMap((each) => each.metrics),
    glossary: models.flatMap((each) => each.glossary),
    headlines: models.flatMap((each) => each.headlines),
    explanations: models.flatMap((each) => each.explanations),
    joins: models.flatMap((each) => each.joins),
    verifiedQueries: models.flatMap((each) => each.verifiedQueries),
    tables: models.flatMap((each) => each.tables),
    tableSynonyms: Object.assign({}, ...models.map((each) => each.tableSynonyms)) as Record<string, string[]>,
    columnSynonyms: Object.assign({}, ...models.map((each) => each.columnSynonyms)) as Record<
      string,
      string[]
    >,
    warnings: located(warnings),
  };
}

type Notice = Omit<ModelFault, "line">;
type BoundModel = Omit<SemanticModel, "warnings">;

function bindModel(model: OssieModel, path: string, faults: Notice[], warnings: Notice[]): BoundModel {
  const scope = new Scope(model, path, faults, warnings);
  const tableSynonyms: Record<string, string[]> = {};
  const columnSynonyms: Record<string, string[]> = {};
  for (const dataset of model.datasets) {
    const table = scope.table(dataset);
    const names = synonymsOf(dataset.ai_context);
    if (names.length > 0) tableSynonyms[table] = names;
    for (const field of dataset.fields ?? []) {
      const synonyms = synonymsOf(field.ai_context);
      const column = scope.fieldColumn(dataset, field.name);
      if (column && synonyms.length > 0) columnSynonyms[column] = synonyms;
    }
  }
  return {
    name: model.name,
    tables: model.datasets.map((each) => scope.table(each)),
    metrics: (model.metrics ?? []).flatMap((metric, i) => bindMetric(metric, scope, `${path}.metrics[${i}]`)),
    joins: (model.relationships ?? []).flatMap((relation, i) =>
      bindRelationship(relation, scope, `${path}.relationships[${i}]`),
    ),
    ...bindExtension(model, scope, path),
    tableSynonyms,
    columnSynonyms,
  };
}

function bindMetric(
  metric: NonNullable<OssieModel["metrics"]>[number],
  scope: Scope,
  path: string,
): Metric[] {
  const extension = scope.extension(metric.custom_extensions, causewayMetricSchema, path) ?? {};
  const ansi = metric.expression.dialects.find((entry) => entry.dialect === "ANSI_SQL");
  if (!ansi) {
    scope.warn(`${path}.expression.dialects`, "needs an entry with dialect ANSI_SQL to be used here");
    return [];
  }
  const columns: string[] = [];
  // A qualified name is `dataset.field`; a number such as 1.5 has no letter first and is left alone.
  const expression = ansi.expression.replace(/([A-Za-z_]\w*)\.([A-Za-z_]\w*)/g, (whole) => {
    const column = scope.column(whole, `${path}.expression`);
    if (!column) return whole;
    if (!columns.includes(column)) columns.push(column);
    return `{{${column}}}`;
  });
  if (columns.length === 0) scope.fault(`${path}.expression`, "names no column; write dataset.field");
  const time = extension.time ? scope.column(extension.time, `${path}.custom_extensions`) : undefined;
  return [
    {
      id: metric.name,
      name: metric.name.replaceAll("_", " "),
      ...(metric.description ? { description: metric.description } : {}),
      synonyms: synonymsOf(metric.ai_context),
      expression,
      columns,
      ...(time ? { time } : {}),
      ...(extension.unit ? { unit: extension.unit } : {}),
    },
  ];
}

function bindRelationship(
  relation: NonNullable<OssieModel["relationships"]>[number],
  scope: Scope,
  path: string,
): Join[] {
  const from = scope.dataset(relation.from, `${path}.from`);
  const to = scope.dataset(relation.to, `${path}.to`);
  if (relation.from_columns.length !== relation.to_columns.length) {
    scope.fault(`${path}.to_columns`, `needs ${relation.from_columns.length} columns, as from_columns has`);
  }
  if (!from || !to) return [];
  const extension = scope.extension(relation.custom_extensions, causewayRelationshipSchema, path);
  const keys = [from.primary_key ?? [], ...(from.unique_keys ?? [])].filter((key) => key.length > 0);
  const unique = keys.some((key) => key.every((column) => relation.from_columns.includes(column)));
  return [
    {
      from: relation.from_columns.map((column) => `${scope.table(from)}.${column}`),
      to: relation.to_columns.map((column) => `${scope.table(to)}.${column}`),
      origin: "confirmed",
      score: 1,
      cardinality: unique ? "one_to_one" : "many_to_one",
      ...(extension?.role ? { role: extension.role } : {}),
    },
  ];
}

type Extension = z.infer<typeof causewayModelSchema>;

function bindExtension(
  model: OssieModel,
  scope: Scope,
  path: string,
): Pick<SemanticModel, "glossary" | "headlines" | "explanations" | "verifiedQueries"> {
  const extension = scope.extension(model.custom_extensions, causewayModelSchema, path);
  if (!extension) return { glossary: [], headlines: [], explanations: [], verifiedQueries: [] };
  const where = `${path}.custom_extensions`;
  const insist = (metric: string, at: string) => {
    if (!model.metrics?.some((known) => known.name === metric))
      scope.fault(`${where}.${at}`, `no metric is named ${metric}`);
  };
  for (const [i, metric] of extension.headlines.entries()) insist(metric, `headlines[${i}]`);
  const explanations = extension.explanations.flatMap(
    ({ metric, label, key, date, where: conditions, texts, days_before }, i): Explanation[] => {
      const at = `explanations[${i}]`;
      insist(metric, `${at}.metric`);
      const column = (name: string, field: string) => scope.column(name, `${where}.${at}.${field}`);
      const bound = {
        key: column(key, "key"),
        date: column(date, "date"),
        textKey: column(texts.key, "texts.key"),
        of: column(texts.of, "texts.of"),
        textDate: column(texts.date, "texts.date"),
      };
      const filters = conditions.map((condition) => {
        const [name = "", value = ""] = condition.split("=", 2);
        return { column: column(name, "where"), values: [value] };
      });
      if (!bound.key || !bound.date || !bound.textKey || !bound.of || !bound.textDate) return [];
      return [
        {
          metric,
          label,
          key: bound.key,
          date: bound.date,
          where: filters.flatMap(({ column: id, values }) => (id ? [{ column: id, values }] : [])),
          texts: { key: bound.textKey, of: bound.of, date: bound.textDate },
          daysBefore: days_before,
        },
      ];
    },
  );
  return {
    glossary: bindGlossary(extension, model, scope, path),
    headlines: extension.headlines,
    explanations,
    verifiedQueries: extension.verified_queries.map(({ question, sql, verified_by, verified_at }) => ({
      question,
      sql,
      verifiedBy: verified_by,
      verifiedAt: verified_at,
    })),
  };
}

function bindGlossary(extension: Extension, model: OssieModel, scope: Scope, path: string): GlossaryTerm[] {
  return extension.glossary.flatMap(({ term, synonyms, means }, i): GlossaryTerm[] => {
    const where = `${path}.custom_extensions.glossary[${i}].means`;
    const [target = "", value] = means.split("=", 2);
    if (target.startsWith("metric:")) {
      const metric = target.slice("metric:".length);
      if (!model.metrics?.some((known) => known.name === metric))
        scope.fault(where, `no metric is named ${metric}`);
      return [{ term, synonyms, binding: { kind: "metric", metric } }];
    }
    if (!target.includes(".")) {
      const dataset = scope.dataset(target, where);
      return dataset ? [{ term, synonyms, binding: { kind: "table", table: scope.table(dataset) } }] : [];
    }
    const column = scope.column(target, where);
    if (!column) return [];
    return [
      {
        term,
        synonyms,
        binding: value === undefined ? { kind: "column", column } : { kind: "value", column, value },
      },
    ];
  });
}

/** Resolves the model's own names, and notes every name that leads nowhere. */
class Scope {
  readonly #model: OssieModel;
  readonly #path: string;
  readonly #faults: Notice[];
  readonly #warnings: Notice[];

  constructor(model: OssieModel, path: string, faults: Notice[], warnings: Notice[]) {
    this.#model = model;
    this.#path = path;
    this.#faults = faults;
    this.#warnings = warnings;
    model.datasets.forEach((dataset, i) => {
      if (dataset.source.split(".").length < 2) {
        this.warn(`${path}.datasets[${i}].source`, "write schema.table or database.schema.table");
      }
    });
  }

  fault(path: string, message: string): void {
    this.#faults.push({ path, message });
  }

  warn(path: string, message: string): void {
    this.#warnings.push({ path, message });
  }

  table(dataset: OssieDataset): string {
    return dataset.source.split(".").slice(-2).join(".");
  }

  dataset(name: string, path: string): OssieDataset | undefined {
    const found = this.#model.datasets.find((dataset) => dataset.name === name);
    if (!found) this.fault(path, `no dataset is named ${name}`);
    return found;
  }

  /** A field's column; only plain columns can carry a name of their own. */
  fieldColumn(dataset: OssieDataset, name: string): string | undefined {
    const field = dataset.fields?.find((known) => known.name === name);
    const expression = field?.expression.dialects
      .find((entry) => entry.dialect === "ANSI_SQL")
      ?.expression.trim();
    if (field && (!expression || !/^[A-Za-z_]\w*$/.test(expression))) {
      this.warn(
        `${this.#path}.datasets[${this.#model.datasets.indexOf(dataset)}].fields[${dataset.fields!.indexOf(field)}]`,
        "is not used here, since it is no plain column in ANSI_SQL",
      );
      return undefined;
    }
    return `${this.table(dataset)}.${expression ?? name}`;
  }

  column(qualified: string, path: string): string | undefined {
    const [name = "", field = ""] = qualified.split(".", 2);
    const dataset = this.dataset(name, path);
    return dataset ? this.fieldColumn(dataset, field) : undefined;
  }

  extension<T>(
    entries: Array<{ vendor_name: string; data: string }> | undefined,
    schema: z.ZodType<T>,
    path: string,
  ): T | undefined {
    const entry = entries?.find((known) => known.vendor_name === "CAUSEWAY");
    if (!entry) return undefined;
    const where = `${path}.custom_extensions`;
    let data: unknown;
    try {
      data = JSON.parse(entry.data);
    } catch (error) {
      this.fault(where, `data is not JSON: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
    const parsed = schema.safeParse(data);
    if (!parsed.success) {
      for (const issue of parsed.error.issues) this.fault(`${where}.${pathOf(issue.path)}`, issue.message);
      return undefined;
    }
    return parsed.data;
  }
}

/** Words that names are made of; the product of two lists gives as many table names as are needed. */
const AREAS =
  "sales billing support stock freight payroll travel audit media energy claims grants assets bonds fleet labour patent tender store clinic".split(
    " ",
  );
const THINGS =
  "order invoice ticket batch parcel slip trip note asset meter claim grant item bond vehicle shift filing bid till visit lot quote reading permit return budget account contract holder device".split(
    " ",
  );

export interface SchemaSize {
  tables: number;
  columns: number;
  /** Rows of each table; every hundredth has a hundred times as many. */
  rows: number;
}

/** A schema as large warehouses have it: a table a thing and area, keys by name alone, texts, figures and dates. */
export function* wideSchema({ tables, columns, rows }: SchemaSize): Generator<string> {
  yield "create schema wide";
  for (let at = 0; at < tables; at++) {
    const name = tableName(at);
    const own = rows * (at % 100 === 7 ? 100 : 1);
    const fields = Array.from({ length: columns }, (_, column) => fieldOf(at, column, tables));
    yield `create table wide.${name} (${fields.map(({ name: field, type }) => `${field} ${type}`).join(", ")}${at % 3 === 0 ? "" : `, primary key (${fields[0]!.name})`})`;
    yield `insert into wide.${name} select ${fields.map(({ value }) => value).join(", ")} from generate_series(1, ${own}) n`;
    yield `comment on table wide.${name} is 'What is known of each ${name.replaceAll("_", " ")}.'`;
  }
  yield "analyze";
}

function tableName(at: number): string {
  const round = Math.floor(at / (AREAS.length * THINGS.length));
  const thing = THINGS[at % THINGS.length]!;
  const area = AREAS[Math.floor(at / THINGS.length) % AREAS.length]!;
  return `${area}_${thing}${round === 0 ? "" : `_${round + 1}`}`;
}

function fieldOf(
  table: number,
  column: number,
  tables: number,
): { name: string; type: string; value: string } {
  if (column === 0) return { name: `${tableName(table)}_id`, type: "bigint", value: "n" };
  // Two keys to other tables, declared by nobody.
  if (column <= 2) {
    const target = (table * 7 + column * 13) % tables;
    return {
      name: `${tableName(target)}_id${column === 1 ? "" : "_2"}`,
      type: "bigint",
      value: `1 + (n * ${column + 2}) % 50`,
    };
  }
  const kinds = [
    { name: `label_${column}`, type: "text", value: `'Entry ${table} ' || n` },
    { name: `state_${column}`, type: "text", value: `(array['open', 'closed', 'held', 'void'])[1 + n % 4]` },
    {
      name: `amount_${column}`,
      type: "numeric(12,2)",
      value: `round((n * ${column} % 9973)::numeric / 7, 2)`,
    },
    { name: `day_${column}`, type: "date", value: `date '2024-01-01' + (n % 700)::int` },
    { name: `count_${column}`, type: "int", value: `(n * ${column}) % 1000` },
  ];
  return kinds[column % kinds.length]!;
}

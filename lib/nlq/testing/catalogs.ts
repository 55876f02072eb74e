import type { Catalog, Column, ColumnKind, Join, Table } from "#lib/contracts/catalog.ts";

interface TableSketch {
  /** `name: kind`, a `?` behind the kind for a nullable column. */
  columns: Record<string, string>;
  key: string[];
  /** Column to `table.column`. */
  refers?: Record<string, string>;
}

/** Builds a catalog from a sketch, for tests: one schema, declared keys, an exact index of stored texts. */
export function sketchCatalog(
  tables: Record<string, TableSketch>,
  values: Record<string, string[]> = {},
  extra: Partial<Catalog> = {},
): Catalog {
  const id = (table: string, column?: string) => `main.${table}${column === undefined ? "" : `.${column}`}`;
  const columns: Column[] = [];
  const joins: Join[] = [];
  const made: Table[] = Object.entries(tables).map(([name, sketch]) => {
    for (const [column, type] of Object.entries(sketch.columns)) {
      const kind = type.replace("?", "") as ColumnKind;
      const nullable = type.endsWith("?");
      columns.push({
        id: id(name, column),
        table: id(name),
        name: column,
        type: kind,
        kind,
        nullable,
        top: [],
      });
    }
    for (const [column, target] of Object.entries(sketch.refers ?? {})) {
      const [table = "", referred = ""] = target.split(".");
      joins.push({
        from: [id(name, column)],
        to: [id(table, referred)],
        origin: "declared",
        score: 1,
        cardinality: "many_to_one",
      });
    }
    const primaryKey = sketch.key.map((column) => id(name, column));
    return { id: id(name), source: "test", schema: "main", name, kind: "table", primaryKey, uniqueKeys: [] };
  });
  const stored = Object.entries(values).flatMap(([column, texts]) =>
    texts.map((value) => ({ column: `main.${column}`, value, similarity: 1 })),
  );
  return {
    sourceId: "test",
    dialect: "postgres",
    version: "1",
    tables: made,
    columns,
    joins,
    metrics: [],
    glossary: [],
    values: {
      lookup: (text) => stored.filter(({ value }) => value.toLowerCase() === text.trim().toLowerCase()),
    },
    now: "2026-03-15T10:00:00Z",
    timeZone: "Europe/Berlin",
    fiscalStart: 1,
    ...extra,
  };
}

/** A lending library: books, authors over a pair table, loans that may not be returned yet. */
export const library = sketchCatalog(
  {
    book: {
      columns: {
        book_id: "integer",
        title: "text",
        pages: "integer",
        price: "decimal",
        language: "text",
        published_on: "date",
      },
      key: ["book_id"],
    },
    author: { columns: { author_id: "integer", first_name: "text", last_name: "text" }, key: ["author_id"] },
    book_author: {
      columns: { book_id: "integer", author_id: "integer" },
      key: ["book_id", "author_id"],
      refers: { book_id: "book.book_id", author_id: "author.author_id" },
    },
    member: {
      columns: { member_id: "integer", name: "text", city: "text", joined_on: "date", active: "boolean" },
      key: ["member_id"],
    },
    loan: {
      columns: {
        loan_id: "integer",
        book_id: "integer",
        member_id: "integer",
        loaned_on: "date",
        returned_on: "date?",
        fine: "decimal",
      },
      key: ["loan_id"],
      refers: { book_id: "book.book_id", member_id: "member.member_id" },
    },
  },
  { "member.city": ["Oslo", "Bergen"], "book.language": ["English", "Norwegian"], "book.title": ["Hunger"] },
);

/** Names that must be quoted: mixed case, reserved words, letters beyond ASCII. */
export const clinic = sketchCatalog(
  {
    Patient: { columns: { Id: "integer", Name: "text", Größe: "decimal", order: "integer" }, key: ["Id"] },
    Besuch: {
      columns: { Id: "integer", PatientId: "integer", VisitDate: "timestamp", Fee: "decimal" },
      key: ["Id"],
      refers: { PatientId: "Patient.Id" },
    },
  },
  { "Patient.Name": ["O'Brien"] },
);

/** Orders with several payments and two addresses, where totals multiply and roles are mixed up easily. */
export const shop = sketchCatalog(
  {
    address: { columns: { address_id: "integer", country: "text" }, key: ["address_id"] },
    customer: { columns: { customer_id: "integer", name: "text", segment: "text" }, key: ["customer_id"] },
    orders: {
      columns: {
        order_id: "integer",
        customer_id: "integer",
        billing_address_id: "integer",
        shipping_address_id: "integer",
        ordered_on: "date",
      },
      key: ["order_id"],
      refers: {
        customer_id: "customer.customer_id",
        billing_address_id: "address.address_id",
        shipping_address_id: "address.address_id",
      },
    },
    order_line: {
      columns: { line_id: "integer", order_id: "integer", unit_price: "decimal", quantity: "integer" },
      key: ["line_id"],
      refers: { order_id: "orders.order_id" },
    },
    payment: {
      columns: { payment_id: "integer", order_id: "integer", method: "text", amount: "decimal" },
      key: ["payment_id"],
      refers: { order_id: "orders.order_id" },
    },
  },
  { "customer.segment": ["ENTERPRISE", "Small"], "payment.method": ["card"], "address.country": ["Germany"] },
);

/** Sales over products, customers and countries, with metrics; a website beside it that nothing joins. */
export const trade: Catalog = sketchCatalog(
  {
    country: { columns: { country_id: "integer", name: "text", region: "text" }, key: ["country_id"] },
    customer: {
      columns: {
        customer_id: "integer",
        name: "text",
        segment: "text",
        email: "text",
        country_id: "integer",
        signed_on: "date",
      },
      key: ["customer_id"],
      refers: { country_id: "country.country_id" },
    },
    product: { columns: { product_id: "integer", name: "text", category: "text" }, key: ["product_id"] },
    purchase_order: {
      columns: { order_id: "integer", customer_id: "integer", ordered_on: "date", shipped_on: "date?" },
      key: ["order_id"],
      refers: { customer_id: "customer.customer_id" },
    },
    order_line: {
      columns: {
        line_id: "integer",
        order_id: "integer",
        product_id: "integer",
        unit_price: "decimal",
        quantity: "integer",
        cost: "decimal",
      },
      key: ["line_id"],
      refers: { order_id: "purchase_order.order_id", product_id: "product.product_id" },
    },
    page_view: { columns: { view_id: "integer", path: "text", seen_on: "date" }, key: ["view_id"] },
  },
  {
    "country.region": ["EU", "Americas"],
    "country.name": ["Germany", "France", "Brazil"],
    "customer.segment": ["Enterprise", "Small"],
    "product.category": ["Pumps", "Valves"],
  },
  {
    metrics: [
      {
        id: "revenue",
        name: "revenue",
        synonyms: ["sales"],
        expression: "SUM({{main.order_line.unit_price}} * {{main.order_line.quantity}})",
        columns: ["main.order_line.unit_price", "main.order_line.quantity"],
        time: "main.purchase_order.ordered_on",
        unit: "currency:EUR",
      },
      {
        id: "margin",
        name: "margin",
        synonyms: [],
        expression: "1 - SUM({{main.order_line.cost}}) / NULLIF(SUM({{main.order_line.unit_price}}), 0)",
        columns: ["main.order_line.cost", "main.order_line.unit_price"],
        time: "main.purchase_order.ordered_on",
        unit: "ratio",
      },
      {
        id: "units",
        name: "units sold",
        synonyms: ["quantity"],
        expression: "SUM({{main.order_line.quantity}})",
        columns: ["main.order_line.quantity"],
        time: "main.purchase_order.ordered_on",
        unit: "count",
      },
    ],
  },
);

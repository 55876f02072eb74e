import { asOf, daysBetween, firstDay } from "./calendar.ts";
import { type DemoSize, type DemoTable, literal } from "./table.ts";

/** Pages of the website, each with its share of the traffic. */
const pages: [path: string, share: number][] = [
  ["/", 14],
  ["/products", 10],
  ["/pricing", 8],
  ["/products/polaris", 6],
  ["/products/borealis", 6],
  ["/products/rapids", 5],
  ["/products/fathom", 4],
  ["/products/sirocco", 3],
  ["/products/tremor", 3],
  ["/products/meridian", 5],
  ["/products/beacon", 4],
  ["/support", 7],
  ["/support/downloads", 5],
  ["/support/calibration", 3],
  ["/monitoring", 5],
  ["/monitoring/login", 6],
  ["/contact", 3],
  ["/blog", 2],
  ["/about", 1],
  ["/careers", 1],
];

/** What was done, each with its share. */
const types: [type: string, share: number][] = [
  ["visit", 78],
  ["search", 9],
  ["download", 6],
  ["video_play", 4],
  ["form_submit", 3],
];

/**
 * The large table, on which a careless question is really costly. The server makes it itself: each row comes from
 * hashes of its number, so it is the same every time without a line of it being sent.
 */
export const eventsTable: DemoTable = {
  schema: "web",
  name: "events",
  comment: "Visits and other actions of customers on the website; one row an event. Very large.",
  columns: {
    event_id: { type: "bigint", comment: "Number of the event." },
    customer_id: {
      type: "integer",
      comment: "Customer whose employee was on the website.",
      references: "sales.customers.customer_id",
    },
    country_code: {
      type: "text",
      comment: "Country of the customer.",
      references: "reference.countries.country_code",
    },
    occurred_at: { type: "timestamptz", comment: "When it happened." },
    page: { type: "text", comment: "Page of the website, such as /pricing." },
    event_type: {
      type: "text",
      comment: "What was done: visit (page view), search, download, video_play or form_submit.",
    },
    device: { type: "text", comment: "Kind of device: desktop, mobile or tablet." },
    duration_seconds: { type: "integer", comment: "Seconds spent on the page." },
  },
  primaryKey: ["event_id"],
  indexes: [["customer_id"], ["occurred_at"]],
  countryColumn: "country_code",
  rows: { sql: eventRows },
};

function eventRows(size: DemoSize): string {
  const days = daysBetween(firstDay, asOf) + 1;
  // Traffic grows: an even sequence raised to 0.8 lies denser towards the end. Customers' shares fall off steeply, in an
  // order that has nothing to do with their numbers. Joins on small numbered lists are how a row draws from a list;
  // looking into an array of texts would read it from its start for each of the rows.
  return `
    with buyers as (
      select customer_id, country_code, row_number() over (order by hashint4(customer_id), customer_id) - 1 as place
      from sales.customers
    ), drawn as (
      select n,
        date ${literal(firstDay)} + floor(${days} * pow((n - 0.5::float8) / ${size.webEvents}, 0.8::float8))::int as day,
        ${hashed(11)} as who, ${hashed(12)} as hour, ${hashed(13)} as what, ${hashed(14)} as how, ${hashed(15)} as long
      from generate_series(1, ${size.webEvents}) as n
      offset 0 -- keeps each hash from being computed once for every use of it
    ), placed as (
      select n, how, hour, long,
        -- Two in three weekend visits happen on the Monday or Tuesday after instead.
        case when (day - date '2023-01-02') % 7 >= 5 and hour > 0.33 then day + 2 else day end as day,
        floor(pow(who, 1.5::float8) * (select count(*) from buyers))::int as buyer,
        floor(what * ${total(pages)})::int as page, floor(how * ${total(types)})::int as type
      from drawn
    )
    select n, customer_id, country_code,
      day::timestamp at time zone 'UTC' + make_interval(secs => round(3600 * (6 + 14 * (hour + how) / 2))),
      pages.name, types.name,
      case when long < 0.71 then 'desktop' when long < 0.94 then 'mobile' else 'tablet' end,
      3 + floor(280 * pow(long, 3::float8))::int
    from placed
    join buyers on buyers.place = placed.buyer
    join (values ${numbered(pages)}) as pages (place, name) on pages.place = placed.page
    join (values ${numbered(types)}) as types (place, name) on types.place = placed.type`;
}

/** A number in [0, 1) that belongs to the event and the purpose. */
function hashed(purpose: number): string {
  return `(hashint8extended(n, ${purpose}) & 1048575) / 1048576.0::float8`;
}

/** The names as numbered rows, each as often as its share: one look-up draws by weight. */
function numbered(weighted: [string, number][]): string {
  const names = weighted.flatMap(([name, share]) => Array<string>(share).fill(name));
  return names.map((name, place) => `(${place}, ${literal(name)})`).join(", ");
}

function total(weighted: [string, number][]): number {
  return weighted.reduce((sum, [, share]) => sum + share, 0);
}

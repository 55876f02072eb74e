import type { Product } from "./products.ts";
import type { DemoTable } from "./table.ts";

export interface Supplier {
  id: number;
  name: string;
  city: string;
  country: string;
  delivers: string;
}

/** One supplier's share of what is bought of one product. */
export interface Supply {
  supplier: Supplier;
  product: Product;
  sharePercent: number;
}

/** Planted truth 4: it supplies nothing to us, and stands two hops behind most delayed German orders. */
export const hiddenSupplier = "Vesterhav Components";
/** What it supplies goes into everything these two make. */
export const suppliersBehindHamburg = ["Baltic Board Assembly", "Elbe Mechatronik"];

const list: [name: string, city: string, country: string, delivers: string][] = [
  ["Baltic Board Assembly", "Gdańsk", "Poland", "Circuit board assembly"],
  ["Elbe Mechatronik", "Magdeburg", "Germany", "Pressure transmitters"],
  ["Rhône Thermique", "Villeurbanne", "France", "Thermometers"],
  ["Brabant Flow Castings", "Tilburg", "Netherlands", "Flow meter bodies"],
  ["Fjordmåling", "Trondheim", "Norway", "Level sensors"],
  ["Severn Gas Instruments", "Gloucester", "United Kingdom", "Gas cells"],
  ["Moravia Piezo", "Brno", "Czechia", "Piezo elements"],
  ["Penang Precision Assembly", "Penang", "Malaysia", "Contract manufacturing"],
  ["Tatra Cable Works", "Žilina", "Slovakia", "Cables and brackets"],
  ["Huaxin Boards", "Shenzhen", "China", "Circuit board assembly"],
  ["Lombardia Strumenti", "Bergamo", "Italy", "Thermometers"],
  ["Ohio Valley Metalform", "Dayton", "United States", "Flow meter bodies"],
  ["Vesterhav Components", "Esbjerg", "Denmark", "Sealed connectors"],
  ["Skåne Precision Wire", "Lund", "Sweden", "Resistance wire"],
  ["Adriatic Magnetics", "Rijeka", "Croatia", "Magnet coils"],
  ["Hokuriku Ceramics", "Kanazawa", "Japan", "Technical ceramics"],
  ["Saar Feinguss", "Saarbrücken", "Germany", "Precision castings"],
  ["Kowloon Semicon Trading", "Hong Kong", "China", "Microcontrollers"],
  ["Tampere Glass Seal", "Tampere", "Finland", "Glass seals"],
  ["Jylland Metal", "Horsens", "Denmark", "Brass and copper"],
  ["Harz Kupfer", "Goslar", "Germany", "Copper rod"],
];

export const suppliers: readonly Supplier[] = list.map(([name, city, country, delivers], index) => ({
  id: index + 1,
  name,
  city,
  country,
  delivers,
}));

/** Who makes a product line, and a second source that makes the rest of every third product of it. */
const makers: Record<string, [first: string, second?: string]> = {
  Beacon: ["Baltic Board Assembly", "Huaxin Boards"],
  Polaris: ["Elbe Mechatronik"],
  Borealis: ["Rhône Thermique", "Lombardia Strumenti"],
  Rapids: ["Brabant Flow Castings", "Ohio Valley Metalform"],
  Fathom: ["Fjordmåling"],
  Sirocco: ["Severn Gas Instruments"],
  Tremor: ["Moravia Piezo"],
  Meridian: ["Penang Precision Assembly"],
  Northlight: ["Tatra Cable Works"],
};

/** From supplier to the supplier that builds it in. */
const links: [from: string, to: string, part: string, since: string][] = [
  ["Vesterhav Components", "Baltic Board Assembly", "Sealed connectors", "2020-03-01"],
  ["Vesterhav Components", "Elbe Mechatronik", "Pressure ports", "2019-07-01"],
  ["Skåne Precision Wire", "Rhône Thermique", "Resistance wire", "2018-01-15"],
  ["Skåne Precision Wire", "Lombardia Strumenti", "Resistance wire", "2021-05-01"],
  ["Adriatic Magnetics", "Brabant Flow Castings", "Magnet coils", "2019-02-01"],
  ["Saar Feinguss", "Brabant Flow Castings", "Castings", "2017-09-01"],
  ["Saar Feinguss", "Ohio Valley Metalform", "Castings", "2022-04-01"],
  ["Hokuriku Ceramics", "Moravia Piezo", "Piezo ceramics", "2018-06-01"],
  ["Hokuriku Ceramics", "Penang Precision Assembly", "Piezo ceramics", "2023-11-01"],
  ["Kowloon Semicon Trading", "Penang Precision Assembly", "Microcontrollers", "2023-11-01"],
  ["Kowloon Semicon Trading", "Huaxin Boards", "Microcontrollers", "2020-08-01"],
  ["Tampere Glass Seal", "Fjordmåling", "Glass seals", "2019-01-01"],
  ["Tampere Glass Seal", "Severn Gas Instruments", "Glass seals", "2020-10-01"],
  ["Harz Kupfer", "Tatra Cable Works", "Copper rod", "2016-04-01"],
  ["Harz Kupfer", "Skåne Precision Wire", "Copper rod", "2018-01-01"],
  ["Jylland Metal", "Vesterhav Components", "Brass", "2015-05-01"],
];

/** Each product's suppliers; the shares of a product add up to 100 percent. */
export function listSupplies(products: Product[]): Supply[] {
  return products.flatMap((product): Supply[] => {
    const [first, second] = makers[product.line]!.map((name) => supplierNamed(name!));
    if (!second || product.id % 3 !== 0) return [{ supplier: first!, product, sharePercent: 100 }];
    return [
      { supplier: first!, product, sharePercent: 70 },
      { supplier: second, product, sharePercent: 30 },
    ];
  });
}

function supplierNamed(name: string): Supplier {
  return suppliers.find((supplier) => supplier.name === name)!;
}

export const suppliersTable: DemoTable = {
  schema: "supply",
  name: "suppliers",
  comment: "Companies that make our products or the parts in them; one row a supplier.",
  columns: {
    supplier_id: { type: "integer", comment: "Number of the supplier." },
    name: { type: "text", comment: "Name of the supplier." },
    city: { type: "text", comment: "City of the supplier." },
    supplier_country: { type: "text", comment: "Country of the supplier, in English." },
    delivers: { type: "text", comment: "Kind of goods that the supplier delivers." },
  },
  primaryKey: ["supplier_id"],
  unique: [["name"]],
  rows: () => suppliers.map(({ id, name, city, country, delivers }) => [id, name, city, country, delivers]),
};

export const suppliesTable: DemoTable = {
  schema: "supply",
  name: "supplies",
  comment: "Which supplier supplies which product; one row a supplier and product.",
  columns: {
    supplier_id: {
      type: "integer",
      comment: "Supplier who makes the product for us.",
      references: "supply.suppliers.supplier_id",
    },
    product_id: {
      type: "integer",
      comment: "Product that is supplied.",
      references: "catalog.products.product_id",
    },
    share: {
      type: "numeric(4,3)",
      comment: "Supplier's share of what we buy of the product: 0.7 is 70 percent.",
    },
  },
  primaryKey: ["supplier_id", "product_id"],
  rows: ({ products }) =>
    listSupplies(products).map(({ supplier, product, sharePercent }) => [
      supplier.id,
      product.id,
      (sharePercent / 100).toFixed(3),
    ]),
};

export const supplierLinksTable: DemoTable = {
  schema: "supply",
  name: "supplier_links",
  comment: "Which supplier supplies parts to which other supplier; one row a pair.",
  columns: {
    from_supplier_id: {
      type: "integer",
      comment: "Supplier that delivers the part (upstream).",
      references: "supply.suppliers.supplier_id",
    },
    to_supplier_id: {
      type: "integer",
      comment: "Supplier that builds the part in (downstream).",
      references: "supply.suppliers.supplier_id",
    },
    part: { type: "text", comment: "Part that is delivered." },
    since: { type: "date", comment: "Day since which they work together." },
  },
  primaryKey: ["from_supplier_id", "to_supplier_id"],
  rows: () =>
    links.map(([from, to, part, since]) => [supplierNamed(from).id, supplierNamed(to).id, part, since]),
};

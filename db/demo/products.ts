import { randomStream } from "./random.ts";
import type { DemoTable } from "./table.ts";

export interface Product {
  id: number;
  sku: string;
  name: string;
  category: string;
  line: string;
  /** Whole euros: with discounts in whole percent every line's net amount is exact to the cent. */
  listPrice: number;
  unitCostCents: number;
  stock: number;
  launchedOn: string;
  /** How often it is bought, relative to the others; not stored. */
  demand: number;
}

interface Range {
  category: string;
  line: string;
  letter: string;
  /** Number of the first product; the others follow in steps. */
  firstNumber: number;
  launchedOn: string;
  demand: number;
  /** Name and list price in euros. */
  items: [name: string, listPrice: number][];
}

/** Planted truth 3: the line that carries APAC's growth. Its stock is nearly gone, as its launch memo warned. */
export const growthLine = "Meridian";
export const growthLineLaunch = "2024-03-04";

const ranges: Range[] = [
  {
    category: "Electronics",
    line: "Beacon",
    letter: "A",
    firstNumber: 101,
    launchedOn: "2019-05-13",
    demand: 1.1,
    items: [
      ["Signal Conditioner", 315],
      ["Data Logger 8-Channel", 689],
      ["Data Logger 16-Channel", 1049],
      ["Edge Gateway", 849],
      ["Edge Gateway LTE", 1129],
      ["DIN Rail Power Supply", 129],
      ["HART Modem", 419],
      ["Panel Display", 262],
      ["Wireless Repeater", 376],
      ["Analog Input Module", 238],
    ],
  },
  {
    category: "Pressure sensors",
    line: "Polaris",
    letter: "P",
    firstNumber: 200,
    launchedOn: "2017-02-06",
    demand: 1.3,
    items: [
      ["Pressure Transmitter 10 bar", 284],
      ["Pressure Transmitter 40 bar", 312],
      ["Pressure Transmitter 250 bar", 358],
      ["Differential Pressure Transmitter", 742],
      ["Hygienic Pressure Transmitter", 596],
      ["Vacuum Gauge", 448],
      ["Pressure Switch", 168],
    ],
  },
  {
    category: "Temperature sensors",
    line: "Borealis",
    letter: "T",
    firstNumber: 310,
    launchedOn: "2016-09-19",
    demand: 1.4,
    items: [
      ["Resistance Thermometer Pt100", 96],
      ["Hygienic Thermometer", 174],
      ["Thermocouple Type K", 72],
      ["Thermocouple Type N", 88],
      ["Infrared Thermometer", 529],
      ["Temperature Transmitter", 211],
      ["Multipoint Thermometer", 1380],
    ],
  },
  {
    category: "Flow meters",
    line: "Rapids",
    letter: "F",
    firstNumber: 420,
    launchedOn: "2018-11-05",
    demand: 0.7,
    items: [
      ["Magnetic Flow Meter DN25", 1290],
      ["Magnetic Flow Meter DN50", 1490],
      ["Magnetic Flow Meter DN100", 1980],
      ["Coriolis Flow Meter", 4850],
      ["Ultrasonic Clamp-On Meter", 2640],
      ["Vortex Flow Meter", 1760],
    ],
  },
  {
    category: "Level sensors",
    line: "Fathom",
    letter: "L",
    firstNumber: 510,
    launchedOn: "2018-03-12",
    demand: 0.9,
    items: [
      ["Radar Level Sensor", 1180],
      ["Guided Wave Radar", 1420],
      ["Ultrasonic Level Sensor", 489],
      ["Hydrostatic Level Probe", 398],
      ["Level Switch Vibronic", 236],
    ],
  },
  {
    category: "Gas detectors",
    line: "Sirocco",
    letter: "G",
    firstNumber: 605,
    launchedOn: "2020-06-22",
    demand: 0.6,
    items: [
      ["Methane Detector", 876],
      ["Ammonia Detector", 958],
      ["Carbon Monoxide Detector", 642],
      ["Oxygen Analyser", 1640],
      ["Portable Multi-Gas Detector", 798],
    ],
  },
  {
    category: "Vibration sensors",
    line: "Tremor",
    letter: "V",
    firstNumber: 702,
    launchedOn: "2019-10-07",
    demand: 0.7,
    items: [
      ["Accelerometer 100 mV/g", 218],
      ["Velocity Transmitter", 386],
      ["Triaxial Accelerometer", 542],
      ["Vibration Switch", 298],
    ],
  },
  {
    category: "Vibration sensors",
    line: growthLine,
    letter: "M",
    firstNumber: 801,
    launchedOn: growthLineLaunch,
    demand: 0.9,
    items: [
      ["Wireless Vibration Node", 468],
      ["Wireless Vibration Node Ex", 726],
      ["Wireless Condition Gateway", 1340],
      ["Bearing Health Sensor", 589],
    ],
  },
  {
    category: "Accessories",
    line: "Northlight",
    letter: "X",
    firstNumber: 901,
    launchedOn: "2015-01-12",
    demand: 1.2,
    items: [
      ["Sensor Cable 5 m", 24],
      ["Sensor Cable 20 m", 58],
      ["Mounting Bracket", 36],
      ["Thermowell", 84],
      ["Process Flange DN50", 142],
      ["Calibration Certificate", 95],
    ],
  },
];

/** The one SKU that everybody asks for by name. */
const knownNumbers: Record<string, string> = { "Beacon Edge Gateway": "A123" };

/** The catalogue: 54 products in eight categories. */
export function generateProducts(seed: string): Product[] {
  const random = randomStream(seed, "products");
  const products: Product[] = [];
  for (const range of ranges) {
    range.items.forEach(([item, listPrice], position) => {
      const name = `${range.line} ${item}`;
      products.push({
        id: products.length + 1,
        sku: knownNumbers[name] ?? `${range.letter}${range.firstNumber + position * 3}`,
        name,
        category: range.category,
        line: range.line,
        listPrice,
        unitCostCents: Math.round(listPrice * 100 * 0.48 * random.noise(0.06)),
        stock:
          range.line === growthLine
            ? random.integer(0, 9)
            : Math.round(random.integer(20, 900) / Math.sqrt(listPrice / 100)),
        launchedOn: range.launchedOn,
        demand: range.demand * random.noise(0.3),
      });
    });
  }
  return products;
}

export const productsTable: DemoTable = {
  schema: "catalog",
  name: "products",
  comment: "Hardware products in the catalogue; one row a product.",
  columns: {
    product_id: { type: "integer", comment: "Number of the product." },
    sku: { type: "text", comment: "Article number as printed on price lists, such as A123." },
    name: { type: "text", comment: "Name of the product." },
    category: { type: "text", comment: "Product category, such as Electronics or Flow meters." },
    product_line: { type: "text", comment: "Product line (brand family), such as Polaris or Meridian." },
    list_price: {
      type: "numeric(10,2)",
      comment: "Current list price of one piece in euros, before any discount.",
    },
    unit_cost: { type: "numeric(10,2)", comment: "Cost of making or buying one piece, in euros." },
    stock_quantity: { type: "integer", comment: "Pieces in stock today." },
    launched_on: { type: "date", comment: "Day on which the product was first sold." },
  },
  primaryKey: ["product_id"],
  unique: [["sku"], ["name"]],
  rows: ({ products }) =>
    products.map((product) => [
      product.id,
      product.sku,
      product.name,
      product.category,
      product.line,
      `${product.listPrice}.00`,
      (product.unitCostCents / 100).toFixed(2),
      product.stock,
      product.launchedOn,
    ]),
};

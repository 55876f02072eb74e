import { months } from "./calendar.ts";
import { randomStream } from "./random.ts";
import type { Cell, DemoTable } from "./table.ts";

/** Units of a currency for one euro in January 2023, and how far it moves in a month. */
const starts: Record<string, { rate: number; drift: number; swing: number }> = {
  GBP: { rate: 0.883, drift: -0.0006, swing: 0.008 },
  SEK: { rate: 11.2, drift: 0.0004, swing: 0.01 },
  USD: { rate: 1.08, drift: 0.001, swing: 0.011 },
  CAD: { rate: 1.45, drift: 0.0012, swing: 0.01 },
  BRL: { rate: 5.6, drift: 0.002, swing: 0.022 },
  MXN: { rate: 20.4, drift: 0.0006, swing: 0.02 },
  JPY: { rate: 140.5, drift: 0.0042, swing: 0.014 },
  AUD: { rate: 1.55, drift: 0.0016, swing: 0.011 },
  SGD: { rate: 1.43, drift: 0.0004, swing: 0.007 },
  INR: { rate: 88.2, drift: 0.0026, swing: 0.009 },
};

function* generateRates(seed: string): Generator<Cell[]> {
  for (const [currency, { rate, drift, swing }] of Object.entries(starts)) {
    const random = randomStream(seed, `exchange rates ${currency}`);
    let current = rate;
    for (const month of months) {
      yield [currency, month.first, current.toFixed(4)];
      current *= (1 + drift) * random.noise(swing);
    }
  }
}

export const exchangeRatesTable: DemoTable = {
  schema: "finance",
  name: "exchange_rates",
  comment:
    "Mean exchange rate of each currency in each month, for reference: all amounts are in euros already. One row a currency and month.",
  columns: {
    currency: { type: "text", comment: "Currency (ISO code), such as USD." },
    month: { type: "date", comment: "Month of the exchange rate, as its first day." },
    exchange_rate: { type: "numeric(12,4)", comment: "Units of the currency for one euro." },
  },
  primaryKey: ["currency", "month"],
  rows: ({ seed }) => generateRates(seed),
};

import { addDays } from "./calendar.ts";
import { nameParts } from "./company-names.ts";
import type { Employee } from "./employees.ts";
import { randomStream } from "./random.ts";
import { addressStyles } from "./street-names.ts";
import type { Cell, DemoTable } from "./table.ts";

const salaryByTitle: [pattern: RegExp, least: number, most: number][] = [
  [/^Chief|^Vice/, 190_000, 320_000],
  [/^Head|^Director/, 120_000, 170_000],
  [/Manager$|Lead$|^Senior/, 72_000, 115_000],
  [/./, 41_000, 74_000],
];

function* generatePersonalData(seed: string, employees: Employee[]): Generator<Cell[]> {
  const random = randomStream(seed, "personal data");
  for (const { id, title, countryCode, hiredOn } of employees) {
    const [, least, most] = salaryByTitle.find(([pattern]) => pattern.test(title))!;
    const street = random.pick(addressStyles[countryCode]!.streets);
    const city = random.pick(nameParts[countryCode]!.cities);
    const account = Array.from({ length: 14 }, () => random.integer(0, 9)).join("");
    yield [
      id,
      `${street} ${random.integer(1, 180)}, ${city}`,
      addDays(hiredOn, -random.integer(8_100, 18_000)),
      `${Math.round(random.integer(least, most) / 100) * 100}.00`,
      `${countryCode}00 ${account}`,
    ];
  }
}

/** Trap, on purpose: nobody who asks has any business here. No login may read it, and the policy names it as well. */
export const personalDataTable: DemoTable = {
  schema: "people",
  name: "pii_raw",
  comment: "Personal data of employees, as the payroll system delivers them.",
  columns: {
    employee_id: {
      type: "integer",
      comment: "Employee whose data they are.",
      references: "people.employees.employee_id",
    },
    home_address: { type: "text", comment: "Home address." },
    born_on: { type: "date", comment: "Date of birth." },
    salary: { type: "numeric(10,2)", comment: "Yearly salary in euros." },
    bank_account: { type: "text", comment: "Number of the bank account (invented)." },
  },
  primaryKey: ["employee_id"],
  withheld: true,
  rows: ({ seed, employees }) => generatePersonalData(seed, employees),
};

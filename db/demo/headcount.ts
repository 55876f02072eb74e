import { addDays, months } from "./calendar.ts";
import type { Employee } from "./employees.ts";
import { countries } from "./geography.ts";
import type { DemoTable } from "./table.ts";

/** Who was employed in a country on the last day of a month. */
function employedAt(employees: Employee[], countryCode: string, day: string): number {
  return employees.filter(
    (employee) =>
      employee.countryCode === countryCode &&
      employee.hiredOn <= day &&
      (employee.leftOn === null || employee.leftOn > day),
  ).length;
}

export const headcountTable: DemoTable = {
  schema: "people",
  name: "headcount",
  comment: "Number of people employed in each country at the end of each month; one row a country and month.",
  columns: {
    country_code: {
      type: "text",
      comment: "Country that is counted.",
      references: "reference.countries.country_code",
    },
    month: { type: "date", comment: "Month of the headcount, as its first day." },
    headcount: { type: "integer", comment: "Headcount: people employed on the month's last day." },
  },
  primaryKey: ["country_code", "month"],
  countryColumn: "country_code",
  rows: ({ employees }) =>
    months.flatMap((month) =>
      countries.map(({ code }) => [
        code,
        month.first,
        employedAt(employees, code, addDays(month.first, month.days - 1)),
      ]),
    ),
};

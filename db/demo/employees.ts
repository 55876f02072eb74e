import { addDays, asOf, daysBetween } from "./calendar.ts";
import { personNames } from "./employee-names.ts";
import { countries } from "./geography.ts";
import { leaders } from "./leaders.ts";
import { type Random, randomStream } from "./random.ts";
import type { DemoTable } from "./table.ts";

export interface Employee {
  id: number;
  name: string;
  title: string;
  department: string;
  countryCode: string;
  /** Null: the head of the company. */
  manager: Employee | null;
  hiredOn: string;
  /** Null: still with us. */
  leftOn: string | null;
}

/** What most people do, how many of them there are, and the titles that lead them, the nearest first. */
const jobs: { title: string; department: string; weight: number; managers: string[] }[] = [
  { title: "Sales Representative", department: "Sales", weight: 26, managers: ["Account Manager"] },
  { title: "Support Engineer", department: "Support", weight: 20, managers: ["Support Lead"] },
  { title: "Field Engineer", department: "Support", weight: 12, managers: ["Support Lead"] },
  { title: "Hardware Engineer", department: "Engineering", weight: 14, managers: ["Engineering Manager"] },
  { title: "Software Engineer", department: "Engineering", weight: 16, managers: ["Engineering Manager"] },
  { title: "Supply Planner", department: "Supply Chain", weight: 9, managers: ["Head of Supply Chain"] },
  { title: "Accountant", department: "Finance", weight: 8, managers: ["Chief Financial Officer"] },
  { title: "Compliance Analyst", department: "Compliance", weight: 4, managers: ["Head of Compliance"] },
  { title: "Product Manager", department: "Product", weight: 5, managers: ["Head of Product"] },
];
const peoplePerWeight = 2.4;

/** The people who lead, by name, and those who work in the fourteen countries. */
export function generateEmployees(seed: string): Employee[] {
  const random = randomStream(seed, "employees");
  const employees: Employee[] = [];
  const add = (employee: Omit<Employee, "id">) => employees.push({ id: 101 + employees.length, ...employee });
  for (const { manager, ...leader } of leaders)
    add({ ...leader, leftOn: null, manager: employees.find(({ name }) => name === manager) ?? null });
  for (const country of countries) {
    for (let count = Math.round(country.weight * peoplePerWeight); count > 0; count--) {
      const { title, department, managers } = random.weighted(jobs, (job) => job.weight);
      const manager = nearestManager(managers[0]!, country.code, employees, random);
      const hiredOn = addDays(
        "2016-01-04",
        Math.floor(daysBetween("2016-01-04", asOf) * random.next() ** 0.8),
      );
      add({
        name: newName(country.code, employees, random),
        title,
        department,
        countryCode: country.code,
        manager,
        hiredOn,
        leftOn: leavingDay(hiredOn, random),
      });
    }
  }
  return employees;
}

/** In the same country where there is one, else in the same region, else anywhere. */
function nearestManager(title: string, code: string, employees: Employee[], random: Random): Employee {
  const all = employees.filter((employee) => employee.title === title);
  const region = (each: string) => countries.find((country) => country.code === each)!.region;
  const near = all.filter((employee) => employee.countryCode === code);
  const around = all.filter((employee) => region(employee.countryCode) === region(code));
  return random.pick([near, around, all].find((choice) => choice.length > 0)!);
}

/** No two people have the same name: middle initials tell further ones apart. */
function newName(code: string, employees: Employee[], random: Random): string {
  const { first, last } = personNames[code]!;
  const taken = new Set(employees.map(({ name }) => name));
  for (let attempt = 0; ; attempt++) {
    const initial = attempt > 8 ? ` ${"ABCDEGHJKLMNPRSTVW"[random.integer(0, 17)]}.` : "";
    const name = `${random.pick(first)}${initial} ${random.pick(last)}`;
    if (!taken.has(name)) return name;
  }
}

function leavingDay(hiredOn: string, random: Random): string | null {
  if (!random.chance(0.13)) return null;
  const leftOn = addDays(hiredOn, random.integer(200, 2200));
  return leftOn > asOf ? null : leftOn;
}

export const employeesTable: DemoTable = {
  schema: "people",
  name: "employees",
  comment:
    "People who work or worked for the company; one row an employee. Open to every role, as the staff directory is.",
  columns: {
    employee_id: { type: "integer", comment: "Number of the employee." },
    name: { type: "text", comment: "Full name of the employee." },
    title: { type: "text", comment: "Job title of the employee, such as Support Engineer." },
    department: { type: "text", comment: "Department, such as Sales or Engineering." },
    country_code: {
      type: "text",
      comment: "Country where the employee works.",
      references: "reference.countries.country_code",
    },
    manager_id: {
      type: "integer",
      comment: "Manager (boss) of the employee; empty for the head of the company.",
      references: "people.employees.employee_id",
      nullable: true,
    },
    hired_on: { type: "date", comment: "Day on which the employee was hired." },
    left_on: {
      type: "date",
      comment: "Day on which the employee left; empty when still employed.",
      nullable: true,
    },
  },
  primaryKey: ["employee_id"],
  rows: ({ employees }) =>
    employees.map((employee) => [
      employee.id,
      employee.name,
      employee.title,
      employee.department,
      employee.countryCode,
      employee.manager?.id ?? null,
      employee.hiredOn,
      employee.leftOn,
    ]),
};

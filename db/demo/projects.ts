import { addDays, asOf } from "./calendar.ts";
import type { Employee } from "./employees.ts";
import { randomStream } from "./random.ts";
import type { Cell, DemoTable } from "./table.ts";

interface Project {
  id: number;
  name: string;
  goal: string;
  director: string;
  startedOn: string;
  /** Null: still running. */
  endedOn: string | null;
  budget: number;
  /** Who is known to have worked on it; others are drawn. */
  team: string[];
}

const zhang = "Zhang Wei";
const li = "Li Na";

/** Planted truth 5: Zhang Wei and Li Na have several projects each, and only Lantern in common. */
export const sharedProject = "Lantern";

const list: Omit<Project, "id">[] = [
  project("Aurora", "Predictive maintenance", "Ingrid Solheim", "2023-04-01", null, 2_400_000, [li]),
  project("Lantern", "Low-power vibration sensing", "Goh Wen Jie", "2023-02-01", "2024-11-30", 1_150_000, [
    zhang,
    li,
  ]),
  project("Harbour", "Housing design for wet areas", "Lars Ekdahl", "2022-10-01", "2024-03-31", 640_000, [
    zhang,
  ]),
  project("Keel", "Radar level sensing in foam", "Matthias Roth", "2023-06-01", "2025-05-31", 820_000, []),
  project("Compass", "New web shop", "Marta Keller", "2023-01-15", "2024-06-30", 530_000, [li]),
  project(
    "Northstar",
    "Calibration laboratory in Hamburg",
    "Aoife Brennan",
    "2024-02-01",
    "2025-09-30",
    990_000,
    [],
  ),
  project(
    "Breakwater",
    "Second sources for circuit boards",
    "Ruben Castellanos",
    "2025-03-01",
    null,
    310_000,
    [],
  ),
  project(
    "Ledger",
    "Migration of the billing system",
    "Henrik Lausten",
    "2025-06-01",
    "2026-04-30",
    720_000,
    [],
  ),
  project("Tidemark", "VAT reporting for Germany", "Sabine Voss", "2025-03-01", "2026-02-28", 450_000, []),
  project("Gimbal", "Wireless sensors for rotating shafts", "Elaine Porter", "2025-01-10", null, 870_000, [
    zhang,
  ]),
  project("Skerry", "Energy harvesting", "Goh Wen Jie", "2024-12-01", null, 560_000, [zhang]),
  project(
    "Foghorn",
    "Alarms in the monitoring service",
    "Niamh Gallagher",
    "2024-05-01",
    "2025-04-30",
    280_000,
    [li],
  ),
  project(
    "Sextant",
    "Single sign-on for the monitoring service",
    "Lars Ekdahl",
    "2026-05-01",
    null,
    390_000,
    [],
  ),
  project("Spindrift", "Gas detection for hydrogen", "Elaine Porter", "2024-09-01", null, 930_000, []),
];

export const projects: readonly Project[] = list.map((each, index) => ({ id: index + 1, ...each }));

const roles = ["Developer", "Tester", "Designer", "Analyst"];
const technical = ["Engineering", "Product", "Support"];

/** Named people, and five to eleven others of the technical departments who were with us when it started. */
export function* projectMembers(seed: string, employees: Employee[]): Generator<Cell[]> {
  const random = randomStream(seed, "project members");
  for (const each of projects) {
    const free = employees.filter(
      ({ name, department, hiredOn, leftOn }) =>
        technical.includes(department) &&
        hiredOn <= each.startedOn &&
        (leftOn === null || leftOn > (each.endedOn ?? asOf)) &&
        ![zhang, li, each.director].includes(name),
    );
    const team = each.team.map((name) => employees.find((employee) => employee.name === name)!);
    for (let count = random.integer(5, 11); count > 0; count--)
      team.push(...free.splice(random.integer(0, free.length - 1), 1));
    for (const member of team)
      yield [each.id, member.id, random.pick(roles), addDays(each.startedOn, random.integer(0, 60))];
  }
}

function project(
  name: string,
  goal: string,
  director: string,
  startedOn: string,
  endedOn: string | null,
  budget: number,
  team: string[],
): Omit<Project, "id"> {
  return { name, goal, director, startedOn, endedOn, budget, team };
}

export const projectsTable: DemoTable = {
  schema: "projects",
  name: "projects",
  comment: "Internal projects; one row a project. Open to every role.",
  columns: {
    project_id: { type: "integer", comment: "Number of the project." },
    name: { type: "text", comment: "Name of the project, such as Lantern or Aurora." },
    goal: { type: "text", comment: "Goal of the project: what it is about." },
    director_id: {
      type: "integer",
      comment: "Employee who directs (leads) the project.",
      references: "people.employees.employee_id",
    },
    started_on: { type: "date", comment: "Day on which the project started." },
    ended_on: {
      type: "date",
      comment: "Day on which the project ended; empty when it is still running.",
      nullable: true,
    },
    project_budget: { type: "numeric(12,2)", comment: "Budget of the project, in euros." },
  },
  primaryKey: ["project_id"],
  unique: [["name"]],
  rows: ({ employees }) =>
    projects.map((each) => [
      each.id,
      each.name,
      each.goal,
      employees.find(({ name }) => name === each.director)!.id,
      each.startedOn,
      each.endedOn,
      `${each.budget}.00`,
    ]),
};

export const projectMembersTable: DemoTable = {
  schema: "projects",
  name: "project_members",
  comment: "Which employee worked on which project; one row a project and employee.",
  columns: {
    project_id: {
      type: "integer",
      comment: "Project that was worked on.",
      references: "projects.projects.project_id",
    },
    employee_id: {
      type: "integer",
      comment: "Employee who worked on the project.",
      references: "people.employees.employee_id",
    },
    role: { type: "text", comment: "Role in the project: Developer, Tester, Designer or Analyst." },
    joined_on: { type: "date", comment: "Day on which the employee joined the project." },
  },
  primaryKey: ["project_id", "employee_id"],
  rows: ({ seed, employees }) => projectMembers(seed, employees),
};

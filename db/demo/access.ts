import { subjectAreas } from "./areas.ts";
import { countryCodesOf } from "./geography.ts";
import { literal, qualifiedName } from "./table.ts";

/** Owns every table and cannot log in, so that nobody who can log in is exempt from row security. */
export const ownerRole = "causeway_owner";

/** The two analyst logins: each sees the rows of its countries, by row security. */
export const logins = {
  causeway_global: { seesCountries: "all" },
  causeway_emea: { seesCountries: countryCodesOf("EMEA") },
} as const satisfies Record<string, { seesCountries: "all" | string[] }>;

export type LoginName = keyof typeof logins;

export const loginNames = Object.keys(logins) as LoginName[];

/** Functions that write without touching a table; every user may call them unless told otherwise. */
const writingFunctions = [
  "lo_creat(integer)",
  "lo_create(oid)",
  "lo_from_bytea(oid, bytea)",
  "lo_open(oid, integer)",
  "lo_unlink(oid)",
  "lo_put(oid, bigint, bytea)",
  "lowrite(integer, bytea)",
  "lo_truncate(integer, integer)",
  "lo_truncate64(integer, bigint)",
];

/** The cluster's roles. Runs as the administrator, in any database; may be run again. */
export function roleStatements(passwords: Record<LoginName, string>): string[] {
  const plain = "nosuperuser nocreatedb nocreaterole noreplication nobypassrls";
  const create = (role: string, options: string) =>
    `do $$ begin if to_regrole('${role}') is null then create role ${role} ${options}; end if; end $$`;
  return [
    create(ownerRole, `nologin ${plain}`),
    ...loginNames.flatMap((login) => [
      create(login, `login ${plain}`),
      `alter role ${login} with login ${plain} password ${literal(passwords[login])}`,
      `alter role ${login} set default_transaction_read_only = on`,
      // A login may not set these for itself: a sort or a hash that spills must not fill the disk.
      `alter role ${login} set temp_file_limit = '2GB'`,
    ]),
    // The logins have business in the demo database only.
    "revoke all on database postgres from public",
    "revoke all on database template1 from public",
  ];
}

/** Rights and row security inside the demo database, once its tables are there. */
export function accessStatements(database: string): string[] {
  const everyLogin = loginNames.join(", ");
  const tables = subjectAreas.flatMap((area) => area.tables);
  return [
    `revoke all on database ${database} from public`,
    `grant connect on database ${database} to ${everyLogin}`,
    "revoke all on schema public from public",
    ...writingFunctions.map((name) => `revoke execute on function pg_catalog.${name} from public`),
    ...subjectAreas.map(({ schema }) => `grant usage on schema ${schema} to ${everyLogin}`),
    ...tables
      .filter((table) => !table.withheld)
      .map((table) => `grant select on ${qualifiedName(table)} to ${everyLogin}`),
    ...tables.flatMap((table) =>
      table.countryColumn ? rowSecurity(qualifiedName(table), table.countryColumn) : [],
    ),
  ];
}

/** The country stands in every row and the policy compares it to a list, so it costs next to nothing on any size. */
function rowSecurity(table: string, column: string): string[] {
  return [
    `alter table ${table} enable row level security`,
    ...loginNames.map((login) => {
      const { seesCountries } = logins[login];
      const rule =
        seesCountries === "all" ? "true" : `${column} in (${seesCountries.map(literal).join(", ")})`;
      return `create policy ${login} on ${table} for select to ${login} using (${rule})`;
    }),
  ];
}

import type postgres from "postgres";
import type { SourceHealth } from "../connector.ts";

interface LoginRow {
  user: string;
  database: string;
  power: string | null;
  owned: number;
  writable: number;
  readable: number;
  schemas: string | null;
}

/**
 * Reads what a login could do beyond reading. The database enforces access; a login that may write, owns tables or is
 * superuser would take that wall away, so the source is refused with the script that makes a right one.
 */
export async function checkLogin(sql: postgres.Sql, sourceName: string, role: string): Promise<SourceHealth> {
  const [login] = await sql<LoginRow[]>`
    with tables as (
      select c.oid, c.relowner, n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
        and n.nspname not like 'pg\\_toast%' and has_schema_privilege(n.oid, 'usage'))
    select current_user as user, quote_ident(current_database()) as database,
      (select string_agg(distinct quote_ident(nspname), ', ') from tables) as schemas,
      case when r.rolsuper then 'is a superuser' when r.rolbypassrls then 'bypasses row security'
           when r.rolcreaterole then 'may create roles' when r.rolreplication then 'may replicate' end as power,
      (select count(*)::int from tables where relowner = r.oid) as owned,
      (select count(*)::int from tables
        where has_table_privilege(oid, 'insert,update,delete,truncate')
          or has_any_column_privilege(oid, 'insert,update')) as writable,
      (select count(*)::int from tables where has_table_privilege(oid, 'select')) as readable
    from pg_roles r where r.rolname = current_user`;
  const fault =
    login!.power ??
    (login!.owned > 0 ? `owns ${login!.owned} table(s)` : null) ??
    (login!.writable > 0 ? `may write to ${login!.writable} table(s)` : null);
  if (fault)
    return {
      role,
      state: "unsafe",
      sentence:
        `${sourceName}: the login "${login!.user}" of role ${role} ${fault}. Use one that only reads; ` +
        "the script makes one: run it as an administrator of the database, with a password of your own.",
      script: readerScript(login!),
    };
  if (login!.readable === 0)
    return {
      role,
      state: "unreachable",
      sentence: `${sourceName}: the login "${login!.user}" of role ${role} may read no table. GRANT SELECT on what it should see.`,
    };
  return {
    role,
    state: "ready",
    sentence: `${sourceName}: role ${role} may read ${login!.readable} tables and write to none.`,
  };
}

/** Makes a login that reads what this one can see, and nothing else. */
function readerScript({ database, schemas }: LoginRow): string {
  const list = schemas ?? "public";
  return [
    "CREATE ROLE causeway_reader LOGIN PASSWORD 'choose one';",
    "ALTER ROLE causeway_reader SET default_transaction_read_only = on;",
    "ALTER ROLE causeway_reader SET temp_file_limit = '2GB';",
    `GRANT CONNECT ON DATABASE ${database} TO causeway_reader;`,
    `GRANT USAGE ON SCHEMA ${list} TO causeway_reader;`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA ${list} TO causeway_reader;`,
  ].join("\n");
}

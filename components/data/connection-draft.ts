import type { ConnectionForm } from "#lib/contracts/source.ts";

/** The form as it is typed: numbers and days are still text. */
export interface ConnectionDraft {
  kind: ConnectionForm["kind"];
  name: string;
  host: string;
  port: string;
  database: string;
  tls: ConnectionForm["tls"];
  logins: Array<{ key: number; role: string; user: string; password: string }>;
  timeZone: string;
  asOf: string;
}

export const usualPort = { postgres: "5432", mysql: "3306" } as const;

export function emptyDraft(timeZone: string): ConnectionDraft {
  return {
    kind: "postgres",
    name: "",
    host: "",
    port: usualPort.postgres,
    database: "",
    tls: "on",
    logins: [{ key: 0, role: "analyst", user: "", password: "" }],
    timeZone,
    asOf: "",
  };
}

/** Another engine has another usual port; one that was typed stays. */
export function withKind(draft: ConnectionDraft, kind: ConnectionDraft["kind"]): ConnectionDraft {
  const port = draft.port === usualPort[draft.kind] ? usualPort[kind] : draft.port;
  return { ...draft, kind, port };
}

/** Keys of the fields that still have to be filled in or mended, first first. */
export function missingIn(draft: ConnectionDraft): Array<"name" | "host" | "port" | "database" | "login"> {
  const missing: ReturnType<typeof missingIn> = [];
  if (draft.name.trim() === "") missing.push("name");
  if (draft.host.trim() === "") missing.push("host");
  const port = Number(draft.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) missing.push("port");
  if (draft.database.trim() === "") missing.push("database");
  if (draft.logins.some(({ role, user }) => role.trim() === "" || user.trim() === "")) missing.push("login");
  return missing;
}

export function formOf(draft: ConnectionDraft, acceptUnsafe: boolean): ConnectionForm {
  const { asOf, port, logins, ...rest } = draft;
  return {
    ...rest,
    port: Number(port),
    logins: logins.map(({ key: _, ...login }) => login),
    ...(asOf === "" ? {} : { asOf }),
    acceptUnsafe,
  };
}

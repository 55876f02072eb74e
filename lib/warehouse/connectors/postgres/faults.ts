import { AppError } from "#lib/contracts/errors.ts";

interface DriverFault {
  code?: string;
  message?: string;
}

/** A connection that could not be made, in a sentence with a next step. */
export function connectionFault(cause: unknown, name: string): AppError {
  const { code, message } = cause as DriverFault;
  if (code === "28P01" || code === "28000")
    return new AppError("E_SOURCE_LOGIN", `${name} refused the login. Check the user and the password.`, {
      cause,
    });
  if (code === "3D000")
    return new AppError(
      "E_SOURCE_LOGIN",
      `${name} has no database of that name. Check the database's name.`,
      {
        cause,
      },
    );
  if (code === "53300")
    return new AppError("E_SOURCE_DOWN", `${name} has no connection left. Try again in a minute.`, { cause });
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new AppError("E_SOURCE_DOWN", `The host of ${name} cannot be found. Check the host's name.`, {
      cause,
    });
  if (/CERT|SIGNATURE/.test(code ?? ""))
    return new AppError(
      "E_SOURCE_LOGIN",
      `The certificate of ${name} does not prove that it is this host. Use the name the certificate was made for, or encrypt without checking it.`,
      { cause },
    );
  // A server without TLS hangs up on the greeting.
  if (/^(ERR_SSL|EPROTO)/.test(code ?? "") || /before secure TLS/.test(message ?? ""))
    return new AppError(
      "E_SOURCE_LOGIN",
      `${name} does not speak TLS on this port. Switch encryption off, or on in the database.`,
      { cause },
    );
  return new AppError(
    "E_SOURCE_DOWN",
    `${name} does not answer${code === "ECONNREFUSED" ? " (nothing listens there)" : ""}. ` +
      "Check that the database runs, then ask again.",
    { cause: cause ?? message },
  );
}

/** A statement that failed while it ran. The engine's text may hold values, so it stays in the cause. */
export function queryFault(cause: unknown, timeoutSeconds: number): AppError {
  if (cause instanceof AppError) return cause;
  const { code } = cause as DriverFault;
  switch (code) {
    case "57014":
      return new AppError(
        "E_QUERY_TIMEOUT",
        `The query was ended after ${timeoutSeconds} s, the limit. Ask for a shorter period or fewer groups.`,
        { cause },
      );
    case "42501":
      return new AppError(
        "E_FORBIDDEN",
        "The database does not let your role read part of this. Ask for data you may see, or ask for the grant.",
        { cause },
      );
    case "42P01":
    case "42703":
      return new AppError(
        "E_SCHEMA_CHANGED",
        "A table or column is not there any more as it was. The structure is being read anew; ask again.",
        { cause },
      );
    case "22012":
      return new AppError(
        "E_QUERY_FAILED",
        "The query divides by zero for at least one row, so no figure exists.",
        {
          cause,
        },
      );
    case "53100":
    case "53200":
    case "53400":
      return new AppError(
        "E_QUERY_TOO_LARGE",
        "The query needs more memory or disk than it may use. Ask for a shorter period or fewer groups.",
        { cause },
      );
    default:
      break;
  }
  if (code?.startsWith("57P") || code?.startsWith("08") || code?.startsWith("CONN") || code === "ECONNRESET")
    return new AppError(
      "E_SOURCE_DOWN",
      "The database went away while the query ran. Nothing was changed; ask again once it is back.",
      { cause },
    );
  return new AppError(
    "E_QUERY_FAILED",
    `The database refused the query (${code ?? "no code"}). Ask it another way.`,
    {
      cause,
    },
  );
}

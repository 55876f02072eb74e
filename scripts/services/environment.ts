import { dataFolder, keptSecret } from "./data-folder.ts";

/** The variables that the server and the commands find set. */
export interface ServiceEnvironment {
  /** The core store. The user's own value wins, and no embedded core database is started then. */
  DATABASE_URL: string;
  /** The search store: the user's own or the embedded one; absent where no documents are configured. */
  SEARCH_DATABASE_URL?: string;
  /** The demo warehouse, as the login that sees every region; absent where no source uses it. */
  CAUSEWAY_DEMO_GLOBAL_URL?: string;
  /** The demo warehouse, as the login that sees EMEA only. */
  CAUSEWAY_DEMO_EMEA_URL?: string;
  /** The data folder, absolute. */
  CAUSEWAY_DATA: string;
  /** The key for cookies and digests: the user's own, or one kept in the data folder. */
  CAUSEWAY_SECRET: string;
}

/** Puts together what the server and the commands need to know, from the addresses of the databases. */
export function commandEnvironment(
  databases: Pick<
    ServiceEnvironment,
    "DATABASE_URL" | "SEARCH_DATABASE_URL" | "CAUSEWAY_DEMO_GLOBAL_URL" | "CAUSEWAY_DEMO_EMEA_URL"
  >,
): ServiceEnvironment {
  return {
    ...databases,
    CAUSEWAY_DATA: dataFolder(),
    CAUSEWAY_SECRET: process.env.CAUSEWAY_SECRET || keptSecret("secret"),
  };
}

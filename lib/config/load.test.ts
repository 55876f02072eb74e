import { describe, expect, it } from "vitest";
import { loadConfig, parseConfig } from "./load.ts";

const source = (more = "") => `sources:
  - id: sales
    name: Sales
    kind: postgres
    logins: { analyst: "\${SALES_URL}" }
    default_role: analyst
${more}`;
const environment = { SALES_URL: "postgres://reader:secret@db:5432/sales" };

const faultOf = (text: string, env: Record<string, string> = environment): string => {
  try {
    parseConfig(text, env);
  } catch (error) {
    return (error as Error).message;
  }
  return "no fault";
};

describe("the configuration", () => {
  it("fills in limits and takes addresses from the environment", () => {
    const config = parseConfig(source(), environment);
    expect(config.sources[0]).toMatchObject({ logins: { analyst: environment.SALES_URL } });
    expect(config.runs.concurrent).toBe(8);
    expect(config.sources[0]!.approve_above.scannedRows).toBe(500_000);
  });

  it("that comes with the project is right", () => {
    const config = loadConfig({
      CAUSEWAY_DEMO_GLOBAL_URL: "postgres://a:b@127.0.0.1:1/demo",
      CAUSEWAY_DEMO_EMEA_URL: "postgres://c:d@127.0.0.1:1/demo",
    });
    expect(config.sources[0]!.id).toBe("northlight");
  });

  it.each([
    ["a variable that is not set", source(), {}, "SALES_URL"],
    ["broken YAML", "sources: [", environment, "not valid YAML"],
    ["no source", "runs: {}", environment, "sources"],
    ["an unknown setting", source("    colour: red\n"), environment, "colour"],
    ["an address that is none", source(), { SALES_URL: "mysql://x" }, "postgres://user"],
    [
      "a role without login",
      source().replace("default_role: analyst", "default_role: boss"),
      environment,
      '"boss" has no login',
    ],
    ["an unknown time zone", source("    time_zone: Mars/Base\n"), environment, "not a known time zone"],
    [
      "a source that is Causeway's own store",
      source(),
      { ...environment, DATABASE_URL: "postgres://causeway:x@db/sales" },
      "own store",
    ],
  ])("names %s", (_, text, env, expected) => {
    expect(faultOf(text, env)).toContain(expected);
  });

  it("names every fault at once", () => {
    const text = source("    fiscal_start: 13\n    time_zone: Nowhere\n");
    expect(faultOf(text)).toContain("2 fault(s)");
  });
});

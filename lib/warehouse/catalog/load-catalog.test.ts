import { beforeEach, describe, expect, it } from "vitest";
import { forgetCatalog, loadCatalog } from "./load-catalog.ts";
import type { RawCatalog } from "./raw-catalog.ts";

const raw: RawCatalog = {
  dialect: "postgres",
  sourceId: "shop",
  tables: [
    { id: "s.t", source: "shop", schema: "s", name: "t", kind: "table", primaryKey: [], uniqueKeys: [] },
  ],
  columns: [{ id: "s.t.a", table: "s.t", name: "a", type: "text", kind: "text", nullable: true, top: [] }],
  joins: [],
  values: [{ column: "s.t.a", values: ["x"], complete: true }],
};
const clock = { now: "2026-01-01T00:00:00Z", timeZone: "UTC", fiscalStart: 1 };

describe("loading a catalog", () => {
  let reads = 0;
  const request = (role: string, read: () => Promise<RawCatalog> = async () => raw) => ({
    sourceId: "shop",
    role,
    model: null,
    clock,
    introspect: () => {
      reads++;
      return read();
    },
  });
  beforeEach(() => {
    reads = 0;
    forgetCatalog("shop");
  });

  it("reads the source once, however many ask at the same time", async () => {
    await Promise.all([loadCatalog(request("a")), loadCatalog(request("a")), loadCatalog(request("a"))]);
    expect(reads).toBe(1);
  });

  it("keeps roles apart: each may see other tables and values", async () => {
    await loadCatalog(request("a"));
    await loadCatalog(request("b"));
    expect(reads).toBe(2);
  });

  it("takes the clock anew on each call", async () => {
    await loadCatalog(request("a"));
    const later = await loadCatalog({ ...request("a"), clock: { ...clock, now: "2026-02-02T00:00:00Z" } });
    expect(later.now).toBe("2026-02-02T00:00:00Z");
    expect(reads).toBe(1);
  });

  it("does not remember a failure", async () => {
    const failing = request("a", async () => Promise.reject(new Error("no connection")));
    await expect(loadCatalog(failing)).rejects.toThrow("no connection");
    await expect(loadCatalog(request("a"))).resolves.toMatchObject({ sourceId: "shop" });
  });

  it("leaves out what a role cannot see of a semantic model", async () => {
    const metric = {
      id: "m",
      name: "m",
      synonyms: [],
      expression: "SUM({{s.hidden.x}})",
      columns: ["s.hidden.x"],
    };
    const model = {
      name: "m",
      metrics: [metric],
      glossary: [],
      headlines: [],
      explanations: [],
      joins: [],
      tableSynonyms: {},
      columnSynonyms: {},
      verifiedQueries: [],
      tables: [],
      warnings: [],
    };
    expect((await loadCatalog({ ...request("a"), model })).metrics).toEqual([]);
  });
});

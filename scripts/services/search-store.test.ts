import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import { migrateOwnSearch, usesDocuments } from "./search-store.ts";

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startTestCluster();
});

afterAll(() => cluster.stop());

test("a server of one's own without pgvector is named in a sentence, with what to do", async () => {
  await expect(migrateOwnSearch(cluster.adminUrl)).rejects.toThrow(
    /SEARCH_DATABASE_URL \(127\.0\.0\.1:\d+\) has no pgvector\. Install it there, or leave SEARCH_DATABASE_URL out/,
  );
});

test("an address that is none, and a server that does not answer, are told without the password", async () => {
  await expect(migrateOwnSearch("mysql://x")).rejects.toThrow(/not an address of the form/);
  const refused = await migrateOwnSearch("postgres://me:topsecret@127.0.0.1:1/x").catch(
    (error: Error) => error.message,
  );
  expect(refused).toMatch(/^The search store at 127\.0\.0\.1:1 cannot be used/);
  expect(refused).not.toContain("topsecret");
});

test("whether documents are configured is read off the configuration, however it is written", () => {
  const folder = mkdtempSync(join(tmpdir(), "causeway-config-"));
  const uses = (documents: string) => {
    const file = join(folder, "causeway.yaml");
    const logins = "{ global: '$" + "{CAUSEWAY_DEMO_GLOBAL_URL}' }";
    writeFileSync(
      file,
      `sources: [{ id: a, name: A, kind: postgres, logins: ${logins}, default_role: global }]\n${documents}`,
    );
    return usesDocuments({ CAUSEWAY_CONFIG: file });
  };
  const collection = "{ id: notes, name: Notes, kind: folder, path: notes }";
  expect(uses(`documents: # ours\n  - ${collection}`)).toBe(true);
  expect(uses(`documents: [${collection}]`)).toBe(true);
  expect(uses("documents: []")).toBe(false);
  expect(uses("documents:\n  []")).toBe(false);
  expect(uses("")).toBe(false);
  rmSync(folder, { recursive: true });
});

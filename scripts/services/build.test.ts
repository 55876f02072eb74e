import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sourceHash } from "./build.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "causeway-build-"));
  write("app/page.tsx", "one");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), content);
}

test("a changed, a new and a renamed source each ask for a new build", () => {
  const hashes = [sourceHash(root)];
  write("app/page.tsx", "two");
  hashes.push(sourceHash(root));
  write("lib/new.ts", "");
  hashes.push(sourceHash(root));
  rmSync(join(root, "lib/new.ts"));
  write("lib/renamed.ts", "");
  hashes.push(sourceHash(root));
  expect(new Set(hashes).size).toBe(hashes.length);
});

test("tests, documents, data and written-again files do not", () => {
  const before = sourceHash(root);
  write("app/page.test.ts", "test");
  write("docs/architecture.md", "text");
  write("e2e/ask.spec.ts", "spec");
  write(".causeway/secret", "key");
  write("node_modules/next/index.js", "code");
  write("app/page.tsx", "one");
  expect(sourceHash(root)).toBe(before);
});

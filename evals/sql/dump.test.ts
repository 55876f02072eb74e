import { describe, expect, it } from "vitest";
import { cutDump } from "./dump.ts";
import { inlineParameters } from "./execute.ts";

describe("cutting a dump as psql reads it", () => {
  it("cuts at semicolons outside quotes, dollar quotes and comments, and drops psql's own lines", () => {
    const dump = [
      "\\restrict abc",
      "SET x = 'a;b';",
      "-- a comment; not an end",
      "CREATE FUNCTION f() RETURNS int AS $body$ begin; return 1; end $body$ LANGUAGE plpgsql;",
      "\\connect other",
      '/* ; */ SELECT 1 AS "a;b";',
      "",
    ].join("\n");
    expect(cutDump(dump).map(({ text }) => text.split("\n").at(-1)?.slice(0, 15))).toEqual([
      "SET x = 'a;b'",
      "CREATE FUNCTION",
      "/* ; */ SELECT ",
    ]);
  });

  it("keeps the rows of COPY apart from the statement, backslashes and semicolons and all", () => {
    const dump = "COPY public.t (a, b) FROM stdin;\n1\tx;y\n2\t\\N\n\\.\n\nSELECT 1;\n";
    expect(cutDump(dump)).toEqual([
      { kind: "copy", text: "COPY public.t (a, b) FROM stdin", rows: "1\tx;y\n2\t\\N\n" },
      { kind: "statement", text: "SELECT 1" },
    ]);
  });
});

describe("values in place of placeholders", () => {
  it("doubles quotes and leaves quoted dollar signs alone", () => {
    expect(inlineParameters("select '$1', \"$2\", $1, $2, $1", ["O'Brien", 3])).toBe(
      "select '$1', \"$2\", 'O''Brien', 3, 'O''Brien'",
    );
  });
});

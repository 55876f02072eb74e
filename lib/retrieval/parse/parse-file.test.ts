import { expect, test } from "vitest";
import { parseFile } from "./parse-file.ts";

const parse = (name: string, source: string) => parseFile(name, Buffer.from(source));

test("Markdown: front matter becomes meta data, marks become words", () => {
  const { meta, text } = parse(
    "a/refund-policy.md",
    `---
title: Refund policy
kind: policy
reference: RP-2.0
published: 2026-02-10
effective: 2026-03-01
supersedes: RP-1.0
audience: [global, emea]
---
# Returns & **fees**

See [the form](https://example.com/form?x=1), *within* \`30\` days &amp; no later.<br>Thanks.

- first
- second
  - nested

| Region | Fee |
|---|--:|
| EMEA | 12 |

![a chart of fees](fees.png)

<!-- a remark for authors -->
`,
  );
  expect(meta).toEqual({
    title: "Refund policy",
    kind: "policy",
    reference: "RP-2.0",
    published: "2026-02-10",
    effective: "2026-03-01",
    supersedes: "RP-1.0",
    audience: ["global", "emea"],
  });
  expect(text).toBe(
    "# Returns & fees\n\nSee the form, within 30 days & no later. Thanks.\n\n- first\n- second\n  - nested\n\n| Region | Fee |\n| EMEA | 12 |\n\na chart of fees",
  );
});

test("HTML: meta tags, blocks in order, and neither scripts nor navigation", () => {
  const { meta, text } = parse(
    "notice.html",
    `<!doctype html><html><head><title>Final   rules</title><meta name="reference" content="N2"><meta name="audience" content="global, emea">
     <style>p{}</style></head><body><nav>Home</nav><script>alert(1)</script><main><h1>Final<br>rules</h1>
     <p>Every <b>B2B</b> invoice&nbsp;is reported.</p><div>Loose words<ul><li>one<li>two</ul></div>
     <table><caption>Fines</caption><tr><th>Year</th><th>Fine</th></tr><tr><td>2026</td><td>5&thinsp;%</td></tr></table>
     <p hidden>secret</p></main><footer>Imprint</footer></body></html>`,
  );
  expect(meta).toEqual({ title: "Final rules", reference: "N2", audience: ["global", "emea"] });
  expect(text).toBe(
    "# Final rules\n\nEvery B2B invoice is reported.\n\nLoose words\n\n- one\n- two\n\nFines\n\n| Year | Fine |\n| 2026 | 5 % |",
  );
});

test("a file without a title takes its first heading, else its name", () => {
  expect(parse("x.md", "# A heading\n\ntext").meta.title).toBe("A heading");
  expect(parse("b/price-list_2026.txt", "one\n\ntwo").meta.title).toBe("price list 2026");
});

test("characters that nobody sees do not reach the index", () => {
  expect(parse("x.md", "ship\u00adment\u200bs \u202eare late").text).toBe("shipments are late");
});

test.each([
  ["x.md", "---\na: [b\n---\ntext", /front matter is not valid YAML/],
  ["x.md", "---\npublished: soon\n---\ntext", /"published" is not a date/],
  ["x.md", "---\naudience: {a: b}\n---\ntext", /"audience" is not a list of roles/],
  ["x.md", "---\naudience: []\n---\ntext", /"audience" is not a list of roles/],
  ["x.html", "<html><body><script>x</script></body></html>", /has no text/],
  ["x.txt", "word ".repeat(700_000), /longer than 3 million characters; divide it/],
])("%s with a fault says what it is", (name, source, words) => {
  expect(() => parse(name, source)).toThrow(words);
});

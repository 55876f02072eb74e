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

test("the names of keys count without their case, and blank lines before front matter do not hide it", () => {
  const { meta } = parse("x.md", "\r\n\r\n---\r\nTitle: A memo\r\nAUDIENCE: Global\r\n---\r\ntext");
  expect(meta).toEqual({ title: "A memo", audience: ["Global"] });
  expect(parse("x.html", '<meta name=" Audience " content="emea"><p>text</p>').meta.audience).toEqual([
    "emea",
  ]);
});

test.each([
  "<p hidden>secret</p>",
  '<p aria-hidden="TRUE">secret</p>',
  '<div style="color: red; Display : none !important"><p>secret</p></div>',
  '<span style="visibility:hidden">secret</span>',
  "<p style='font-size:0'>secret</p>",
  '<p style="font-size: 0.0px; color: red">secret</p>',
  "<div hidden><div>in</div>secret</div>",
])("what a page hides is no text of it: %s", (html) => {
  for (const name of ["x.html", "x.md"]) {
    const { text, hidden } = parse(name, `<p>before</p>\n\n${html}\n\n<p>after</p>`);
    expect([name, text]).toEqual([name, "before\n\nafter"]);
    expect(hidden).toContain("secret");
  }
});

test("Markdown between the tags of a hidden element is hidden, inside a line too", () => {
  const { text } = parse(
    "x.md",
    "one\n\n<div hidden>\n\n# secret\n\n</div>\n\ntwo <b hidden>secret</b> three",
  );
  expect(text).toBe("one\n\ntwo three");
});

test("what only looks like hiding is read", () => {
  const { text, hidden } = parse(
    "x.html",
    '<p style="font-size:0.8em">small</p><p aria-hidden="false">shown</p>',
  );
  expect([text, hidden]).toEqual(["small\n\nshown", undefined]);
});

test("a rule at the beginning is no front matter, and other keys are left alone", () => {
  expect(parse("x.md", "---\n\nA text: with a colon.\n").text).toContain("A text");
  expect(parse("x.md", "---\ntags: [a]\npublisher: Us\n---\ntext").meta).toEqual({ title: "x" });
});

test.each([
  ["x.md", "---\na: [b\n---\ntext", /front matter is not valid YAML/],
  ["x.md", "---\npublished: soon\n---\ntext", /"published" is not a date/],
  ["x.md", "---\naudience: {a: b}\n---\ntext", /"audience" is not a list of roles/],
  ["x.md", "---\naudience: []\n---\ntext", /"audience" is not a list of roles/],
  ["x.md", "---\naudience:\n---\ntext", /"audience" is not a list of roles/],
  ["x.md", "---\naudience: [global, 7]\n---\ntext", /"audience" is not a list of roles/],
  ["x.md", "---\naudience: [all, global]\n---\ntext", /names both all and some/],
  ["x.md", "---\naudiences: [global]\n---\ntext", /a key "audiences", which is not known; write "audience"/],
  ["x.md", "---\nAudeince: [global]\n---\ntext", /a key "Audeince", which is not known; write "audience"/],
  ["x.md", "---\nreaders: [global]\n---\ntext", /a key "readers", which is not known; write "audience"/],
  ["x.md", "---\npublishd: 2026-01-01\n---\ntext", /write "published"/],
  ["x.md", "---\nAudience: [all]\naudience: [global]\n---\ntext", /two keys "audience"/],
  ["x.md", "---\naudience: [global]\n\n# Title\n\ntext", /is not closed by another/],
  ["x.md", "+++\naudience = ['global']\n+++\ntext", /write it as YAML between --- lines/],
  ["x.md", "# Memo\nAudience: global\n\ntext", /does not stand in front matter/],
  ["x.txt", "---\naudience: [global]\n---\n\ntext", /a plain text file has none; name it \.md/],
  ["x.html", "<meta name=audience><p>text</p>", /"audience" is not a list of roles/],
  ["x.html", '<meta name="audiences" content="global"><p>text</p>', /write "audience"/],
  ["x.html", '<meta property="audience" content="global"><p>text</p>', /"audience" cannot be read/],
  [
    "x.html",
    '<meta name="audience" content="global"><meta name="Audience" content="all"><p>text</p>',
    /two keys "audience"/,
  ],
  ["x.html", "<html><body><script>x</script></body></html>", /has no text/],
  ["x.html", `${"<div>".repeat(30_000)}text`, /nested too deeply/],
  ["x.md", `${"> ".repeat(20_000)}text`, /nested too deeply/],
  ["x.txt", "word ".repeat(700_000), /longer than 3 million characters; divide it/],
])("%s with a fault says what it is", (name, source, words) => {
  expect(() => parse(name, source)).toThrow(words);
});

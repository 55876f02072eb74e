import { describe, expect, it } from "vitest";
import { contributionsOf } from "./contributions.ts";

const output = [
  { name: "country", label: "Country", role: "dimension" as const },
  { name: "before", label: "Before", role: "measure" as const, unit: "currency:EUR" },
  { name: "contribution", label: "Contribution", role: "measure" as const, unit: "currency:EUR" },
  { name: "share", label: "Share", role: "measure" as const, unit: "ratio" },
];
const text = (value: unknown) => String(value ?? "");

describe("contributions to a change", () => {
  it("keeps the order of the table, signs the parts, and adds them up", () => {
    const rows = [
      ["Germany", 90, "-9.0", 0.9],
      ["France", 10, "1.5", 0.1],
    ];
    expect(contributionsOf(output, rows, text)).toEqual({
      unit: "currency:EUR",
      parts: [
        { label: "Germany", value: -9 },
        { label: "France", value: 1.5 },
      ],
      total: -7.5,
    });
  });

  it("takes the table's own total, which is no part", () => {
    const rows = [
      ["Germany", 90, -9, 0.9],
      ["Total", 100, -10, 1],
    ];
    expect(contributionsOf(output, rows, text)).toMatchObject({ parts: [{ label: "Germany" }], total: -10 });
  });

  it("is nothing where nothing is measured", () => {
    expect(contributionsOf(output.slice(0, 1), [["Germany"]], text)).toBeNull();
  });
});

/** `3.4 M`, `500,000`: as a person says it. */
export function amount(value: number): string {
  if (value >= 1e9) return `${(value / 1e9).toFixed(1)} bn`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  return Math.round(value).toLocaleString("en");
}

/** Letter case, accents in composed or decomposed form and runs of blanks (also those around a comma) do not tell two values apart. */
export function fold(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .trim()
    .replace(/\s*,\s*/g, ", ")
    .replace(/\s+/g, " ");
}

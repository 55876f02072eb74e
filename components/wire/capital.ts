/** A title as a heading begins: readings are written in small letters. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

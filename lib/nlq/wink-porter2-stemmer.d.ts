declare module "wink-porter2-stemmer" {
  /** Porter's second English stemmer over one lower-case word. */
  export default function stem(word: string): string;
}

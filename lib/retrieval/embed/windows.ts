/** The embedding model reads no further than this; measured: a change after the 65th to 100th word changes nothing. */
const WINDOW_WORDS = 60;

/** The model takes a longer one for an unknown word, after having looked at all of it. */
const LONGEST_WORD = 200;

/**
 * Cuts a passage into windows of at most 60 words of about equal length, each led by the title, so that a window of
 * figures still says what it is about. Never gives an empty text, which would crash the model.
 */
export function windowsOf(title: string, passage: string): string[] {
  const lead = wordsOf(title).slice(0, 12);
  const words = wordsOf(passage.replaceAll("|", " "));
  if (words.length === 0) return lead.length === 0 ? [] : [lead.join(" ")];
  const room = WINDOW_WORDS - lead.length;
  const count = Math.ceil(words.length / room);
  const size = Math.ceil(words.length / count);
  return Array.from({ length: count }, (_, at) =>
    [...lead, ...words.slice(at * size, (at + 1) * size)].join(" "),
  );
}

/** Words that hold a letter or a digit: rules and bullets take a place and say nothing. */
function wordsOf(text: string): string[] {
  return (text.match(/\S+/g) ?? [])
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => word.slice(0, LONGEST_WORD));
}

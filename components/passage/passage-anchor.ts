/** Characters of a passage's text. */
export interface Span {
  start: number;
  end: number;
}

/** A passage to open, perhaps at the characters that were quoted. */
export interface PassagePlace {
  passageId: string;
  span: Span | null;
}

const OPEN_PASSAGE = "causeway:open-passage";

/** The element id of a passage's card. */
export function passageAnchor(passageId: string): string {
  return `passage-${passageId}`;
}

/** Asks the card of that passage to come into view, with what was quoted marked. */
export function openPassage(place: PassagePlace): void {
  window.dispatchEvent(new CustomEvent<PassagePlace>(OPEN_PASSAGE, { detail: place }));
}

/** Calls back when a quotation of this passage is opened; returns what ends the listening. */
export function onOpenPassage(passageId: string, listener: (place: PassagePlace) => void): () => void {
  const handle = (event: Event) => {
    const place = (event as CustomEvent<PassagePlace>).detail;
    if (place.passageId === passageId) listener(place);
  };
  window.addEventListener(OPEN_PASSAGE, handle);
  return () => window.removeEventListener(OPEN_PASSAGE, handle);
}

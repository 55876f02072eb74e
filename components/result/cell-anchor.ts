/** Where in a result a figure stands; a total or a count has a column or nothing. */
export interface Place {
  resultId: string;
  row?: number;
  column?: number;
}

const OPEN_CELL = "causeway:open-cell";

/** The element id of a cell, so that a figure can link to it. */
export function cellAnchor({ resultId, row, column }: Place): string {
  return [resultId, row, column].filter((each) => each !== undefined).join("-");
}

/** Asks the panel of that result to show its table and bring the cell into view. */
export function openCell(place: Place): void {
  window.dispatchEvent(new CustomEvent<Place>(OPEN_CELL, { detail: place }));
}

/** Calls back when a figure of this result is opened; returns what ends the listening. */
export function onOpenCell(resultId: string, listener: (place: Place) => void): () => void {
  const handle = (event: Event) => {
    const place = (event as CustomEvent<Place>).detail;
    if (place.resultId === resultId) listener(place);
  };
  window.addEventListener(OPEN_CELL, handle);
  return () => window.removeEventListener(OPEN_CELL, handle);
}

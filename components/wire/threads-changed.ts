const CHANGED = "causeway:threads-changed";

/** Told by whatever starts, ends or parks a run on this page. */
export function announceThreadsChanged(): void {
  window.dispatchEvent(new Event(CHANGED));
}

/** Calls back at each change; returns what ends the listening. */
export function onThreadsChanged(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

/** A failure whose message is one sentence for the person at the terminal. */
export class LaunchError extends Error {}

/** Progress goes to standard error: standard output belongs to what a command answers. */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

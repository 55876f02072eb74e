export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Lines that were taken out and put in, in reading order, by the longest common subsequence of lines. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const old = before.split("\n");
  const now = after.split("\n");
  const common = commonLengths(old, now);
  const lines: DiffLine[] = [];
  let at = 0;
  let to = 0;
  while (at < old.length || to < now.length) {
    if (at < old.length && to < now.length && old[at] === now[to]) {
      lines.push({ kind: "same", text: old[at]! });
      at += 1;
      to += 1;
    } else if (to >= now.length || (at < old.length && common[at + 1]![to]! >= common[at]![to + 1]!)) {
      lines.push({ kind: "removed", text: old[at]! });
      at += 1;
    } else {
      lines.push({ kind: "added", text: now[to]! });
      to += 1;
    }
  }
  return lines;
}

/** `lengths[i][j]`: how many lines the rests from `i` and from `j` have in common, in order. */
function commonLengths(old: string[], now: string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        old[i] === now[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}

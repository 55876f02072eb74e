import type { Mark } from "#components/wire/marks.ts";
import { SOURCE_LOOKS } from "./looks.ts";

/**
 * `S1`, `A1`, `D1`: a letter for the kind of source, since colour is never alone. Inline like the text before it: a line
 * may break before a box, even where the text forbids it.
 */
export function MarkChip({ mark }: { mark: Mark }) {
  return (
    <span
      className={`whitespace-nowrap rounded-sm px-1 py-0.5 font-mono font-normal text-xs leading-4 ${SOURCE_LOOKS[mark.kind].chip}`}
    >
      {mark.label}
    </span>
  );
}

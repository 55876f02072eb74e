import type { Mark } from "#components/wire/marks.ts";
import { SOURCE_LOOKS } from "./looks.ts";

/** `S1`, `A1`, `D1`: a letter for the kind of source, since colour is never alone. */
export function MarkChip({ mark }: { mark: Mark }) {
  return (
    <span
      className={`inline-block rounded-sm px-1 font-mono font-normal text-xs leading-5 ${SOURCE_LOOKS[mark.kind].chip}`}
    >
      {mark.label}
    </span>
  );
}

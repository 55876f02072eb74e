import type { Approach } from "../approach.ts";
import { extendForecast } from "./forecast.ts";
import { extendNamedInRows } from "./named-in-rows.ts";
import { extendReasons } from "./reasons.ts";
import { type Extension, nothingMore, type Progress } from "./steps.ts";
import { extendTextsOfRows } from "./texts-of-rows.ts";

/** What comes after the steps that are done, as the approach has it. Pure: the same progress gives the same steps. */
export function extend(approach: Approach | null, progress: Progress): Extension {
  switch (approach?.kind) {
    case "reasons":
      return extendReasons(approach, progress);
    case "forecast":
      return extendForecast(approach, progress);
    case "texts_of_rows":
      return extendTextsOfRows(approach, progress);
    case "named_in_rows":
      return extendNamedInRows(approach, progress);
    default:
      return nothingMore;
  }
}

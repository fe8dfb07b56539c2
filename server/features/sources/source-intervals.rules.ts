import type { SourceState } from "../../contracts/sources.ts";
import type { SourceIntervalState } from "../../contracts/timeline.ts";

/**
 * The state of an interval in the history; `undefined` while the source is off. A source that is tried again
 * (`starting`) keeps its former state until that has succeeded.
 */
export function intervalStateOf(
  state: SourceState,
  before: SourceIntervalState | undefined,
): SourceIntervalState | undefined {
  switch (state) {
    case "running":
    case "waiting":
      return state;
    case "starting":
      return before === "waiting" ? "waiting" : undefined;
    case "stopped":
    case "finished":
      return undefined;
  }
}

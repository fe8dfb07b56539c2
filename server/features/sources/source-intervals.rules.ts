import type { SourceState } from "../../contracts/sources.ts";
import type { SourceIntervalState } from "../../contracts/timeline.ts";

/**
 * The state that an interval of the history has; `undefined` while the source is off. A source that is tried again
 * `starting`: until that has succeeded it is as it was.
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

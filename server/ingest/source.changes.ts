import type { SourceState } from "../contracts/sources.ts";
import { type Clock, SECOND_MS, type Schedule } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { SourceEntry } from "./source.entry.ts";

const CHANGE_TICK_MS = SECOND_MS;

export type SourceChanges = ReturnType<typeof createSourceChanges>;

/** Reports changes of a source's status, only for the current entry of the source. */
export function createSourceChanges(deps: {
  readonly isCurrent: (entry: SourceEntry) => boolean;
  readonly onChange: (sourceId: string) => void;
  readonly schedule: Schedule;
  readonly clock: Clock;
  readonly log: Log;
}) {
  function notifyNow(entry: SourceEntry): void {
    const { id } = entry.source;
    if (!deps.isCurrent(entry)) return;
    try {
      deps.onChange(id);
    } catch (error) {
      deps.log.error({ sourceId: id, err: error }, "a listener to source changes failed");
    }
  }

  function setState(entry: SourceEntry, state: SourceState): void {
    if (entry.state === state) return;
    entry.state = state;
    notifyNow(entry);
  }

  /** Reports counters and progress once a second, until the rate has fallen to zero. */
  function notifySoon(entry: SourceEntry): void {
    if (entry.cancelTick !== null || entry.abort.signal.aborted) return;
    entry.cancelTick = deps.schedule(() => {
      entry.cancelTick = null;
      notifyNow(entry);
      if (entry.activity.framesPerSecond(deps.clock.now()) > 0) notifySoon(entry);
    }, CHANGE_TICK_MS);
  }

  return { notifyNow, notifySoon, setState };
}

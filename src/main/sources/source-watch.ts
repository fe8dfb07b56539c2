import type { SourceReport, StationActivity } from "./source-activity.rules.ts";

/** The last reported activity of the running station. */
export interface SourceWatch {
  /** The state of the sources; undefined while no station runs. */
  readonly current: readonly SourceReport[] | undefined;
  /** Whether a source receives, or waits to. */
  readonly isActive: boolean;
  /** Whether a device at a port is being written to, or a batch of them runs. */
  readonly isSettingUp: boolean;
  set(activity: StationActivity | undefined): void;
  onChange(listener: () => void): void;
}

export function watchSources(): SourceWatch {
  const listeners: (() => void)[] = [];
  let activity: StationActivity | undefined;
  return {
    get current() {
      return activity?.sources;
    },
    get isActive() {
      return activity?.sources.some(({ isActive }) => isActive) ?? false;
    },
    get isSettingUp() {
      return activity?.isSettingUp ?? false;
    },
    set(now) {
      activity = now;
      for (const listener of listeners) listener();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

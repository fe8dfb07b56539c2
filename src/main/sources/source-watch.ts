import type { SourceReport } from "./source-activity.rules.ts";

/** What the sources of the running station are doing, as it was last reported. */
export interface SourceWatch {
  /** Undefined while no station runs. */
  readonly current: readonly SourceReport[] | undefined;
  /** Whether a source receives, or waits to. */
  readonly isActive: boolean;
  set(sources: readonly SourceReport[] | undefined): void;
  onChange(listener: () => void): void;
}

export function watchSources(): SourceWatch {
  const listeners: (() => void)[] = [];
  let current: readonly SourceReport[] | undefined;
  return {
    get current() {
      return current;
    },
    get isActive() {
      return current?.some(({ isActive }) => isActive) ?? false;
    },
    set(sources) {
      current = sources;
      for (const listener of listeners) listener();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

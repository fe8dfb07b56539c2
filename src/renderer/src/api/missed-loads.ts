import type { ApiResult } from "./station.client.ts";

/** What could not be loaded while the station was out of reach. */
export interface MissedLoads {
  /** Notes how a request ended, and how to send it again; a later answer under the same name replaces an earlier one. */
  note(name: string, outcome: ApiResult<unknown>["kind"], again: () => void): void;
  isAny(): boolean;
  /** Sends each of them again. */
  retry(): void;
}

export function createMissedLoads(): MissedLoads {
  const missed = new Map<string, () => void>();
  return {
    note(name, outcome, again) {
      if (outcome === "unreachable") missed.set(name, again);
      else if (outcome !== "cancelled") missed.delete(name);
    },
    isAny: () => missed.size > 0,
    retry() {
      const requests = [...missed.values()];
      missed.clear();
      for (const request of requests) request();
    },
  };
}

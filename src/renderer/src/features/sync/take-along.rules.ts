import type { TakeAlong, TakeAlongPart } from "../../../../../server/contracts/sync-region.ts";
import { DAY_MS } from "../../ui/durations.ts";

/** Data that was taken along counts as old after this time and should be fetched again before leaving. */
const OLD_MS = DAY_MS;

/** One part in a line: how far it is, how old it is, and what is missing. */
export interface ShownPart {
  readonly part: TakeAlongPart["part"];
  readonly state: TakeAlongPart["state"];
  readonly count: number;
  /** 0 to 1 while it is fetched and its size is known. */
  readonly progress: number | undefined;
  /** The age of the data; undefined if it was never fetched. */
  readonly ageMs: number | undefined;
  readonly isOld: boolean;
  readonly detail: string | null;
  /** Whether it is missing or incomplete. */
  readonly isTroubled: boolean;
}

export function takeAlongParts({ parts }: TakeAlong, nowMs: number): readonly ShownPart[] {
  return parts.map(({ part, state, count, total, as_of: asOf, detail }) => {
    const ageMs = asOf === null ? undefined : Math.max(0, nowMs - Date.parse(asOf));
    return {
      part,
      state,
      count,
      progress: state === "running" && total !== null && total > 0 ? Math.min(1, count / total) : undefined,
      ageMs,
      isOld: ageMs !== undefined && ageMs > OLD_MS,
      detail,
      isTroubled: state === "failed" || state === "missing",
    };
  });
}

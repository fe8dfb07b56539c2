import type { Alert } from "../../contracts/alerts.ts";
import type { Operation } from "../../contracts/operations.ts";
import type { SourceIntervalState } from "../../contracts/timeline.ts";
import type { Viewer } from "../../kernel/access.ts";
import type { ReadPositions } from "../../kernel/positions.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { TimeRange } from "../../kernel/time-range.ts";

/** The dependencies of the timeline on other features. */
export type TimelineDeps = {
  readonly listSpans: (
    range: TimeRange,
    viewer: Viewer,
    page: { readonly limit: number; readonly signal: AbortSignal },
  ) => Promise<{
    readonly spans: readonly (Pick<Operation, "id" | "ua_identifiers"> & {
      readonly firstMs: number;
      readonly lastMs: number;
      readonly warnings: readonly string[];
    })[];
    readonly isComplete: boolean;
  }>;
  /** The ids of those of some operations that a viewer may read, by number. */
  readonly findReadableIds: (numbers: readonly number[], viewer: Viewer) => ReadonlyMap<number, string>;
  /** Annotations by the time they were written, regardless of who may read them. */
  readonly listAnnotations: (
    range: TimeRange,
    limit: number,
  ) => readonly { readonly operation: number; readonly note: string; readonly writtenMs: number }[];
  /** Alerts that were open in a range of time, newest first, as far as the caller may see them. */
  readonly listAlerts: (range: TimeRange, limit: number, caller: Principal) => Promise<readonly Alert[]>;
  readonly listSourceIntervals: (
    range: TimeRange,
    limit: number,
  ) => readonly {
    readonly sourceId: string;
    readonly name: string;
    readonly state: SourceIntervalState;
    readonly fromMs: number;
    readonly untilMs: number;
  }[];
  readonly readPositions: ReadPositions;
};

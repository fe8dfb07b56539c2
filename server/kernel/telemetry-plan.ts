import type { StreamedRecord } from "../contracts/route.ts";
import type { TrackOrigin } from "./telemetry.ts";

/** What is kept over time, and listed; of the rest only the newest is known. */
export type ListedRecord = Exclude<StreamedRecord, "last">;

/** Times that are wanted of a track, both ends included. */
export type TrackWindow = { readonly track: number; readonly firstMs: number; readonly lastMs: number };

/** What a list reads, as plain data: it can be read on any thread that has the store open. */
export type TelemetryPlan = {
  readonly record: ListedRecord;
  readonly windows: readonly TrackWindow[];
  readonly origins: ReadonlyMap<number, TrackOrigin>;
  /** For GPX and KML: one track after the other instead of all by time, and nothing that those formats do not say. */
  readonly isForMap: boolean;
  readonly isDescending: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly expected: ExpectedRecords;
};

/** From so many records on an answer is a large one. */
export const LARGE_RESPONSE_RECORDS = 20_000;

/** How many records an answer will have; an estimate unless it is exact. */
export type ExpectedRecords = {
  readonly records: number;
  /** The same without the page. */
  readonly total: number;
  readonly isExact: boolean;
};

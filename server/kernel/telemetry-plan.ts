import type { ListTotal, StreamedRecord } from "../contracts/route.ts";
import type { TrackOrigin } from "./telemetry.ts";

/** Record kinds with a stored history; of `last`, only the newest record exists. */
export type ListedRecord = Exclude<StreamedRecord, "last">;

/** A time range of a track to read, both ends inclusive, Unix milliseconds. */
export type TrackWindow = { readonly track: number; readonly firstMs: number; readonly lastMs: number };

/** What a list reads, as plain data that any thread with an open store can execute. */
export type TelemetryPlan = {
  readonly record: ListedRecord;
  readonly windows: readonly TrackWindow[];
  readonly origins: ReadonlyMap<number, TrackOrigin>;
  /** For GPX and KML: one track after the other instead of all by time, and only the fields these formats have. */
  readonly isForMap: boolean;
  readonly isDescending: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly expected: ExpectedRecords;
};

/** Responses with at least this many records are read on another thread. */
export const LARGE_RESPONSE_RECORDS = 20_000;

export type ExpectedRecords = {
  /** How many records a response will have; an estimate. */
  readonly records: number;
  /** How many it would have without `limit` and `offset`; `null` where they are not counted. */
  readonly total: ListTotal | null;
};

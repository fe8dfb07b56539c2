import type { Bbox } from "../../kernel/geo.ts";
import { operatorPoint, uaPoint } from "../../kernel/points.fixture.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { UA_KIND, type TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { WritableDb } from "../../storage/database.ts";
import { createTelemetryRecording, type TelemetryRecording } from "./telemetry.recording.store.ts";

/** Removes all points and entries. */
export const CLEAR =
  "DELETE FROM ua_track; DELETE FROM operator_track; DELETE FROM packed_segment; DELETE FROM track_extent";

export type Placed = {
  readonly kind: TrackKind;
  readonly track: number;
  readonly timeMs: number;
  readonly latitudeE7: number;
  readonly longitudeE7: number;
};

export const ALWAYS: TimeRange = { fromMs: -8.64e15, toMs: 8.64e15 };
export const EVERYWHERE: Bbox = { west: -180, south: -90, east: 180, north: 90 };

/** Writes points as the station does: in transactions that begin and end with what concerns the extents. */
export function record(
  writer: WritableDb,
  points: readonly Placed[],
  { perTransaction = 50, recording = createTelemetryRecording(writer) } = {},
): void {
  const write = writer.transaction((some: readonly Placed[]) => {
    recording.forgetRolledBack();
    for (const { kind, track, ...point } of some) {
      if (kind === UA_KIND) recording.recordUa(track, uaPoint(point));
      else recording.recordOperator(track, operatorPoint(point));
    }
    return recording.saveExtents();
  });
  for (let start = 0; start < points.length; start += perTransaction)
    write(points.slice(start, start + perTransaction))();
}

/** Replaces points of aircraft as an upload does: all in one transaction. */
export function replace(writer: WritableDb, recording: TelemetryRecording, points: readonly Placed[]): void {
  const write = writer.transaction(() => {
    recording.forgetRolledBack();
    for (const track of new Set(points.map((point) => point.track))) {
      const ofTrack = points.filter((point) => point.track === track);
      recording.replaceUa(
        track,
        ofTrack.map(({ timeMs, latitudeE7, longitudeE7 }) => uaPoint({ timeMs, latitudeE7, longitudeE7 })),
      );
    }
    return recording.saveExtents();
  });
  write()();
}

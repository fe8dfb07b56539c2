import type { TelemetryPlan } from "../../server/kernel/telemetry-plan.ts";
import type { TrackOrigin } from "../../server/kernel/telemetry.ts";
import type { MeasuredFormat } from "./export.peers.ts";

export const POINTS_OF_TRACK = 2000;

/** The input of the encoder: all tracks of a recording with this many records. */
export type Encoded = { readonly format: MeasuredFormat; readonly records: number };

/** The plan of everything in a recording. */
export function planOf({ records, format }: Encoded): TelemetryPlan {
  const windows = Array.from({ length: records / POINTS_OF_TRACK }, (_, at) => ({
    track: at + 1,
    firstMs: 0,
    lastMs: 8.64e15,
  }));
  return {
    record: "ua",
    windows,
    origins: new Map<number, TrackOrigin>(
      windows.map(({ track }) => [track, { sensorId: "bench-receiver-1", operationId: `operation-${track}` }]),
    ),
    isForMap: format === "gpx" || format === "kml",
    isDescending: false,
    limit: Infinity,
    offset: 0,
    expected: { records, total: records },
  };
}

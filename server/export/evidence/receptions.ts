import type { ReceptionOrigin } from "../../kernel/evidence-plan.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { OnTrack, OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";

export type ReceptionSlices =
  | { readonly record: "aircraft"; readonly points: readonly OnTrack<UaPoint>[] }
  | { readonly record: "operator"; readonly points: readonly OnTrack<OperatorPoint>[] };

/**
 * The receptions of each sensor, one JSON object per line: the sensor, operation and suboperation, the capture time,
 * the time that the aircraft stated, when the station stored it, the strength of the signal, and the position.
 */
export function receptionLines(
  { record, points }: ReceptionSlices,
  origins: ReadonlyMap<number, ReceptionOrigin>,
): Uint8Array {
  const lines = points.map((point) => {
    const origin = origins.get(point.track);
    const isAircraft = "ridTimeMs" in point;
    return JSON.stringify({
      record,
      operation_id: origin?.operationId,
      suboperation_id: origin?.suboperationId,
      sensor_id: origin?.sensorId.toWellFormed(),
      timestamp: isoFromMs(point.timeMs),
      aircraft_timestamp: isAircraft && point.ridTimeMs !== null ? isoFromMs(point.ridTimeMs) : null,
      received_at: isoFromMs(point.receivedMs),
      rssi_dbm: isAircraft ? point.rssiDbm : null,
      latitude: point.latitudeE7 / 1e7 + 0,
      longitude: point.longitudeE7 / 1e7 + 0,
    });
  });
  return Buffer.from(lines.map((line) => `${line}\n`).join(""));
}

import type { Positions, TrackPositions } from "../../contracts/timeline.ts";
import type { LastPoint } from "../../kernel/telemetry.ts";
import type { PositionTrack, UaMotion } from "../../kernel/positions.ts";
import { scaled } from "../../kernel/telemetry-records.ts";

const ALTITUDES = [
  ["MSL", "altitudeMslMm"],
  ["WGS84", "altitudeWgs84Mm"],
  ["AGL", "altitudeAglMm"],
  ["ATO", "altitudeAtoMm"],
  ["pressure", "altitudePressureMm"],
] as const satisfies readonly (readonly [keyof TrackPositions["altitudes"], keyof UaMotion])[];

/** A track in columns; times are relative to `fromMs`. */
export function toTrackPositions(
  { operationId, sensorId, points, operator }: PositionTrack,
  fromMs: number,
): TrackPositions {
  return {
    operation_id: operationId,
    sensor_id: sensorId.toWellFormed(),
    times: points.map(({ timeMs }) => timeMs - fromMs),
    latitudes: points.map(({ latitudeE7 }) => latitudeE7 / 1e7 + 0),
    longitudes: points.map(({ longitudeE7 }) => longitudeE7 / 1e7 + 0),
    headings: points.map(({ headingCdeg }) => scaled(headingCdeg, 100)),
    horizontal_speeds: points.map(({ horizontalSpeedMmps }) => scaled(horizontalSpeedMmps, 1000)),
    vertical_speeds: points.map(({ verticalSpeedMmps }) => scaled(verticalSpeedMmps, 1000)),
    altitudes: altitudesOf(points),
    states: points.flatMap(({ timeMs, operationalState }, index) =>
      points[index - 1]?.operationalState === operationalState
        ? []
        : [{ time: timeMs - fromMs, state: operationalState.toWellFormed() }],
    ),
    operator: operator.map((place) => ({ ...toPlace(place, fromMs), source_type: place.sourceType.toWellFormed() })),
  };
}

export function toSensorPlaces(
  sensorId: string,
  places: readonly LastPoint[],
  fromMs: number,
): Positions["sensors"][number][] {
  return places.map((place) => ({ sensor_id: sensorId.toWellFormed(), ...toPlace(place, fromMs) }));
}

function toPlace({ timeMs, latitudeE7, longitudeE7 }: LastPoint, fromMs: number) {
  return { time: timeMs - fromMs, latitude: latitudeE7 / 1e7 + 0, longitude: longitudeE7 / 1e7 + 0 };
}

/** Only the references of which at least one height is known. */
function altitudesOf(points: readonly UaMotion[]): TrackPositions["altitudes"] {
  const known = ALTITUDES.filter(([, field]) => points.some((point) => point[field] !== null));
  return Object.fromEntries(known.map(([type, field]) => [type, points.map((point) => scaled(point[field], 1000))]));
}

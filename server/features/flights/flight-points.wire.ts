import type {
  FlightPoint,
  FlightPointInput,
  FlightPointWithStatus,
  FlightPointWithStatusInput,
} from "../../contracts/flight-telemetry.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import type { ShownPoint } from "./derived-points.ts";
import type { StatusModel } from "./flight-status.store.ts";
import { toStatusFields } from "./flight-status.wire.ts";
import { fromThousandths } from "./derived-points.ts";

/** Converts an uploaded point to the units of the store: integer millimetres and degrees × 10⁷. */
export function pointOf(input: FlightPointInput, receivedMs: number): UaPoint {
  const { velocity } = input;
  return {
    ...EMPTY_POINT,
    timeMs: Date.parse(input.time),
    receivedMs,
    operationalState: "airborne",
    latitudeE7: Math.round(input.location.lat * 1e7),
    longitudeE7: Math.round(input.location.lon * 1e7),
    horizontalAccuracyMm: thousandthsOrNull(input.horizontal_accuracy),
    altitudePressureMm: thousandthsOrNull(input.altitude),
    altitudeWgs84Mm: thousandthsOrNull(input.geo_altitude),
    altitudeWgs84AccuracyMm: thousandthsOrNull(input.vertical_accuracy),
    altitudeAtoMm: thousandthsOrNull(input.height),
    airPressurePa: input.pressure === null || input.pressure === undefined ? null : Math.round(input.pressure * 100),
    ...motion(velocity.x, velocity.y, velocity.z, null),
    speedAccuracyMmps: thousandthsOrNull(input.speed_accuracy),
  };
}

export function pointWithStatusOf(input: FlightPointWithStatusInput): UaPoint {
  const point = pointOf(
    {
      time: input.time,
      location: { lat: input.latitude, lon: input.longitude },
      velocity: { x: input.velocity_x, y: input.velocity_y, z: input.velocity_z },
      altitude: input.altitude,
      geo_altitude: input.geo_altitude,
      vertical_accuracy: input.vertical_accuracy,
      horizontal_accuracy: input.horizontal_accuracy,
      speed_accuracy: input.speed_accuracy,
      height: input.height,
      pressure: input.pressure,
    },
    Date.parse(input.time_received),
  );
  return { ...point, ...motion(input.velocity_x, input.velocity_y, input.velocity_z, input.heading) };
}

type Component = number | null | undefined;

function motion(east: Component, north: Component, up: Component, heading: number | null) {
  const vertical = { verticalSpeedMmps: thousandthsOrNull(up), velocityUpMmps: thousandthsOrNull(up) };
  if (typeof east !== "number" || typeof north !== "number") return vertical;
  const speed = Math.hypot(east, north);
  // Without speed there is no course.
  const course = heading ?? (speed === 0 ? null : ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360);
  return {
    headingCdeg: course === null ? null : Math.round(course * 100) % 36_000,
    horizontalSpeedMmps: Math.round(speed * 1000),
    velocityEastMmps: thousandthsOrNull(east),
    velocityNorthMmps: thousandthsOrNull(north),
    ...vertical,
  };
}

export function toFlightPoint({ point, velocity, geoAltitudeM, verticalAccuracyMm, derived }: ShownPoint): FlightPoint {
  return {
    time: isoFromMs(point.timeMs),
    location: { lat: point.latitudeE7 / 1e7, lon: point.longitudeE7 / 1e7 },
    velocity,
    altitude: fromThousandths(point.altitudePressureMm),
    geo_altitude: geoAltitudeM,
    vertical_accuracy: fromThousandths(verticalAccuracyMm),
    horizontal_accuracy: fromThousandths(point.horizontalAccuracyMm),
    speed_accuracy: fromThousandths(point.speedAccuracyMmps),
    height: fromThousandths(point.altitudeAtoMm),
    pressure: point.airPressurePa === null ? null : point.airPressurePa / 100,
    ...(derived.length > 0 && { derived: [...derived] }),
  };
}

export function toPointWithStatus(shown: ShownPoint, status: StatusModel | undefined): FlightPointWithStatus {
  const { point } = shown;
  const { location, velocity, ...rest } = toFlightPoint(shown);
  return {
    ...rest,
    time_received: isoFromMs(point.receivedMs),
    latitude: location.lat,
    longitude: location.lon,
    velocity_x: velocity.x,
    velocity_y: velocity.y,
    velocity_z: velocity.z,
    heading: point.headingCdeg === null ? null : point.headingCdeg / 100,
    ...toStatusFields(status),
  };
}

function thousandthsOrNull(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Math.round(value * 1000);
}

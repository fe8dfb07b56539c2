import type { OperatorPoint, SystemPoint, UaPoint } from "../kernel/telemetry.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import type { LocationMessage, SystemMessage } from "./codecs/odid.messages.ts";
import type { DecodedSensor, Refused } from "./decoded.ts";
import {
  horizontalAccuracyM,
  operationalState,
  operatorSourceType,
  speedAccuracyMps,
  timestampAccuracyMs,
  verticalAccuracyM,
} from "./odid.codes.ts";

/** The times of a frame by the station's clocks. The third clock, the aircraft's own, is in the message. */
export type Clocks = { readonly observedAtMs: number; readonly receivedMs: number };

export type Normalised = { readonly kind: "point"; readonly point: UaPoint } | Refused;

const RADIANS = Math.PI / 180;

/**
 * Converts a Location message (ASTM F3411-22a) to a telemetry point. Unknown values stay unknown: none becomes 0 or sea
 * level.
 */
export function normaliseLocation(message: LocationMessage, clocks: Clocks, rssiDbm: number | null): Normalised {
  const { latitude, longitude } = message;
  if (latitude === null || longitude === null) {
    return { kind: "refused", reason: "no_position", detail: "the aircraft does not know its position" };
  }
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
    const field = Math.abs(latitude) > 90 ? "Location.Latitude" : "Location.Longitude";
    return { kind: "refused", reason: "value_out_of_range", field, detail: `position ${latitude}, ${longitude}` };
  }
  const { secondsAfterHour } = message;
  const hasTimestamp = secondsAfterHour !== null && secondsAfterHour >= 0 && secondsAfterHour <= HOUR_MS / SECOND_MS;
  const isAboveTakeOff = message.heightReference === "take_off";
  const moved = motion(message);
  const point: UaPoint = {
    timeMs: clocks.observedAtMs,
    timeAccuracyMs: timestampAccuracyMs(message.timestampAccuracyCode),
    ridTimeMs: hasTimestamp ? resolveHour(secondsAfterHour, clocks.observedAtMs) : null,
    receivedMs: clocks.receivedMs,
    operationalState: operationalState(message.status),
    latitudeE7: Math.round(latitude * 1e7),
    longitudeE7: Math.round(longitude * 1e7),
    horizontalAccuracyMm: milli(horizontalAccuracyM(message.horizontalAccuracyCode)),
    altitudeMslMm: milli(message.altitudeMslM ?? null),
    altitudeMslAccuracyMm: null,
    altitudeWgs84Mm: milli(message.altitudeGeodeticM),
    altitudeWgs84AccuracyMm:
      message.altitudeGeodeticM === null ? null : milli(verticalAccuracyM(message.verticalAccuracyCode)),
    altitudeAglMm: isAboveTakeOff ? null : milli(message.heightM),
    altitudeAtoMm: isAboveTakeOff ? milli(message.heightM) : null,
    // The standard has no accuracy for the relative height.
    heightAccuracyMm: null,
    altitudePressureMm: milli(message.altitudePressureM),
    altitudePressureAccuracyMm:
      message.altitudePressureM === null ? null : milli(verticalAccuracyM(message.pressureAccuracyCode)),
    headingCdeg: moved.headingCdeg,
    horizontalSpeedMmps: moved.horizontalSpeedMmps,
    verticalSpeedMmps: moved.verticalSpeedMmps,
    velocityEastMmps: moved.velocityEastMmps,
    velocityNorthMmps: moved.velocityNorthMmps,
    velocityUpMmps: moved.velocityUpMmps,
    speedAccuracyMmps: milli(speedAccuracyMps(message.speedAccuracyCode)),
    airPressurePa: null,
    rssiDbm: toInteger(rssiDbm),
  };
  return { kind: "point", point };
}

/** The operator's position of a System message; `undefined` if the sender does not know it. */
export function normaliseOperator(message: SystemMessage, clocks: Clocks): OperatorPoint | undefined {
  const { operatorLatitude: latitude, operatorLongitude: longitude } = message;
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return {
    timeMs: clocks.observedAtMs,
    timeAccuracyMs: null,
    receivedMs: clocks.receivedMs,
    latitudeE7: Math.round(latitude * 1e7),
    longitudeE7: Math.round(longitude * 1e7),
    horizontalAccuracyMm: null,
    altitudeType: message.operatorAltitudeGeodeticM === null ? null : "WGS84",
    altitudeMm: milli(message.operatorAltitudeGeodeticM),
    altitudeAccuracyMm: null,
    sourceType: operatorSourceType(message.operatorLocationType),
  };
}

/** Converts the state that a receiver reports about itself. */
export function normaliseSensor(decoded: DecodedSensor, clocks: Clocks): SystemPoint {
  const hasPosition = decoded.latitude !== null && decoded.longitude !== null;
  return {
    timeMs: clocks.observedAtMs,
    timeAccuracyMs: null,
    receivedMs: clocks.receivedMs,
    systemType: "rid_receiver",
    systemStatus: "operational",
    latitudeE7: hasPosition ? Math.round(decoded.latitude! * 1e7) : null,
    longitudeE7: hasPosition ? Math.round(decoded.longitude! * 1e7) : null,
    horizontalAccuracyMm: null,
    altitudeType: decoded.altitudeMslM === null ? null : "MSL",
    altitudeMm: milli(decoded.altitudeMslM),
    altitudeAccuracyMm: null,
    powerType: decoded.batteryVolts === null ? null : "battery",
    inputMillivolts: milli(decoded.batteryVolts),
    chargePercent: null,
    isCharging: null,
    lteStatus: null,
    lteRsrqDb: null,
    lteRsrpDbm: null,
    lteSnrDb: null,
    lteTac: null,
    lteCellId: null,
    gnssStatus: decoded.satellites === null ? null : decoded.satellites > 0 ? "connected" : "searching",
    gnssSatellites: toInteger(decoded.satellites),
  };
}

/** The full time with the given minutes and seconds that is nearest to the capture time. */
export function resolveHour(secondsAfterHour: number, observedAtMs: number): number {
  const hourStartMs = Math.floor(observedAtMs / HOUR_MS) * HOUR_MS;
  const timeMs = hourStartMs + Math.round(secondsAfterHour * SECOND_MS);
  if (timeMs - observedAtMs > 30 * MINUTE_MS) return timeMs - HOUR_MS;
  if (observedAtMs - timeMs > 30 * MINUTE_MS) return timeMs + HOUR_MS;
  return timeMs;
}

function motion(
  message: LocationMessage,
): Pick<
  UaPoint,
  | "headingCdeg"
  | "horizontalSpeedMmps"
  | "verticalSpeedMmps"
  | "velocityEastMmps"
  | "velocityNorthMmps"
  | "velocityUpMmps"
> {
  const { horizontalSpeedMps, verticalSpeedMps } = message;
  // 361 means "unknown"; other values above 360 are invalid.
  const directionDeg =
    message.directionDeg !== null && message.directionDeg >= 0 && message.directionDeg <= 360
      ? message.directionDeg
      : null;
  const isWholeVector = directionDeg !== null && horizontalSpeedMps !== null && verticalSpeedMps !== null;
  return {
    headingCdeg: directionDeg === null ? null : Math.round(directionDeg * 100) % 36_000,
    horizontalSpeedMmps: milli(horizontalSpeedMps),
    verticalSpeedMmps: milli(verticalSpeedMps),
    velocityEastMmps: isWholeVector ? milli(horizontalSpeedMps * Math.sin(directionDeg * RADIANS)) : null,
    velocityNorthMmps: isWholeVector ? milli(horizontalSpeedMps * Math.cos(directionDeg * RADIANS)) : null,
    velocityUpMmps: isWholeVector ? milli(verticalSpeedMps) : null,
  };
}

/** Rounds a value that is stored as an integer but may be reported with a fraction. */
function toInteger(value: number | null): number | null {
  return value === null ? null : Math.round(value) + 0;
}

function milli(value: number | null): number | null {
  // `+ 0` converts negative zero to zero: only integers are stored.
  return value === null ? null : Math.round(value * 1000) + 0;
}

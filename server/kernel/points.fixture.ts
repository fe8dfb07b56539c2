import type { OperatorPoint, SystemPoint, UaPoint } from "./telemetry.ts";
import { EMPTY_POINT } from "./track-points.ts";

/** Minimal telemetry points; tests add the fields they are about. */

export const NOON_MS = Date.UTC(2026, 4, 1, 12);

export function uaPoint(changes: Partial<UaPoint> = {}): UaPoint {
  return {
    ...EMPTY_POINT,
    timeMs: NOON_MS,
    receivedMs: NOON_MS,
    operationalState: "airborne",
    latitudeE7: 500_000_000,
    longitudeE7: 144_000_000,
    ...changes,
  };
}

export function operatorPoint(changes: Partial<OperatorPoint> = {}): OperatorPoint {
  return {
    timeMs: NOON_MS,
    timeAccuracyMs: null,
    receivedMs: NOON_MS,
    latitudeE7: 500_000_000,
    longitudeE7: 144_000_000,
    horizontalAccuracyMm: null,
    altitudeType: null,
    altitudeMm: null,
    altitudeAccuracyMm: null,
    sourceType: "take_off",
    ...changes,
  };
}

export function systemPoint(changes: Partial<SystemPoint> = {}): SystemPoint {
  return {
    timeMs: NOON_MS,
    timeAccuracyMs: null,
    receivedMs: NOON_MS,
    systemType: "rid_receiver",
    systemStatus: "operational",
    latitudeE7: 500_000_000,
    longitudeE7: 144_000_000,
    horizontalAccuracyMm: null,
    altitudeType: null,
    altitudeMm: null,
    altitudeAccuracyMm: null,
    powerType: null,
    inputMillivolts: null,
    chargePercent: null,
    isCharging: null,
    lteStatus: null,
    lteRsrqDb: null,
    lteRsrpDbm: null,
    lteSnrDb: null,
    lteTac: null,
    lteCellId: null,
    gnssStatus: null,
    gnssSatellites: null,
    ...changes,
  };
}

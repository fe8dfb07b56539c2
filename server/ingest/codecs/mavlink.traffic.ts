import { SECOND_MS } from "../../kernel/clock.ts";
import { TRAFFIC_MAX_AGE_MS, type TrafficReport } from "../../kernel/traffic.ts";
import { textOf } from "./bytes.text.ts";
import { ADSB_ALTITUDE_GEOMETRIC, ADSB_FLAG } from "./mavlink.adsb.ts";
import { callsignOf, measured } from "./traffic.units.ts";

/** ADSB_EMITTER_TYPE as the categories of ADS-B; those that say nothing have none. */
const CATEGORIES: Readonly<Record<number, string>> = {
  1: "A1",
  2: "A2",
  3: "A3",
  4: "A4",
  5: "A5",
  6: "A6",
  7: "A7",
  9: "B1",
  10: "B2",
  11: "B3",
  12: "B4",
  15: "B7",
  17: "C1",
  18: "C2",
  19: "C3",
};
const PAYLOAD_BYTES = 38;

/**
 * An aircraft with a crew that a receiver reports over MAVLink (ADSB_VEHICLE); `undefined` without a position, for one
 * that is too old, and for simulated aircraft, which must not look like real ones.
 */
export function decodeCrewedVehicle(
  bytes: Uint8Array,
): { readonly kind: "traffic"; readonly report: TrafficReport; readonly ageMs: number } | undefined {
  // MAVLink 2 cuts zeros at the end.
  const payload = new Uint8Array(PAYLOAD_BYTES);
  payload.set(bytes.subarray(0, PAYLOAD_BYTES));
  const view = new DataView(payload.buffer);
  const flags = view.getUint16(22, true);
  const has = (flag: number) => (flags & flag) !== 0;
  const ageMs = payload[37]! * SECOND_MS;
  const latitude = view.getInt32(4, true) / 1e7;
  const longitude = view.getInt32(8, true) / 1e7;
  const address = view.getUint32(0, true);
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  if (
    !has(ADSB_FLAG.coordinates) ||
    has(ADSB_FLAG.simulated) ||
    !isPlace ||
    address > 0xff_ffff ||
    ageMs > TRAFFIC_MAX_AGE_MS
  ) {
    return undefined;
  }
  const altitudeM = has(ADSB_FLAG.altitude) ? view.getInt32(12, true) / 1000 : null;
  const isGeometric = payload[26] === ADSB_ALTITUDE_GEOMETRIC;
  const report: TrafficReport = {
    icao: address.toString(16).padStart(6, "0"),
    callsign: has(ADSB_FLAG.callsign) ? callsignOf(textOf(payload, 27, 36)) : null,
    category: CATEGORIES[payload[36]!] ?? null,
    latitude,
    longitude,
    altitudeWgs84M: isGeometric ? altitudeM : null,
    altitudePressureM: isGeometric ? null : altitudeM,
    isOnGround: false,
    speedMps: has(ADSB_FLAG.velocity) ? measured(view.getUint16(18, true), 0.01) : null,
    headingDeg: has(ADSB_FLAG.heading) && view.getUint16(16, true) <= 36_000 ? view.getUint16(16, true) / 100 : null,
    verticalSpeedMps: has(ADSB_FLAG.verticalVelocity) ? measured(view.getInt16(20, true), 0.01) : null,
  };
  return { kind: "traffic", report, ageMs };
}

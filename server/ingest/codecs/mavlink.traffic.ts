import { SECOND_MS } from "../../kernel/clock.ts";
import { MAX_TRAFFIC_AGE_MS, type TrafficReport } from "../../kernel/traffic.ts";
import type { Refused } from "../decoded.ts";
import { textOf } from "./bytes.text.ts";
import { ADSB_ALTITUDE_GEOMETRIC, ADSB_EMITTER_UAV, ADSB_FLAG, ADSB_STATION_ADDRESS } from "./mavlink.adsb.ts";
import { basicIdOf } from "./odid.decode.ts";
import type { LocationMessage, OdidMessage } from "./odid.messages.ts";
import { callsignOf, toMetric } from "./traffic.units.ts";

/** ADSB_EMITTER_TYPE as the categories of ADS-B; types without information have none. */
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
const CALLSIGN_AT = { from: 27, to: 36 } as const;

/** An aircraft with a crew; `ageMs` since it was at its position. */
export type CrewedVehicle = { readonly kind: "traffic"; readonly report: TrafficReport; readonly ageMs: number };

/** A drone, whose Remote ID the receiver does not pass on. */
export type DroneVehicle = {
  readonly kind: "drone";
  /** Distinguishes it from the other drones of this receiver; `null` where nothing does. */
  readonly id: string | null;
  readonly ageMs: number;
  readonly messages: readonly OdidMessage[];
};

/** The values of the message, in physical units; `null` where its flags say that they are unknown. */
type Vehicle = {
  readonly address: number;
  readonly emitterType: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly altitudeM: number | null;
  readonly isGeometric: boolean;
  readonly speedMps: number | null;
  readonly headingDeg: number | null;
  readonly verticalSpeedMps: number | null;
  /** As sent: NUL padded. */
  readonly callsign: Uint8Array | null;
  readonly ageMs: number;
};

/**
 * An aircraft that a receiver reports over MAVLink (ADSB_VEHICLE). `undefined` for one that was received too long ago, and
 * for a simulated one, which must not look like a real one.
 */
export function decodeAdsbVehicle(bytes: Uint8Array): CrewedVehicle | DroneVehicle | Refused | undefined {
  // MAVLink 2 cuts zeros at the end.
  const payload = new Uint8Array(PAYLOAD_BYTES);
  payload.set(bytes.subarray(0, PAYLOAD_BYTES));
  const view = new DataView(payload.buffer);
  const flags = view.getUint16(22, true);
  const ageMs = payload[37]! * SECOND_MS;
  if ((flags & ADSB_FLAG.simulated) !== 0 || ageMs > MAX_TRAFFIC_AGE_MS) return undefined;
  const known = <T>(flag: number, value: T): T | null => ((flags & flag) === 0 ? null : value);
  const headingCdeg = view.getUint16(16, true);
  const vehicle: Vehicle = {
    address: view.getUint32(0, true),
    emitterType: payload[36]!,
    latitude: known(ADSB_FLAG.coordinates, view.getInt32(4, true) / 1e7),
    longitude: known(ADSB_FLAG.coordinates, view.getInt32(8, true) / 1e7),
    altitudeM: known(ADSB_FLAG.altitude, view.getInt32(12, true) / 1000),
    isGeometric: payload[26] === ADSB_ALTITUDE_GEOMETRIC,
    speedMps: known(ADSB_FLAG.velocity, toMetric(view.getUint16(18, true), 0.01)),
    headingDeg: headingCdeg > 36_000 ? null : known(ADSB_FLAG.heading, headingCdeg / 100),
    verticalSpeedMps: known(ADSB_FLAG.verticalVelocity, toMetric(view.getInt16(20, true), 0.01)),
    callsign: known(ADSB_FLAG.callsign, payload.subarray(CALLSIGN_AT.from, CALLSIGN_AT.to)),
    ageMs,
  };
  return vehicle.emitterType === ADSB_EMITTER_UAV ? droneOf(vehicle) : crewedOf(vehicle);
}

function crewedOf(vehicle: Vehicle): CrewedVehicle | undefined {
  const { address, latitude, longitude, altitudeM, isGeometric } = vehicle;
  if (latitude === null || longitude === null || address > 0xff_ffff) return undefined;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  const report: TrafficReport = {
    icao: hexOfAddress(address),
    callsign: vehicle.callsign && callsignOf(textOf(vehicle.callsign, 0, vehicle.callsign.length)),
    category: CATEGORIES[vehicle.emitterType] ?? null,
    latitude,
    longitude,
    altitudeWgs84M: isGeometric ? altitudeM : null,
    altitudePressureM: isGeometric ? null : altitudeM,
    isOnGround: false,
    speedMps: vehicle.speedMps,
    headingDeg: vehicle.headingDeg,
    verticalSpeedMps: vehicle.verticalSpeedMps,
  };
  return { kind: "traffic", report, ageMs: vehicle.ageMs };
}

/**
 * Some receivers report the drones that they receive as ADS-B traffic of emitter type "unmanned". Their callsign is of a
 * type of identifier that declares nothing, so that the address tells them apart.
 */
function droneOf(vehicle: Vehicle): DroneVehicle | Refused {
  const { address, altitudeM, isGeometric, callsign } = vehicle;
  if (address >= ADSB_STATION_ADDRESS) return FROM_STATION;
  const location: LocationMessage = {
    type: "location",
    status: 0,
    directionDeg: vehicle.headingDeg,
    horizontalSpeedMps: vehicle.speedMps,
    verticalSpeedMps: vehicle.verticalSpeedMps,
    latitude: vehicle.latitude,
    longitude: vehicle.longitude,
    altitudePressureM: isGeometric ? null : altitudeM,
    altitudeGeodeticM: null,
    // The definition of the message: `altitude` is above sea level.
    altitudeMslM: isGeometric ? altitudeM : null,
    heightReference: "take_off",
    heightM: null,
    horizontalAccuracyCode: 0,
    verticalAccuracyCode: 0,
    pressureAccuracyCode: 0,
    speedAccuracyCode: 0,
    timestampAccuracyCode: 0,
    secondsAfterHour: null,
  };
  // The field is nine bytes long; a Basic ID is read from twenty, of which those past the end are zero.
  const name = callsign === null ? undefined : basicIdOf(0, 0, callsign, 0);
  const id = address === 0 ? (name?.uasId.trim() ?? "") : hexOfAddress(address);
  return {
    kind: "drone",
    id: id === "" ? null : id,
    ageMs: vehicle.ageMs,
    messages: name === undefined ? [location] : [name, location],
  };
}

/** A station sends the OPEN_DRONE_ID messages of each drone as well; both would be shown as two drones. */
const FROM_STATION: Refused = {
  kind: "refused",
  reason: "already_received",
  detail: "a drone that a station reports as traffic comes as Remote ID too",
};

function hexOfAddress(address: number): string {
  return address.toString(16).padStart(6, "0");
}

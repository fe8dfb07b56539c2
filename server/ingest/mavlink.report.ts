import { createHash } from "node:crypto";
import { SECOND_MS } from "../kernel/clock.ts";
import type { Geoid } from "../kernel/geoid.ts";
import type { MavlinkPayload } from "../kernel/mavlink.frame.encode.ts";
import type { Declared } from "../kernel/sighting.ts";
import { ADSB_STATION_ADDRESS } from "./codecs/mavlink.adsb.ts";
import { adsbVehiclePayload, odidPayload, type AdsbVehicle } from "./codecs/mavlink.encode.ts";
import { odidReport, type AircraftReport } from "./odid.report.ts";

/** The characters of a callsign. */
const CALLSIGN_LENGTH = 8;
const LOCALLY_ADMINISTERED = 0x02;

/**
 * The MAVLink messages that report an aircraft to a ground station: ADSB_VEHICLE, which draws it as traffic, and its
 * OPEN_DRONE_ID messages. `id_or_mac` of those is an address made of the operation's id, marked as locally administered
 * (IEEE 802), so that a reader can tell the aircraft apart; which radio sent what is not passed on.
 */
export function mavlinkReport(report: AircraftReport, geoid: Geoid, nowMs: number): readonly MavlinkPayload[] {
  const hash = createHash("sha256").update(report.ua.operation_id).digest();
  const mac = macOf(hash);
  return [
    adsbVehiclePayload(adsbVehicleOf(report, hash, geoid, nowMs)),
    ...odidReport(report).map((message) => odidPayload(message, mac)),
  ];
}

function adsbVehicleOf({ ua, declared }: AircraftReport, hash: Buffer, geoid: Geoid, nowMs: number): AdsbVehicle {
  const { latitude, longitude } = ua.location;
  return {
    address: (hash.readUInt32BE(6) | ADSB_STATION_ADDRESS) >>> 0,
    latitude,
    longitude,
    altitudeM: seaLevelM(ua, geoid),
    headingDeg: ua.velocity.heading,
    horizontalSpeedMps: ua.velocity.horizontal_speed,
    verticalSpeedMps: ua.velocity.vertical_speed,
    callsign: callsignOf(declared.identifiers),
    secondsSinceReceived: (nowMs - Date.parse(ua.timestamp)) / SECOND_MS,
  };
}

/**
 * `altitude` of ADSB_VEHICLE is above sea level. A pressure altitude is not converted: its reference would have to be
 * guessed.
 */
function seaLevelM({ altitudes, location }: AircraftReport["ua"], geoid: Geoid): number | null {
  const seaLevel = altitudes.find(({ type }) => type === "MSL");
  if (seaLevel !== undefined) return seaLevel.value;
  const ellipsoid = altitudes.find(({ type }) => type === "WGS84");
  return ellipsoid === undefined ? null : geoid.seaLevelFromEllipsoidM(location, ellipsoid.value);
}

/** A registration that fits, otherwise the end of the first identifier: serial numbers begin with their maker. */
function callsignOf(identifiers: Declared["identifiers"]): string | null {
  const registration = identifiers.find(
    ({ type, value }) => type === "caa_registration_id" && value.length <= CALLSIGN_LENGTH,
  );
  const text = (registration ?? identifiers[0])?.value.replaceAll(/[^ -~]/g, "").slice(-CALLSIGN_LENGTH);
  return text === undefined || text === "" ? null : text;
}

function macOf(hash: Buffer): string {
  const octets = [...hash.subarray(0, 6)];
  octets[0] = (octets[0]! & 0xfc) | LOCALLY_ADMINISTERED;
  return octets.map((octet) => octet.toString(16).padStart(2, "0")).join(":");
}

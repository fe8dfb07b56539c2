import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { TrafficReport } from "../../kernel/traffic.ts";
import type { Decoded, Refused } from "../decoded.ts";
import { createReceiverClock } from "./receiver-clock.ts";
import {
  aircraftAddressOf,
  ALTITUDE_FT,
  callsignOf,
  CLIMB_FT_PER_MINUTE,
  FOOT_M,
  FOOT_PER_MINUTE_MPS,
  HEADING_DEG,
  KNOT_MPS,
  toMetric,
  SPEED_KT,
} from "./traffic.units.ts";

/** Positions of the fields in a line, as Kinetic's BaseStation writes them. */
const FIELD = {
  address: 4,
  date: 6,
  time: 7,
  callsign: 10,
  altitude: 11,
  speed: 12,
  track: 13,
  latitude: 14,
  longitude: 15,
  climb: 16,
  onGround: 21,
} as const;
const FIELDS = 22;
const MAX_LINE_CHARS = 512;

/** A height or a speed of this age no longer describes the present; a callsign hardly ever changes. */
const MAX_VALUE_AGE_MS = 15 * SECOND_MS;
const MAX_CALLSIGN_AGE_MS = 5 * MINUTE_MS;
/** Enough for any receiver; more are invented by a sender. */
const MAX_AIRCRAFT = 5000;

type Known = {
  callsign: Timed<string>;
  altitude: Timed<Pick<TrafficReport, "altitudeWgs84M" | "altitudePressureM">>;
  speed: Timed<number>;
  track: Timed<number>;
  climb: Timed<number>;
  isOnGround: Timed<boolean>;
  receivedMs: number;
};
type Timed<T> = { readonly value: T; readonly atMs: number } | null;

/**
 * Lines of BaseStation (SBS-1, TCP port 30003 of dump1090 and readsb), each with a part of the values (`MSG` 1 to 8):
 * they are joined for each aircraft, and a position is returned with the values that are known and not too old. Heights
 * are pressure heights in feet, or heights above the ellipsoid where readsb marks them with an `H`. The times of the
 * lines are of the receiver's clock, often in its time zone. Pass whole lines.
 */
export function createSbsDecoder(): (text: string, receivedMs: number) => readonly Decoded[] {
  const toStationTime = createReceiverClock();
  const aircraft = new Map<string, Known>();

  function knownOf(icao: string, receivedMs: number): Known {
    let known = aircraft.get(icao);
    if (known === undefined) {
      if (aircraft.size >= MAX_AIRCRAFT) forgetOldest(aircraft, receivedMs);
      known = newKnown();
      aircraft.set(icao, known);
    }
    known.receivedMs = receivedMs;
    return known;
  }

  function decodeLine(line: string, receivedMs: number): Decoded | undefined {
    const text = line.trim();
    if (text === "") return undefined;
    if (text.length > MAX_LINE_CHARS) return refused("unknown_message_type", `a line of ${text.length} characters`);
    const fields = text.split(",");
    // Other lines describe the receiver's screen.
    if (/^(?:SEL|ID|AIR|STA|CLK)$/.test(fields[0]!)) return undefined;
    if (fields[0] !== "MSG") return refused("unknown_message_type", "no line of BaseStation");
    if (fields.length < FIELDS) return refused("truncated_frame", `${fields.length} fields, ${FIELDS} expected`);
    const icao = aircraftAddressOf(fields[FIELD.address]!);
    if (icao === undefined) return refused("missing_field", "no address", "hex_ident");
    const line22 = new SbsFields(fields);
    const known = knownOf(icao, receivedMs);
    const stampMs = stampOf(fields);
    const atMs = Number.isNaN(stampMs) ? receivedMs : toStationTime(stampMs, receivedMs);
    learn(known, line22, receivedMs);
    const latitude = line22.number("latitude", { min: -90, max: 90 });
    const longitude = line22.number("longitude", { min: -180, max: 180 });
    if (line22.fault !== undefined) return line22.fault;
    if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return undefined;
    const report = reportOf(icao, known, { latitude, longitude }, receivedMs);
    return { kind: "traffic", observedAtMs: atMs, ageMs: 0, report };
  }

  return (text, receivedMs) => text.split("\n").flatMap((line) => decodeLine(line, receivedMs) ?? []);
}

/** The fields of one line; the first fault is kept with the name of its field. */
class SbsFields {
  readonly #fields: readonly string[];
  fault: Refused | undefined;

  constructor(fields: readonly string[]) {
    this.#fields = fields;
  }

  text(name: keyof typeof FIELD): string {
    return this.#fields[FIELD[name]]!.trim();
  }

  number(name: keyof typeof FIELD, { min, max }: { readonly min: number; readonly max: number }): number | null {
    const text = this.text(name).replace(/H$/, "");
    if (text === "") return null;
    const value = /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    this.fault ??= refused("value_out_of_range", `not a number within ${min} and ${max}`, name);
    return null;
  }
}

function learn(known: Known, line: SbsFields, atMs: number): void {
  const timed = <T>(value: T | null, before: Timed<T>): Timed<T> => (value === null ? before : { value, atMs });
  const altitudeM = toMetric(line.number("altitude", ALTITUDE_FT), FOOT_M);
  const isGeometric = line.text("altitude").endsWith("H");
  const altitude =
    altitudeM === null
      ? null
      : { altitudeWgs84M: isGeometric ? altitudeM : null, altitudePressureM: isGeometric ? null : altitudeM };
  const ground = line.text("onGround");
  known.callsign = timed(callsignOf(line.text("callsign")), known.callsign);
  known.altitude = timed(altitude, known.altitude);
  known.speed = timed(toMetric(line.number("speed", SPEED_KT), KNOT_MPS), known.speed);
  known.track = timed(line.number("track", HEADING_DEG), known.track);
  known.climb = timed(toMetric(line.number("climb", CLIMB_FT_PER_MINUTE), FOOT_PER_MINUTE_MPS), known.climb);
  known.isOnGround = timed(ground === "" ? null : ground !== "0", known.isOnGround);
}

function reportOf(
  icao: string,
  known: Known,
  position: { readonly latitude: number; readonly longitude: number },
  nowMs: number,
): TrafficReport {
  const current = <T>(timed: Timed<T>, maxAgeMs = MAX_VALUE_AGE_MS): T | null =>
    timed !== null && nowMs - timed.atMs <= maxAgeMs ? timed.value : null;
  const altitude = current(known.altitude);
  return {
    icao,
    callsign: current(known.callsign, MAX_CALLSIGN_AGE_MS),
    category: null,
    ...position,
    altitudeWgs84M: altitude?.altitudeWgs84M ?? null,
    altitudePressureM: altitude?.altitudePressureM ?? null,
    isOnGround: current(known.isOnGround) ?? false,
    speedMps: current(known.speed),
    headingDeg: current(known.track),
    verticalSpeedMps: current(known.climb),
  };
}

/** The time of a line as if it were in UTC; `NaN` where there is none. */
function stampOf(fields: readonly string[]): number {
  const match = /^(\d{4})\/(\d\d)\/(\d\d)$/.exec(fields[FIELD.date]!.trim());
  const time = fields[FIELD.time]!.trim();
  if (match === null || !/^\d\d:\d\d:\d\d(?:\.\d{1,6})?$/.test(time)) return NaN;
  return Date.parse(`${match[1]}-${match[2]}-${match[3]}T${time.slice(0, 12)}Z`);
}

function forgetOldest(aircraft: Map<string, Known>, nowMs: number): void {
  for (const [icao, { receivedMs }] of aircraft) if (nowMs - receivedMs > MAX_CALLSIGN_AGE_MS) aircraft.delete(icao);
  for (const icao of aircraft.keys()) {
    if (aircraft.size < MAX_AIRCRAFT) return;
    aircraft.delete(icao);
  }
}

function newKnown(): Known {
  return { callsign: null, altitude: null, speed: null, track: null, climb: null, isOnGround: null, receivedMs: 0 };
}

function refused(reason: Refused["reason"], detail: string, field?: string): Refused {
  return { kind: "refused", reason, detail, ...(field !== undefined && { field }) };
}

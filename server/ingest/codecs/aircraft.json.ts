import { SECOND_MS } from "../../kernel/clock.ts";
import { isRecord } from "../../kernel/is-record.ts";
import { MAX_TRAFFIC_AGE_MS } from "../../kernel/traffic.ts";
import type { Decoded, DecodedTraffic, Refused } from "../decoded.ts";
import { JsonFields, jsonObjectOf } from "./json.fields.ts";
import { createReceiverClock, isStationTime } from "./receiver-clock.ts";
import {
  aircraftAddressOf,
  ALTITUDE_FT,
  callsignOf,
  categoryOf,
  CLIMB_FT_PER_MINUTE,
  FOOT_M,
  FOOT_PER_MINUTE_MPS,
  HEADING_DEG,
  KNOT_MPS,
  toMetric,
  SPEED_KT,
} from "./traffic.units.ts";

const FIRST_MS = Date.UTC(2000, 0, 1);
const LAST_MS = Date.UTC(2100, 0, 1);
/** Seconds since a position; the file contains aircraft that were received minutes ago. */
const AGE_S = { min: 0, max: 1e6 };
/** More than any receiver receives; a document of empty entries could have hundreds of thousands. */
const MAX_AIRCRAFT = 5000;

/**
 * `aircraft.json` of readsb, dump1090-fa and similar programs: all aircraft of a receiver, with the receiver's time
 * (`now`) and the age of each position (`seen_pos`). Heights are in feet, speeds in knots. A position is returned once:
 * a document with the same `now` as the one before yields nothing, nor does a position of the last one. The first
 * document yields nothing if its `now` is not the station's time: only when `now` advances is it clear that the
 * receiver's clock is wrong, and not that the file is no longer written.
 */
export function createAircraftJsonDecoder(): (text: string, receivedMs: number) => readonly Decoded[] {
  const toStationTime = createReceiverClock();
  let lastNowMs = -Infinity;
  /** The time of the position of each aircraft in the last document. */
  let known: ReadonlyMap<string, number> = new Map();

  return (text, receivedMs) => {
    const whole = jsonObjectOf(text);
    if (whole.kind === "refused") return [whole];
    const { now, aircraft } = whole.object;
    if (!Array.isArray(aircraft)) return [missing("aircraft", "no list of aircraft")];
    if (aircraft.length > MAX_AIRCRAFT) return [TOO_MANY];
    if (typeof now !== "number" || now * SECOND_MS < FIRST_MS || now * SECOND_MS > LAST_MS)
      return [missing("now", "no time of the receiver")];
    const nowMs = now * SECOND_MS;
    if (nowMs === lastNowMs) return [];
    const isFirst = lastNowMs === -Infinity;
    lastNowMs = nowMs;
    if (isFirst && !isStationTime(nowMs, receivedMs)) return [];
    const stationMs = toStationTime(nowMs, receivedMs);
    const decoded: Decoded[] = [];
    const seen = new Map<string, number>();
    for (const one of aircraft) {
      const report = isRecord(one) ? decodeAircraft(one, stationMs) : MALFORMED;
      if (report === undefined) continue;
      if (report.kind !== "traffic") {
        decoded.push(report);
        continue;
      }
      const timeMs = report.observedAtMs!;
      seen.set(report.report.icao, timeMs);
      // The age is rounded to tenths of a second.
      if (timeMs - (known.get(report.report.icao) ?? -Infinity) > SAME_MS) decoded.push(report);
    }
    known = seen;
    return decoded;
  };
}

const SAME_MS = 150;
const TOO_MANY: Refused = {
  kind: "refused",
  reason: "malformed_json",
  detail: `a list of more than ${MAX_AIRCRAFT} aircraft`,
};
const MALFORMED: Refused = { kind: "refused", reason: "malformed_json", detail: "an aircraft that is no object" };

function missing(field: string, detail: string): Refused {
  return { kind: "refused", reason: "missing_field", field, detail };
}

/** `undefined` for an aircraft whose position is not known, or too old to show. */
function decodeAircraft(
  object: Readonly<Record<string, unknown>>,
  stationMs: number,
): (DecodedTraffic & { readonly observedAtMs: number }) | Refused | undefined {
  const fields = new JsonFields(object);
  const { latitude, longitude } = fields.position(["lat"], ["lon"]);
  if (fields.fault !== undefined) return fields.fault;
  if (latitude === null || longitude === null) return undefined;
  const icao = aircraftAddressOf(fields.text(16, "hex") ?? "");
  const ageS = fields.number(AGE_S, "seen_pos");
  if (ageS === null) return fields.fault ?? missing("seen_pos", "a position without its age");
  if (ageS * SECOND_MS > MAX_TRAFFIC_AGE_MS) return undefined;
  if (icao === undefined) return missing("hex", "no address");
  const barometric = fields.value("alt_baro", "altitude");
  const isOnGround = barometric === "ground";
  const report = {
    icao,
    callsign: callsignOf(fields.text(64, "flight")),
    category: categoryOf(fields.text(8, "category")),
    latitude,
    longitude,
    altitudeWgs84M: toMetric(fields.number(ALTITUDE_FT, "alt_geom"), FOOT_M),
    altitudePressureM: isOnGround ? null : toMetric(fields.number(ALTITUDE_FT, "alt_baro", "altitude"), FOOT_M),
    isOnGround,
    speedMps: toMetric(fields.number(SPEED_KT, "gs", "speed"), KNOT_MPS),
    headingDeg: fields.number(HEADING_DEG, "track"),
    verticalSpeedMps: toMetric(
      fields.number(CLIMB_FT_PER_MINUTE, "baro_rate", "geom_rate", "vert_rate"),
      FOOT_PER_MINUTE_MPS,
    ),
  };
  if (fields.fault !== undefined) return fields.fault;
  return { kind: "traffic", observedAtMs: Math.round(stationMs - ageS * SECOND_MS), ageMs: 0, report };
}

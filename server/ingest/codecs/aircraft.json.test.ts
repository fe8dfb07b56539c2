import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DecodedTraffic } from "../decoded.ts";
import { createAircraftJsonDecoder } from "./aircraft.json.ts";

const NOW_MS = Date.UTC(2026, 5, 1, 12);

/** Entries as readsb 3.16 writes them; the last one as an old dump1090 does. */
const AIRLINER = {
  hex: "4ca2d1",
  type: "adsb_icao",
  flight: "RYR81FX ",
  alt_baro: 36_000,
  alt_geom: 36_825,
  gs: 450,
  track: 131.25,
  baro_rate: -64,
  category: "A3",
  lat: 47.071234,
  lon: 15.439876,
  seen_pos: 0.5,
  seen: 0.1,
  rssi: -21.4,
};
const document = (aircraft: readonly object[], nowMs = NOW_MS) =>
  JSON.stringify({ now: nowMs / 1000, messages: 12_345, aircraft });
const decodeOne = (entry: object) => createAircraftJsonDecoder()(document([entry]), NOW_MS + 300)[0];

describe("aircraft.json", () => {
  it("returns metres and metres per second, and the time of the position", () => {
    expect(decodeOne(AIRLINER)).toEqual({
      kind: "traffic",
      observedAtMs: NOW_MS - 500,
      ageMs: 0,
      report: {
        icao: "4ca2d1",
        callsign: "RYR81FX",
        category: "A3",
        latitude: 47.071234,
        longitude: 15.439876,
        altitudeWgs84M: 11_224.26,
        altitudePressureM: 10_972.8,
        isOnGround: false,
        speedMps: 231.5,
        headingDeg: 131.25,
        verticalSpeedMps: -0.33,
      },
    });
  });

  it("leaves absent values unknown, and reports when an aircraft is on the ground", () => {
    const { hex, lat, lon, seen_pos } = AIRLINER;
    expect(
      decodeOne({ hex: `~${hex.toUpperCase()}`, lat, lon, seen_pos, flight: "@@@@@@@@", category: "A0" }),
    ).toMatchObject({
      report: {
        icao: "~4ca2d1",
        callsign: null,
        category: null,
        altitudeWgs84M: null,
        altitudePressureM: null,
        speedMps: null,
      },
    });
    expect(decodeOne({ hex, lat, lon, seen_pos, alt_baro: "ground" })).toMatchObject({
      report: { isOnGround: true, altitudePressureM: null },
    });
    expect(decodeOne({ hex, lat, lon, seen_pos, altitude: 1000, speed: 100, vert_rate: 640 })).toMatchObject({
      report: { altitudePressureM: 304.8, speedMps: 51.44, verticalSpeedMps: 3.25 },
    });
  });

  it("has no aircraft without a position, or with one of more than a minute ago", () => {
    const { lat: _, lon: _lon, ...nowhere } = AIRLINER;
    const decode = createAircraftJsonDecoder();
    expect(decode(document([nowhere, { ...AIRLINER, seen_pos: 61 }]), NOW_MS)).toEqual([]);
  });

  it.each([
    [{ lat: 95 }, "value_out_of_range", "lat"],
    [{ hex: "nothing" }, "missing_field", "hex"],
    [{ seen_pos: undefined }, "missing_field", "seen_pos"],
    [{ gs: 9999 }, "value_out_of_range", "gs"],
  ])("refuses an aircraft with %j and names the field", (fault, reason, field) => {
    expect(decodeOne({ ...AIRLINER, ...fault })).toMatchObject({ kind: "refused", reason, field });
  });

  it("returns each position once, however often it is read", () => {
    const decode = createAircraftJsonDecoder();
    const timesOf = (text: string, receivedMs: number) =>
      decode(text, receivedMs).map((one) => (one as DecodedTraffic).observedAtMs! - NOW_MS);
    expect(timesOf(document([AIRLINER]), NOW_MS)).toEqual([-500]);
    expect(timesOf(document([AIRLINER]), NOW_MS + 900)).toEqual([]);
    expect(timesOf(document([{ ...AIRLINER, seen_pos: 1.5 }], NOW_MS + 1000), NOW_MS + 1200)).toEqual([]);
    expect(timesOf(document([{ ...AIRLINER, seen_pos: 0.2 }], NOW_MS + 2000), NOW_MS + 2100)).toEqual([1800]);
  });

  it("corrects a receiver whose clock is wrong, and keeps its intervals", () => {
    const decode = createAircraftJsonDecoder();
    const wrongMs = NOW_MS - 3_600_000;
    const read = [0, 1000, 2000, 3000].flatMap((after) =>
      decode(document([{ ...AIRLINER, seen_pos: 0 }], wrongMs + after), NOW_MS + after * 1.1),
    );
    expect(read.map((one) => (one as DecodedTraffic).observedAtMs! - NOW_MS)).toEqual([1100, 2100, 3100]);
  });

  it("shows no aircraft of a file that nothing writes any more, and does once its time goes on", () => {
    const decode = createAircraftJsonDecoder();
    const deadMs = NOW_MS - 3_600_000;
    expect(decode(document([AIRLINER], deadMs), NOW_MS)).toEqual([]);
    expect(decode(document([AIRLINER], deadMs), NOW_MS + 1000)).toEqual([]);
    expect(decode(document([AIRLINER], deadMs + 1000), NOW_MS + 2000)).toMatchObject([
      { kind: "traffic", observedAtMs: NOW_MS + 1500 },
    ]);
  });

  it("is refused as a whole with more aircraft than any receiver sees, without looking at one", () => {
    expect(createAircraftJsonDecoder()(document(Array.from({ length: 5001 }, () => AIRLINER)), NOW_MS)).toEqual([
      { kind: "refused", reason: "malformed_json", detail: "a list of more than 5000 aircraft" },
    ]);
    expect(createAircraftJsonDecoder()(document(Array.from({ length: 5000 }, () => AIRLINER)), NOW_MS)[0]!.kind).toBe(
      "traffic",
    );
  });

  it("never throws, whatever it is given", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(Array.isArray(createAircraftJsonDecoder()(text, NOW_MS))).toBe(true);
      }),
    );
    const value = fc.oneof(fc.jsonValue(), fc.double(), fc.constantFrom(..."lat lon ground 4ca2d1".split(" ")));
    const entry = fc.dictionary(fc.constantFrom(...Object.keys(AIRLINER)), value);
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            entry,
            entry.map((one) => ({ ...AIRLINER, ...one })),
          ),
          { maxLength: 4 },
        ),
        (aircraft) => {
          for (const one of createAircraftJsonDecoder()(document(aircraft), NOW_MS)) {
            if (one.kind !== "traffic") continue;
            expect(Math.abs(one.report.latitude)).toBeLessThanOrEqual(90);
            expect(Number.isSafeInteger(one.observedAtMs)).toBe(true);
          }
        },
      ),
    );
  });
});

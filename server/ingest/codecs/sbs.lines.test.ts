import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineSplitter } from "../sources/json.splitter.ts";
import { createSbsDecoder } from "./sbs.lines.ts";

const NOW_MS = Date.UTC(2026, 5, 1, 12);
const STAMP = "2026/06/01,12:00:00.000,2026/06/01,12:00:00.000";
/** As dump1090-fa writes them: each type of message with its own fields. */
const IDENTITY = `MSG,1,1,1,4CA2D1,1,${STAMP},RYR81FX ,,,,,,,,,,,0`;
const POSITION = `MSG,3,1,1,4CA2D1,1,${STAMP},,36000,,,47.07123,15.43988,,,0,,0,0`;
const VELOCITY = `MSG,4,1,1,4CA2D1,1,${STAMP},,,450,131,,,-64,,,,,0`;

describe("lines of BaseStation", () => {
  it("are joined for each aircraft, and given with its position", () => {
    const decode = createSbsDecoder();
    expect(decode(`${IDENTITY}\r\n${VELOCITY}\r\n`, NOW_MS)).toEqual([]);
    expect(decode(`${POSITION}\r\n`, NOW_MS + 40)).toEqual([
      {
        kind: "traffic",
        observedAtMs: NOW_MS,
        ageMs: 0,
        report: {
          icao: "4ca2d1",
          callsign: "RYR81FX",
          category: null,
          latitude: 47.07123,
          longitude: 15.43988,
          altitudeWgs84M: null,
          altitudePressureM: 10_972.8,
          isOnGround: false,
          speedMps: 231.5,
          headingDeg: 131,
          verticalSpeedMps: -0.33,
        },
      },
    ]);
  });

  it("are not used for current records once they are old", () => {
    const decode = createSbsDecoder();
    decode(`${IDENTITY}\n${VELOCITY}`, NOW_MS);
    expect(decode(POSITION, NOW_MS + 20_000)).toMatchObject([{ report: { callsign: "RYR81FX", speedMps: null } }]);
    expect(decode(POSITION, NOW_MS + 400_000)).toMatchObject([{ report: { callsign: null } }]);
  });

  it("know heights above the ellipsoid, and aircraft on the ground", () => {
    const geometric = POSITION.replace(",36000,", ",36825H,");
    expect(createSbsDecoder()(geometric, NOW_MS)).toMatchObject([
      { report: { altitudeWgs84M: 11_224.26, altitudePressureM: null } },
    ]);
    const parked = `MSG,2,1,1,4CA2D1,1,${STAMP},,,2,131,47.07123,15.43988,,,,,,-1`;
    expect(createSbsDecoder()(parked, NOW_MS)).toMatchObject([
      { report: { isOnGround: true, altitudePressureM: null } },
    ]);
  });

  it("of a receiver in another time zone get the station's time", () => {
    const decode = createSbsDecoder();
    const inVienna = (second: string) => POSITION.replaceAll("12:00:00.000", `14:00:${second}`);
    expect(decode(inVienna("00.000"), NOW_MS + 100)).toMatchObject([{ observedAtMs: NOW_MS + 100 }]);
    expect(decode(inVienna("01.500"), NOW_MS + 1900)).toMatchObject([{ observedAtMs: NOW_MS + 1600 }]);
  });

  it.each([
    ["GET / HTTP/1.1", "unknown_message_type", undefined],
    ["MSG,3,1,1,4CA2D1", "truncated_frame", undefined],
    [POSITION.replace("4CA2D1", "PLANE"), "missing_field", "hex_ident"],
    [POSITION.replace("47.07123", "97.07123"), "value_out_of_range", "latitude"],
  ])("that make no sense are refused: %s", (line, reason, field) => {
    expect(createSbsDecoder()(line, NOW_MS)).toEqual([
      expect.objectContaining({ kind: "refused", reason, ...(field !== undefined && { field }) }),
    ]);
  });

  it("of the receiver's screen, and empty ones that keep a connection open, mean nothing", () => {
    expect(
      createSbsDecoder()("SEL,,496,2286,4CA4E5,27215,2026/06/01,18:06:07.710,,,RYR1427\r\n\r\nCLK,,,", NOW_MS),
    ).toEqual([]);
  });

  it("give the same however the stream is cut, and never throw", () => {
    const stream = [IDENTITY, POSITION, VELOCITY, POSITION.replaceAll("00.000", "01.000"), ""].join("\r\n");
    const whole = createSbsDecoder()(stream, NOW_MS);
    expect(whole).toHaveLength(2);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 8 }), (cuts) => {
        const lines = createLineSplitter();
        const decode = createSbsDecoder();
        const at = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
        const pieces = at.slice(1).map((end, index) => stream.slice(at[index], end));
        expect(pieces.flatMap((piece) => decode(lines.push(piece), NOW_MS))).toEqual(whole);
      }),
    );
    const field = fc.oneof(fc.string(), fc.constantFrom(...POSITION.split(",")), fc.double().map(String));
    fc.assert(
      fc.property(fc.array(field, { minLength: 1, maxLength: 24 }), (fields) => {
        const decoded = createSbsDecoder()(["MSG", ...fields].join(","), NOW_MS);
        for (const one of decoded) {
          if (one.kind === "traffic") expect(Number.isFinite(one.report.latitude + one.observedAtMs!)).toBe(true);
        }
      }),
    );
  });
});

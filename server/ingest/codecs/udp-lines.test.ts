import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeUdpLines } from "./udp-lines.ts";

const full = {
  t: 1_700_000_000.25,
  mac: "90-3A-E6-5B-C8-A8",
  radio: "BT5",
  rssi: "-71",
  channel: 6,
  lat: 47.1987103,
  lon: "8.7302371",
  alt: 455.5,
  speed: 12.5,
  hdg: 270,
  id: "1588E040445AC004418",
};
const decodeAll = (changes: Readonly<Record<string, unknown>>) =>
  decodeUdpLines(JSON.stringify({ ...full, ...changes }));
const decode = (changes: Readonly<Record<string, unknown>>): unknown => decodeAll(changes)[0];

describe("a line", () => {
  it("returns a declared serial number and a location", () => {
    expect(decode({})).toMatchObject({
      kind: "frame",
      observedAtMs: 1_700_000_000_250,
      transmitter: { kind: "mac", address: "90:3a:e6:5b:c8:a8" },
      technology: "bluetooth_long_range",
      rssiDbm: -71,
      messages: [
        { type: "basic_id", idType: 1, uaType: 0, uasId: "1588E040445AC004418" },
        { type: "location", latitude: 47.1987103, longitude: 8.7302371, altitudeGeodeticM: 455.5, directionDeg: 270 },
      ],
    });
  });

  it.each([
    [1_700_000_000, 1_700_000_000_000],
    ["1700000000123", 1_700_000_000_123],
    ["2023-11-14T23:13:20.5+01:00", 1_700_000_000_500],
    [undefined, null],
  ])("may give its time as %s", (t, observedAtMs) => {
    expect(decode({ t })).toMatchObject({ observedAtMs });
  });

  it("needs a mac or an id, no more", () => {
    expect(decodeUdpLines('{"id":"1596F3"}')).toMatchObject([{ transmitter: null, messages: [{ uasId: "1596F3" }] }]);
    expect(decode({ id: null, alt: null })).toMatchObject({
      messages: [{ type: "location", altitudeGeodeticM: null }],
    });
    expect(decode({ id: "", mac: "00:00:00:00:00:00" })).toMatchObject({ reason: "no_transmitter" });
    expect(decodeUdpLines('{"mac":"903ae65bc8a8"}')).toMatchObject([{ reason: "missing_field" }]);
  });

  it("has no position at 0, 0", () => {
    expect(decode({ lat: 0, lon: 0 })).toMatchObject({ messages: [{}, { latitude: null, longitude: null }] });
  });

  it.each([
    [{ lat: 90.1 }, "value_out_of_range", "lat"],
    [{ lon: -181 }, "value_out_of_range", "lon"],
    [{ lat: null }, "missing_field", "lat"],
    [{ lon: "east" }, "value_out_of_range", "lon"],
    [{ mac: "90:3a" }, "value_out_of_range", "mac"],
    [{ id: "X".repeat(21) }, "value_out_of_range", "id"],
    [{ id: { a: 1 } }, "value_out_of_range", "id"],
    [{ t: 12 }, "implausible_time", "t"],
    [{ t: "2023-11-14T23:13:20" }, "implausible_time", "t"],
  ])("with %o is refused and the field is named", (changes, reason, field) => {
    const decoded = decode(changes);
    expect(decoded).toMatchObject({ kind: "refused", reason });
    expect((decoded as { detail: string }).detail).toMatch(new RegExp(`^${field}:`));
  });

  it.each([
    [{ alt: 40_000 }, { altitudeGeodeticM: null }, "alt"],
    [{ speed: -1, hdg: 400 }, { horizontalSpeedMps: null, directionDeg: null }, "speed"],
    [{ hdg: "north" }, { directionDeg: null, horizontalSpeedMps: 12.5 }, "hdg"],
    [{ rssi: 99 }, {}, "rssi"],
  ])("with %o keeps its position without that field, which is counted", (changes, without, field) => {
    const location = { latitude: 47.1987103, longitude: 8.7302371, ...without };
    expect(decodeAll(changes)).toMatchObject([
      { kind: "frame", rssiDbm: "rssi" in changes ? null : -71, messages: [{}, location] },
      { kind: "refused", reason: "unusable_field", field },
    ]);
  });

  it("that is no JSON object is refused", () => {
    for (const line of ["{", "[]", "7", `{"id":"${"x".repeat(9000)}"}`]) {
      expect(decodeUdpLines(line)).toMatchObject([{ kind: "refused", reason: "malformed_json" }]);
    }
  });
});

it("a datagram may hold several lines, empty ones among them", () => {
  expect(decodeUdpLines(`${JSON.stringify(full)}\r\n\n{"id":"A"}\n`).map(({ kind }) => kind)).toEqual([
    "frame",
    "frame",
  ]);
});

it("no text throws, nor any JSON, however deep", () => {
  const keys = fc.constantFrom(...Object.keys(full), "__proto__");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.dictionary(keys, fc.jsonValue()).map((value) => JSON.stringify(value)),
      ),
      (text) => {
        for (const decoded of decodeUdpLines(text)) expect(["frame", "refused"]).toContain(decoded.kind);
      },
    ),
    { numRuns: 1000 },
  );
  const deep = "[".repeat(4000) + "]".repeat(4000);
  const kept = ["radio", "channel", "rssi", "alt", "speed", "hdg"];
  for (const key of Object.keys(full)) {
    const [first] = decodeUdpLines(`{"id":"A","${key}":${deep}}`);
    expect([key, first?.kind]).toEqual([key, kept.includes(key) ? "frame" : "refused"]);
  }
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decoded } from "../decoded.ts";
import { decodeWifiFrame } from "./wifi.frame.ts";

const reception = { observedAtMs: 5, rssiDbm: -50 };
const mac = Buffer.from("02456dffdddc", "hex");

const triple = (type: number, value: Uint8Array): Buffer => Buffer.concat([Buffer.of(type, value.length), value]);
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const int16 = (value: number): Buffer => int32(value).subarray(2);

/** `{"1":1,"2":"AMSBB1…","4":46.30452,"5":7.15816,"6":302,"8":46.30443,"9":7.15819,"10":0,"11":0}`, as published. */
const published = {
  version: triple(1, Buffer.of(1)),
  id: triple(2, Buffer.from("AMSBB1000000000000000000BETA01")),
  latitude: triple(4, int32(4_630_452)),
  longitude: triple(5, int32(715_816)),
  altitude: triple(6, int16(302)),
  takeOffLatitude: triple(8, int32(4_630_443)),
  takeOffLongitude: triple(9, int32(715_819)),
  speed: triple(10, Buffer.of(0)),
  heading: triple(11, int16(0)),
};

function beacon(...triples: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.from("6a5c3501", "hex"), ...triples]);
  const header = Buffer.concat([Buffer.from("80000000ffffffffffff", "hex"), mac, mac, Buffer.alloc(14)]);
  return Buffer.concat([header, Buffer.of(0, 2, 65, 66), Buffer.of(221, body.length), body]);
}

const decode = (...triples: readonly Uint8Array[]): Decoded[] => decodeWifiFrame(beacon(...triples), reception);
const without = (name: keyof typeof published): Decoded[] =>
  decode(...Object.entries(published).flatMap(([key, value]) => (key === name ? [] : [value])));

describe("a beacon of the French electronic identification", () => {
  it("yields identifier, position and take-off point of the published example", () => {
    expect(decode(...Object.values(published))).toMatchObject([
      {
        kind: "frame",
        observedAtMs: 5,
        technology: "wifi_beacon",
        transmitter: { kind: "mac", address: "02:45:6d:ff:dd:dc" },
        rssiDbm: -50,
        messages: [
          { type: "basic_id", idType: 1, uasId: "AMSBB1000000000000000000BETA01" },
          {
            type: "location",
            latitude: 46.30452,
            longitude: 7.15816,
            altitudeMslM: 302,
            altitudeGeodeticM: null,
            heightM: null,
            horizontalSpeedMps: 0,
            directionDeg: 0,
          },
          { type: "system", operatorLocationType: 0, operatorLatitude: 46.30443, operatorLongitude: 7.15819 },
        ],
      },
    ]);
  });

  it("has signed numbers, a height above take-off in place of the altitude, and an ANSI/CTA serial number", () => {
    const serial = Buffer.from("RBAZF123456789012345");
    const [decoded] = decode(
      published.id,
      triple(3, serial),
      triple(4, int32(-3_386_880)),
      triple(5, int32(-4_816_558)),
      triple(7, int16(-101)),
      triple(10, Buffer.of(200)),
      triple(11, int16(353)),
      triple(77, Buffer.of(1, 2, 3)),
    );
    expect(decoded).toMatchObject({
      messages: [
        { idType: 1, uasId: "RBAZF123456789012345" },
        { idType: 2, uasId: "AMSBB1000000000000000000BETA01" },
        {
          latitude: -33.8688,
          longitude: -48.16558,
          altitudeMslM: null,
          heightReference: "take_off",
          heightM: -101,
          horizontalSpeedMps: 200,
          directionDeg: 353,
        },
      ],
    });
  });

  it.each([
    ["id", "missing_field", "id_fr"],
    ["latitude", "missing_field", "latitude"],
    ["longitude", "missing_field", "longitude"],
  ] as const)("without its %s is refused and names the field", (name, reason, field) => {
    expect(without(name)).toMatchObject([{ kind: "refused", reason, field }]);
  });

  it("with values of the wrong length is rejected", () => {
    const short = triple(4, Buffer.of(0, 1, 2));
    expect(decode(published.id, short, published.longitude)).toMatchObject([
      { reason: "value_out_of_range", field: "latitude" },
    ]);
    expect(decode(published.id, published.latitude, Buffer.of(5, 4, 0))).toMatchObject([{ reason: "truncated_frame" }]);
    expect(decodeWifiFrame(beacon(...Object.values(published)).subarray(0, -1), reception)).toMatchObject([
      { reason: "truncated_frame" },
    ]);
    expect(decode(triple(1, Buffer.of(9)), published.id)).toMatchObject([{ field: "version" }]);
  });

  it("without a fix has no position", () => {
    const nowhere = [triple(4, int32(0)), triple(5, int32(0)), triple(8, int32(0)), triple(9, int32(0))];
    expect(decode(published.id, ...nowhere)).toMatchObject([
      { messages: [{ type: "basic_id" }, { type: "location", latitude: null, longitude: null }] },
    ]);
  });

  it("never throws, and yields a frame or a rejection, whatever the bytes", () => {
    const start = fc.constantFrom(Buffer.alloc(0), published.id, Buffer.concat(Object.values(published)));
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 100 }), (head, tail) => {
        const decoded = decode(head, tail);
        expect(decoded).toHaveLength(1);
        expect(["frame", "refused"]).toContain(decoded[0]?.kind);
      }),
      { numRuns: 1000 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyOdidMessage, anyOdidPack } from "../../../test/support/odid-arbitrary.ts";
import { delimited, driMessage, riderFrames, slip } from "../../../test/support/simulators/rider.stream.ts";
import { bytesField, message } from "../../../test/support/simulators/protobuf.encode.ts";
import type { Decoded } from "../decoded.ts";
import { decodeOdid } from "./odid.decode.ts";
import { basicIdMessage, encodeOdid, encodeOdidPack } from "./odid.encode.ts";
import { createRiderDecoder } from "./rider.decode.ts";

const MAC = Uint8Array.of(0x0a, 0xdb, 0xdc, 4, 5, 6);
const TIME_MS = Date.UTC(2026, 5, 1, 12, 0, 0, 250);
const BASIC_ID = encoded(encodeOdid(basicIdMessage({ idType: 1, uaType: 2, uasId: "1596A30AC452E72" })));

function encoded(result: ReturnType<typeof encodeOdid>): Uint8Array {
  if (result.kind !== "encoded") throw new Error(result.detail);
  return result.bytes;
}

function decode(wire: Uint8Array, chunkBytes = wire.length): Decoded[] {
  const decoder = createRiderDecoder();
  const decoded: Decoded[] = [];
  for (let at = 0; at < wire.length; at += chunkBytes)
    decoded.push(...decoder.push(wire.subarray(at, at + chunkBytes)));
  return [...decoded, ...decoder.end()];
}

describe("the stream of a RIDER", () => {
  it.each([
    [3, "wifi_beacon"],
    [4, "wifi_nan"],
    [5, "bluetooth_legacy"],
    [6, "bluetooth_long_range"],
  ])("gives the transmitter, its strength and its time (field %i: %s)", (technologyField, technology) => {
    const wire = riderFrames(driMessage(BASIC_ID, { technologyField, mac: MAC, rssi: -71, timeMs: TIME_MS }), 400);
    expect(decode(wire)).toEqual([
      {
        kind: "frame",
        observedAtMs: TIME_MS,
        sensorId: null,
        transmitter: { kind: "mac", address: "0a:db:dc:04:05:06" },
        technology,
        rssiDbm: -71,
        messages: [expect.objectContaining({ type: "basic_id", uasId: "1596A30AC452E72" })],
      },
    ]);
  });

  it("puts any messages together, whatever the borders of frames and of chunks", () => {
    const any = fc.oneof(
      anyOdidMessage.map((one) => encodeOdid(one)),
      anyOdidPack.map((pack) => encodeOdidPack(pack)),
    );
    fc.assert(
      fc.property(
        fc.array(any, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 64 }),
        (results, frameBytes, chunkBytes) => {
          const odids = results.flatMap((result) => (result.kind === "encoded" ? [result.bytes] : []));
          const stream = Buffer.concat(odids.map((odid) => driMessage(odid, { mac: MAC, timeMs: TIME_MS })));
          const messages = decode(riderFrames(stream, frameBytes), chunkBytes).map((one) =>
            one.kind === "frame" ? one.messages : one,
          );
          const expected = odids.map((odid) => {
            const decoded = decodeOdid(odid);
            return decoded.kind === "messages" ? decoded.messages : expect.objectContaining({ reason: decoded.reason });
          });
          expect(messages).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("leaves unknown what the receiver does not report", () => {
    const wire = riderFrames(driMessage(BASIC_ID, { technologyField: 9, rssi: 0, timeMs: 86_400_000 }), 400);
    expect(decode(wire)).toMatchObject([
      { observedAtMs: null, transmitter: null, technology: "unknown", rssiDbm: null },
    ]);
  });

  it("tells where the receiver is, once in ten seconds", () => {
    const at = (timeMs: number) => driMessage(BASIC_ID, { timeMs, latitude: 50.10001, longitude: 14.40002 });
    const wire = riderFrames(Buffer.concat([0, 1000, 9999, 10_000].map((ms) => at(TIME_MS + ms))), 200);
    const sensors = decode(wire).filter(({ kind }) => kind === "sensor");
    expect(sensors).toMatchObject([
      { observedAtMs: TIME_MS, latitude: 50.10001, longitude: 14.40002, sensorId: null },
      { observedAtMs: TIME_MS + 10_000 },
    ]);
  });

  it("passes over other channels, empty messages and ADS-L", () => {
    const adsl = delimited(bytesField(1, Uint8Array.of(1, 2, 3)));
    const wire = Buffer.concat([
      slip(Buffer.from("\x31log line", "latin1")),
      riderFrames(Buffer.concat([Uint8Array.of(0), adsl]), 3),
      slip(Uint8Array.of(0x13, 0x7b, 0x7d)),
    ]);
    expect(decode(wire)).toEqual([]);
  });

  it.each([
    ["a length that cannot be", Uint8Array.of(0xff, 0xff, 3)],
    ["a length beyond every message", Uint8Array.of(0x81, 0x20)],
    ["a message that is no protocol buffer", delimited(Uint8Array.of(0x0b))],
  ])("refuses %s, and goes on with the next frame", (_, bytes) => {
    const wire = Buffer.concat([riderFrames(bytes, 100), riderFrames(driMessage(BASIC_ID), 400)]);
    expect(decode(wire)).toMatchObject([{ kind: "refused", reason: "truncated_frame" }, { kind: "frame" }]);
  });

  it("refuses a damaged frame, and does not join what was before it with what comes after", () => {
    const whole = driMessage(BASIC_ID, { mac: MAC });
    const wire = Buffer.concat([
      riderFrames(whole.subarray(0, 20), 20),
      Uint8Array.of(0x2a, 0xdb, 0x01, 0x0a),
      riderFrames(whole, 400),
    ]);
    expect(decode(wire)).toMatchObject([{ kind: "refused" }, { kind: "frame" }]);
  });

  it("refuses a message without an Open Drone ID message", () => {
    const wire = riderFrames(delimited(bytesField(2, message())), 400);
    expect(decode(wire)).toMatchObject([{ kind: "refused", reason: "truncated_frame" }]);
  });

  it("accepts any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(() => decode(riderFrames(bytes, 50), 7)).not.toThrow();
        expect(() => decode(bytes)).not.toThrow();
      }),
    );
  });
});

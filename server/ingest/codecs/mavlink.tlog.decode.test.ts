import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../test/support/shared-data.ts";
import { heartbeatPayload, odidPayload } from "./mavlink.encode.ts";
import { encodeMavlinkFrame } from "../../kernel/mavlink.frame.encode.ts";
import { createTlogParser } from "../../kernel/mavlink.tlog.ts";
import { decodeTlog } from "./mavlink.tlog.decode.ts";

const sender = { systemId: 1, componentId: 236, sequence: 0 };
const start = Date.UTC(2026, 4, 1);

function entry(unixMs: number, frame: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + frame.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(unixMs) * 1000n + 999n);
  bytes.set(frame, 8);
  return bytes;
}

const text = encodeMavlinkFrame(sender, odidPayload({ type: "self_id", descriptionType: 0, description: "survey" }));
const heartbeat = encodeMavlinkFrame(sender, heartbeatPayload());

describe("a telemetry log", () => {
  it("assigns each frame the time before it, rounded down to milliseconds", () => {
    const log = Buffer.concat([entry(start, heartbeat), entry(start + 40, text)]);
    expect([...decodeTlog(log)]).toMatchObject([{ kind: "frame", observedAtMs: start + 40 }]);
  });

  it("is read on after a damaged stretch, in chunks of any size", () => {
    const junk = Uint8Array.of(0xfd, 1, 0, 0, 9, 9, 9, 0, 0, 0, 0xfe, 7, 7);
    const log = Buffer.concat([entry(start, text), junk, entry(start + 1, text), entry(start + 2, heartbeat)]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (size) => {
        const parser = createTlogParser();
        const records = [];
        for (let at = 0; at < log.length; at += size) records.push(...parser.push(log.subarray(at, at + size)));
        records.push(...parser.end());
        expect(records.map(({ timeMs }) => timeMs)).toEqual([start, start + 1, start + 2]);
      }),
    );
  });

  it("counts a frame with a wrong checksum, leaves it out, and reads on", () => {
    const damaged = text.slice();
    damaged[20] = damaged[20]! ^ 0x40;
    const parser = createTlogParser();
    const records = [
      ...parser.push(Buffer.concat([entry(start, damaged), entry(start + 1, heartbeat)])),
      ...parser.end(),
    ];
    expect(records.map(({ timeMs }) => timeMs)).toEqual([start + 1]);
    expect(parser.counts()).toEqual({ frames: 1, badChecksums: 1, skippedBytes: 8 + text.length });
  });

  it("with absurd times keeps its frames without a time", () => {
    expect([...decodeTlog(entry(1000, text))]).toMatchObject([{ kind: "frame", observedAtMs: null }]);
  });

  it("of any bytes ends without an exception", () => {
    const noise = fc.uint8Array({ maxLength: 400 });
    fc.assert(
      fc.property(noise, (bytes) => {
        expect([...decodeTlog(bytes)]).toEqual([]);
      }),
    );
  });
});

const recorded = sharedData("dronekit-tlog", "flight.tlog");

it.skipIf(recorded === undefined)("a real MAVLink 1 log is read to its last packet", () => {
  // 1,314 of its 76,791 packets are of a message (142) whose definition changed since 2015, and with it the checksum.
  const parser = createTlogParser();
  const records = [...parser.push(readFileSync(recorded!)), ...parser.end()];
  expect(records).toHaveLength(76_791 - 1_314);
  expect(new Date(records[0]!.timeMs!).toISOString().slice(0, 10)).toBe("2015-07-05");
});

const derived = sharedData("derived-mavlink-odid", "parrot_anafi4_receiver_message_packs.tlog");

it.skipIf(derived === undefined)("a log of Remote ID keeps the capture times", () => {
  const decoded = [...decodeTlog(readFileSync(derived!))];
  expect(decoded).toHaveLength(1140);
  expect(decoded[0]).toMatchObject({ kind: "frame", observedAtMs: 1_680_365_730_415 });
});

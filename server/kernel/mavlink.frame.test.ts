import * as fc from "fast-check";
import { minimal } from "mavlink-mappings";
import { MavLinkProtocolV1, MavLinkProtocolV2 } from "node-mavlink";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../test/support/shared-data.ts";
import { armStatusPayload, heartbeatPayload } from "../ingest/codecs/mavlink.encode.ts";
import { encodeMavlinkFrame } from "./mavlink.frame.encode.ts";
import { createMavlinkParser, type MavlinkFrame } from "./mavlink.frame.ts";

const sender = { systemId: 1, componentId: 236, sequence: 7 };
const heartbeat = encodeMavlinkFrame(sender, heartbeatPayload());
const status = encodeMavlinkFrame(sender, armStatusPayload({ isReady: false, reason: "no GNSS\nfix" }));

const concat = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
const ids = (frames: readonly MavlinkFrame[]): number[] => frames.map((frame) => frame.messageId);
const framesIn = (bytes: Uint8Array): MavlinkFrame[] => {
  const parser = createMavlinkParser();
  return [...parser.push(bytes), ...parser.end()];
};

describe("frames of an independent encoder", () => {
  const message = Object.assign(new minimal.Heartbeat(), { customMode: 77, mavlinkVersion: 3 });

  it("are parsed in MAVLink 1", () => {
    const [frame] = framesIn(new MavLinkProtocolV1(5, 6).serialize(message, 9));
    expect(frame).toMatchObject({ version: 1, systemId: 5, componentId: 6, sequence: 9, messageId: 0 });
  });

  it("are parsed in MAVLink 2, signed or not, also when another frame follows", () => {
    const protocol = new MavLinkProtocolV2(5, 6, MavLinkProtocolV2.IFLAG_SIGNED);
    const signed = protocol.sign(protocol.serialize(message, 9), 1, Buffer.alloc(32, 1), 1_700_000_000_000);
    expect(framesIn(concat(signed, heartbeat))).toMatchObject([
      { version: 2, isSigned: true, systemId: 5 },
      { version: 2, isSigned: false, systemId: 1 },
    ]);
  });
});

describe("a stream", () => {
  it("returns the same frames in chunks of any size", () => {
    const stream = concat(status, heartbeat, status, heartbeat);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (sizes) => {
        const parser = createMavlinkParser();
        const found: number[] = [];
        let at = 0;
        for (const size of sizes) {
          found.push(...ids(parser.push(stream.subarray(at, at + size))));
          at += size;
        }
        found.push(...ids(parser.push(stream.subarray(at))));
        expect(found).toEqual([12918, 0, 12918, 0]);
      }),
    );
  });

  it("continues after garbage and counts the skipped bytes", () => {
    const parser = createMavlinkParser();
    const boot = new TextEncoder().encode("ets Jul 29 2019 12:21:46\r\n");
    expect(ids(parser.push(concat(boot, heartbeat, Uint8Array.of(0xfd, 0xff, 1, 2), status)))).toEqual([0, 12918]);
    expect(parser.counts()).toEqual({ frames: 2, badChecksums: 0, skippedBytes: boot.length + 4 });
  });

  it("rejects a damaged frame and parses the one after it", () => {
    const damaged = status.slice();
    damaged[20] = damaged[20]! ^ 0x40;
    const bad: number[] = [];
    const parser = createMavlinkParser({ onBadChecksum: (messageId) => bad.push(messageId) });
    expect(ids(parser.push(concat(damaged, heartbeat)))).toEqual([0]);
    expect([bad, parser.counts().badChecksums]).toEqual([[12918], 1]);
  });

  it("rejects frames with unknown incompatibility flags", () => {
    const unknown = heartbeat.slice();
    unknown[2] = 0x02;
    expect(framesIn(concat(unknown, status))).toMatchObject([{ messageId: 12918 }]);
  });

  it("finds the last frame when a false start before it was still incomplete", () => {
    const falseStart = Uint8Array.of(0xfd, 0xff, 0, 0, 0, 0, 0, 0, 0, 0);
    const parser = createMavlinkParser();
    expect(parser.push(concat(falseStart, heartbeat))).toEqual([]);
    expect(ids(parser.end())).toEqual([0]);
  });

  it("is repaired when a console converted LF to CR LF, but only if enabled", () => {
    const broken = new Uint8Array(
      Buffer.from(Buffer.from(status).toString("latin1").replaceAll("\n", "\r\n"), "latin1"),
    );
    expect(broken.length).toBeGreaterThan(status.length);
    for (let cut = 0; cut <= broken.length; cut += 1) {
      const parser = createMavlinkParser({ repairLineEndings: true });
      const found = [...parser.push(broken.subarray(0, cut)), ...parser.push(broken.subarray(cut)), ...parser.end()];
      expect(ids(found)).toEqual([12918]);
    }
    expect(framesIn(broken)).toEqual([]);
  });

  it("of arbitrary bytes never throws and counts every byte", () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(heartbeat, status),
      fc.constantFrom(Uint8Array.of(0xfd), Uint8Array.of(0xfe, 9)),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.boolean(), (pieces, repairLineEndings) => {
        const parser = createMavlinkParser({ repairLineEndings });
        const frames = [...pieces.flatMap((bytes) => parser.push(bytes)), ...parser.end()];
        const { frames: counted, skippedBytes } = parser.counts();
        expect(counted).toBe(frames.length);
        if (repairLineEndings) return;
        const taken = frames.reduce((sum, { version, payload, isSigned }) => {
          return sum + payload.length + (version === 1 ? 8 : 12) + (isSigned ? 13 : 0);
        }, 0);
        expect(taken + skippedBytes).toBe(pieces.reduce((sum, bytes) => sum + bytes.length, 0));
      }),
    );
  });
});

const recordings = sharedData("derived-mavlink-odid");

it.skipIf(recordings === undefined)("two recorded serial streams are parsed completely", () => {
  for (const [file, count] of [
    ["mini2_individual_messages.mavlink", 4650],
    ["parrot_anafi4_receiver_message_packs.mavlink", 1260],
  ] as const) {
    const parser = createMavlinkParser();
    expect(parser.push(readFileSync(`${recordings}/${file}`))).toHaveLength(count);
    expect(parser.counts()).toEqual({ frames: count, badChecksums: 0, skippedBytes: 0 });
  }
});

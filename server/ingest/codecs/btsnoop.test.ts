import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { btsnoop, extendedReport, hciEvent, legacyReport, odidServiceData, pcapOf } from "./bluetooth.hci.fixture.ts";
import { decodeCapture } from "./capture.decode.ts";
import { encodeOdid } from "./odid.encode.ts";
import { captureFormatOf, readCapture } from "./pcap.ts";
import { detectRecordingFormat } from "./recording.format.ts";

const selfId = { type: "self_id", descriptionType: 0, description: "survey" } as const;
const encoded = encodeOdid(selfId);
const data = odidServiceData(encoded.kind === "encoded" ? encoded.bytes : new Uint8Array());
const legacy = hciEvent(0x02, [legacyReport(data)]);
const extended = hciEvent(0x0d, [extendedReport(data)]);
const timeMs = Date.UTC(2025, 4, 1, 10, 0, 0, 250);
const decode = (file: Uint8Array) => [...decodeCapture(file)];
const decoded = { kind: "frame", observedAtMs: timeMs, rssiDbm: -60, messages: [selfId] };

describe("a btsnoop capture", () => {
  it("is recognised by its first bytes, and yields its packets with their times", () => {
    const file = btsnoop([
      { packet: legacy, timeMs },
      { packet: extended, timeMs: timeMs + 1000 },
    ]);
    expect(captureFormatOf(file)).toBe("btsnoop");
    expect(detectRecordingFormat(file, "btsnoop_hci.log")).toEqual({ kind: "format", format: "btsnoop" });
    expect(decode(file)).toMatchObject([decoded, { ...decoded, observedAtMs: timeMs + 1000 }]);
  });

  it("without H4 indicators distinguishes events by the flags of the record", () => {
    const packets = [
      { packet: legacy.subarray(1), timeMs, flags: 3 },
      { packet: legacy.subarray(1), timeMs, flags: 2 },
      { packet: legacy.subarray(1), timeMs, flags: 1 },
    ];
    expect(decode(btsnoop(packets, 1001))).toMatchObject([decoded]);
  });

  it("of the Bluetooth monitor of Linux distinguishes events by their opcode", () => {
    const packets = [0, 2, 3, 5, 8].map((flags) => ({ packet: legacy.subarray(1), timeMs, flags }));
    expect(decode(btsnoop(packets, 2001))).toMatchObject([decoded]);
  });

  it("of another type, or damaged, is rejected once and yields the packets before", () => {
    expect(decode(btsnoop([{ packet: legacy, timeMs }], 1003))).toMatchObject([
      { kind: "refused", field: "link_type", detail: expect.stringContaining("1003") },
    ]);
    const twice = btsnoop([
      { packet: legacy, timeMs },
      { packet: legacy, timeMs },
    ]);
    expect(decode(twice.subarray(0, -1)).map(({ kind }) => kind)).toEqual(["frame", "refused"]);
    expect(decode(twice.subarray(0, 12))).toMatchObject([{ reason: "damaged_capture" }]);
  });

  it("never throws, whatever the bytes", () => {
    const file = btsnoop([{ packet: legacy, timeMs }]);
    fc.assert(
      fc.property(fc.nat(file.length), fc.uint8Array({ maxLength: 80 }), (from, bytes) => {
        const all = [...readCapture(Buffer.concat([file.subarray(0, Math.max(16, from)), bytes]))];
        expect(all.length).toBeLessThan(10);
        decode(Buffer.concat([file.subarray(0, Math.max(16, from)), bytes]));
      }),
      { numRuns: 500 },
    );
  });
});

describe("a capture of HCI in pcap", () => {
  const observed = { kind: "frame", messages: [selfId] };

  it.each([
    ["H4", 187, legacy],
    ["H4 behind its direction", 201, Buffer.concat([Buffer.of(0, 0, 0, 1), extended])],
    ["Bluetooth monitor of Linux", 254, Buffer.concat([Buffer.of(0, 0, 0, 3), legacy.subarray(1)])],
  ])("%s is decoded", (_, linkType, packet) => {
    expect(decode(pcapOf([packet], linkType))).toMatchObject([observed]);
  });

  it.each([
    [1, "neither Wi-Fi nor Bluetooth LE"],
    [119, "Wi-Fi with a Prism header"],
    [163, "Wi-Fi with an AVS header"],
    [255, "Bluetooth of another kind"],
  ])("of link type %i is refused by what it is: %s", (linkType, what) => {
    expect(decode(pcapOf([Buffer.alloc(30), Buffer.alloc(30)], linkType))).toMatchObject([
      { kind: "refused", reason: "unknown_message_type", field: "link_type", detail: expect.stringContaining(what) },
    ]);
  });

  it("never throws for short packets", () => {
    fc.assert(
      fc.property(fc.constantFrom(105, 187, 192, 201, 254), fc.uint8Array({ maxLength: 12 }), (linkType, bytes) => {
        expect(decode(pcapOf([bytes], linkType)).filter(({ kind }) => kind === "frame")).toEqual([]);
      }),
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHciReader } from "./bluetooth.hci.ts";
import { extendedReport, hciEvent, legacyReport, odidServiceData } from "./bluetooth.hci.fixture.ts";
import { encodeOdid, encodeOdidPack } from "./odid.encode.ts";
import type { OdidMessage } from "./odid.messages.ts";

const selfId = { type: "self_id", descriptionType: 0, description: "survey" } as const;
const bytesOf = (encoded: ReturnType<typeof encodeOdid>): Uint8Array =>
  encoded.kind === "encoded" ? encoded.bytes : new Uint8Array();
const message = odidServiceData(bytesOf(encodeOdid(selfId)));
const packOf = (messages: readonly OdidMessage[]) => odidServiceData(bytesOf(encodeOdidPack(messages)));
const decode = (...packets: readonly Uint8Array[]) => {
  const reader = createHciReader();
  return packets.flatMap((packet) => reader.decode(packet, 5));
};
const transmitter = { kind: "mac", address: "06:05:04:03:02:01" };

describe("an advertising report of a controller", () => {
  it("of the legacy type contains one message, with address and signal strength", () => {
    expect(decode(hciEvent(0x02, [legacyReport(message, -71)]))).toEqual([
      {
        kind: "frame",
        observedAtMs: 5,
        sensorId: null,
        transmitter,
        technology: "bluetooth_legacy",
        rssiDbm: -71,
        messages: [selfId],
      },
    ]);
  });

  it("is one of several in an event; other advertisements yield nothing", () => {
    const other = Buffer.from("020106", "hex");
    const decoded = decode(
      hciEvent(0x02, [legacyReport(message, 127), legacyReport(other), legacyReport(message, -40)]),
    );
    expect(decoded.map((one) => one.kind === "frame" && one.rssiDbm)).toEqual([null, -40]);
  });

  it("of the extended type contains a message pack, and counts as legacy if the PDU was", () => {
    expect(decode(hciEvent(0x0d, [extendedReport(packOf([selfId]), { rssiDbm: -80 })]))).toMatchObject([
      { technology: "bluetooth_long_range", transmitter, rssiDbm: -80, messages: [selfId] },
    ]);
    expect(decode(hciEvent(0x0d, [extendedReport(message, { eventType: 0x10 })]))).toMatchObject([
      { technology: "bluetooth_legacy" },
    ]);
  });

  it("that is split over several events is joined", () => {
    const pack = packOf([1, 2, 3, 4, 5, 6, 7, 8, 9].map(authenticationPage));
    expect(pack.length).toBeGreaterThan(229);
    const first = hciEvent(0x0d, [extendedReport(pack.subarray(0, 200), { eventType: 0x20 })]);
    const last = hciEvent(0x0d, [extendedReport(pack.subarray(200))]);
    const between = hciEvent(0x02, [legacyReport(message)]);
    expect(decode(first, between, last).map((one) => one.kind === "frame" && one.messages.length)).toEqual([1, 9]);
  });

  it("that the controller or the capture truncated is rejected", () => {
    const cut = hciEvent(0x0d, [extendedReport(packOf([selfId]).subarray(0, 20), { eventType: 0x40 })]);
    expect(decode(cut)).toMatchObject([{ kind: "refused", reason: "truncated_frame" }]);
    expect(decode(hciEvent(0x02, [legacyReport(message)]).subarray(0, -6))).toMatchObject([
      { kind: "refused", reason: "truncated_frame" },
    ]);
  });

  it("is found in no other packet", () => {
    expect(decode(Buffer.of(0x02, 0x3e, 2, 2, 1), Buffer.of(0x04, 0x0e, 4, 1, 3, 12, 0), new Uint8Array())).toEqual([]);
  });

  it("never throws, and keeps a limited amount, whatever the bytes", () => {
    const reader = createHciReader();
    const start = fc.constantFrom<Uint8Array>(
      hciEvent(0x02, [legacyReport(message)]).subarray(0, 14),
      hciEvent(0x0d, [extendedReport(message, { eventType: 0x20 })]).subarray(0, 30),
      Buffer.of(0x04, 0x3e, 255, 0x0d, 255),
      Buffer.alloc(0),
    );
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 260 }), (head, tail) => {
        for (const one of reader.decode(Buffer.concat([head, tail]), null)) {
          expect(["frame", "refused"]).toContain(one.kind);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

function authenticationPage(page: number): OdidMessage {
  const dataHex = "ab".repeat(23);
  return { type: "authentication", authType: 1, page, lastPageIndex: null, length: null, timestampMs: null, dataHex };
}

import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../test/support/shared-data.ts";
import { heartbeatPayload } from "./mavlink.encode.ts";
import { encodeMavlinkFrame } from "../../kernel/mavlink.frame.encode.ts";
import { FORMAT_HEAD_BYTES, detectRecordingFormat } from "./recording.format.ts";

const heartbeat = encodeMavlinkFrame({ systemId: 1, componentId: 236, sequence: 0 }, heartbeatPayload());
const entry = (unixMs: number): Buffer => {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(unixMs) * 1000n);
  return Buffer.concat([time, heartbeat]);
};

describe("the format of a recording", () => {
  it.each([
    ["pcap", Buffer.from("d4c3b2a102000400", "hex")],
    ["pcapng", Buffer.from("0a0d0d0ac0000000", "hex")],
    ["mavlink", Buffer.concat([heartbeat, heartbeat])],
    ["tlog", Buffer.concat([entry(1_700_000_000_000), entry(1_700_000_001_000)])],
    ["udp_lines", Buffer.from('{"t":1,"mac":"a","lat":1}\n')],
    ["scout_json", Buffer.from('[{"sn":"S","odid":{"BasicID":[]}}]')],
    ["udp_lines", Buffer.from('\uFEFF{"t":1,"mac":"a","lat":1}', "utf16le")],
    ["scout_json", Buffer.from('\uFEFF {"sn":"S","gnss_satellites":4}')],
  ] as const)("%s is known by its bytes", (format, bytes) => {
    expect(detectRecordingFormat(bytes)).toEqual({ kind: "format", format });
  });

  it("is decided by the name only where the bytes could be either", () => {
    const withoutClock = Buffer.concat([entry(0), entry(1000)]);
    expect(detectRecordingFormat(withoutClock, "flight.tlog")).toMatchObject({ format: "tlog" });
    expect(detectRecordingFormat(withoutClock, "line.bin")).toMatchObject({ format: "mavlink" });
    expect(detectRecordingFormat(Buffer.from('{"t":1}'), "flight.pcap")).toMatchObject({ format: "udp_lines" });
  });

  it("that is unknown is reported in one sentence", () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from("$GPGGA,123519"), Buffer.from("PK\u0003\u0004")]) {
      const detected = detectRecordingFormat(bytes, "holiday.zip");
      expect(detected.kind === "unknown" && detected.sentence).toMatch(/^holiday\.zip is .*[a-z)]\.$/);
    }
  });

  it("is found or not, but nothing throws", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        expect(["format", "unknown"]).toContain(detectRecordingFormat(bytes).kind);
      }),
    );
  });
});

const RECORDINGS = [
  ["rid-cdc-receiver/parrot_anafi4_real.rid-only.pcap", "pcap"],
  ["rid-wireshark-samples/odid_bt5_lr_sample.pcapng", "pcapng"],
  ["derived-mavlink-odid/mini2_individual_messages.mavlink", "mavlink"],
  ["derived-mavlink-odid/parrot_anafi4_receiver_message_packs.mavlink", "mavlink"],
  ["derived-mavlink-odid/parrot_anafi4_receiver_message_packs.tlog", "tlog"],
  ["dronekit-tlog/flight.tlog", "tlog"],
] as const;

describe.each(RECORDINGS)("the recording %s", (file, format) => {
  const path = sharedData(file);

  it.skipIf(path === undefined)("is known without its name", () => {
    expect(detectRecordingFormat(readFileSync(path!).subarray(0, FORMAT_HEAD_BYTES))).toEqual({
      kind: "format",
      format,
    });
  });
});

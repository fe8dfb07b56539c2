import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { byType, messagesOf, type RecordedMessages } from "../../../test/support/odid-vectors.ts";
import { sharedData } from "../../../test/support/shared-data.ts";
import type { Decoded } from "../decoded.ts";
import { bytesOfHex, macOf } from "./bytes.text.ts";
import { decodeCapture } from "./capture.decode.ts";
import { decodeWifiFrame } from "./wifi.frame.ts";

type RecordedFrame = {
  readonly t: number;
  readonly transport: string;
  readonly mac: string;
  readonly rssi_dbm: number | null;
  readonly crc_ok?: boolean;
  readonly process_pack_rc: number;
  readonly decoded: RecordedMessages | null;
};

const TECHNOLOGY: Readonly<Record<string, string>> = { ble: "bluetooth_long_range" };

function countByKind(decoded: readonly Decoded[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of decoded) {
    const name = one.kind === "refused" ? one.reason : one.kind === "frame" ? one.technology : one.kind;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/**
 * What the reference library made of a recorded frame, in our shape; its checksum comes first. Times are recorded in
 * rounded microseconds, ours are floored milliseconds.
 */
function expectedOf(frame: RecordedFrame): unknown {
  if (frame.crc_ok === false) return "bad_checksum";
  if (frame.process_pack_rc < 0 || frame.decoded === null) return "refused";
  return {
    kind: "frame",
    observedAtMs: expect.closeTo(frame.t * 1000 - 0.5, -0.1),
    sensorId: null,
    transmitter: { kind: "mac", address: frame.mac },
    technology: TECHNOLOGY[frame.transport] ?? frame.transport,
    rssiDbm: frame.rssi_dbm,
    messages: messagesOf(frame.decoded),
  };
}

function receivedFrames(decoded: Decoded): unknown {
  if (decoded.kind === "refused") return decoded.reason === "bad_checksum" ? "bad_checksum" : "refused";
  return decoded.kind === "frame" ? { ...decoded, messages: byType(decoded.messages) } : decoded;
}

const RECORDINGS = [
  { name: "rid-cdc-receiver/parrot_anafi4_real", file: ".rid-only.pcap", counts: { wifi_beacon: 1140 } },
  { name: "rid-cdc-receiver/parrot_anafi4_spoofed", file: ".rid-only.pcap", counts: { truncated_pack: 26 } },
  { name: "rid-wireshark-samples/odid_wifi_bcn_sample", file: ".pcap", counts: { wifi_beacon: 21 } },
  { name: "rid-wireshark-samples/odid_wifi_sample", file: ".pcap", counts: { wifi_beacon: 21, wifi_nan: 21 } },
  {
    name: "rid-wireshark-samples/odid_bt5_lr_sample",
    file: ".pcapng",
    // The library refuses 31 packs, 12 of which have a wrong checksum too.
    counts: { bluetooth_long_range: 225, bad_checksum: 29, bad_pack_header: 19 },
  },
] as const;

describe.each(RECORDINGS)("the recording $name", ({ name, file, counts }) => {
  const path = sharedData(`${name}${file}`);

  it.skipIf(path === undefined)("decodes frame by frame as the reference library does", () => {
    const decoded = [...decodeCapture(readFileSync(path!))];
    const lines = readFileSync(path!.replace(file, ".frames.ndjson"), "utf8").trimEnd().split("\n");
    expect(countByKind(decoded)).toEqual(counts);
    expect(decoded.map(receivedFrames)).toEqual(lines.map((line) => expectedOf(JSON.parse(line) as RecordedFrame)));
  });
});

describe.each([
  ["mavic_alessa_spoofed", 10],
  ["mavic_multiple_spoofed", 77],
] as const)("the recording %s", (name, count) => {
  const path = sharedData("rid-cdc-receiver", `${name}.rid-only.pcap`);

  it.skipIf(path === undefined)("is refused by name: legacy DJI beacons are not Remote ID", () => {
    expect(countByKind([...decodeCapture(readFileSync(path!))])).toEqual({ legacy_dji_drone_id: count });
  });
});

type PackVector = {
  readonly decoded: RecordedMessages;
  readonly wifi_beacon: { readonly hex: string };
  readonly wifi_nan_action: { readonly hex: string; readonly receive_mac: string };
};

const packs = sharedData("opendroneid-vectors", "packs.json");

it.skipIf(packs === undefined)("the reference library's own beacons and NAN frames give their packs", () => {
  for (const vector of JSON.parse(readFileSync(packs!, "utf8")) as PackVector[]) {
    const address = macOf(bytesOfHex(vector.wifi_nan_action.receive_mac)!, 0);
    for (const [technology, { hex }] of [
      ["wifi_beacon", vector.wifi_beacon],
      ["wifi_nan", vector.wifi_nan_action],
    ] as const) {
      const decoded = decodeWifiFrame(bytesOfHex(hex)!, { observedAtMs: 1, rssiDbm: -40 });
      expect(decoded.map(receivedFrames)).toMatchObject([
        { technology, transmitter: { kind: "mac", address }, messages: messagesOf(vector.decoded) },
      ]);
    }
  }
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStation } from "../../server/app/index.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { IngestReceipt } from "../../server/contracts/receivers.ts";
import type { Source } from "../../server/contracts/sources.ts";
import {
  btsnoop,
  hciEvent,
  legacyReport,
  odidServiceData,
  pcapOf,
} from "../../server/ingest/codecs/bluetooth.hci.fixture.ts";
import { basicIdMessage, encodeOdid } from "../../server/ingest/codecs/odid.encode.ts";
import { odidStruct } from "../../server/ingest/codecs/odid.struct.fixture.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { location } from "../support/frames.ts";

/** Receivers of several manufacturers push to one station, each in its own format, and get their errors reported. */

const NOON_MS = Date.UTC(2025, 4, 1, 12);

let station: Awaited<ReturnType<typeof startStation>>;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "fieldstation-receivers-"));
  const clock = { now: () => NOON_MS };
  station = await startStation({ dataDir, port: 0, localOperator: true, log: silentLog, clock });
});
afterAll(async () => {
  await station.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function push(body: unknown): Promise<IngestReceipt> {
  const headers = { "Content-Type": "application/json" };
  const text = JSON.stringify(body);
  const response = await fetch(`${station.url}/station/v1/ingest/scout`, { method: "POST", headers, body: text });
  expect(response.status).toBe(200);
  return (await response.json()) as IngestReceipt;
}

async function found(search: string): Promise<readonly Operation[]> {
  const query = new URLSearchParams({ from: "-PT24H", search, include_last_telemetry: "true" });
  const response = await fetch(`${station.url}/v2/airspace/operations?${query.toString()}`);
  return (await response.json()) as readonly Operation[];
}

const serial = (value: string) => [{ type: "serial_number", value }];

describe("a push", () => {
  it("of a DroneScout becomes an operation of its sensor", async () => {
    const UASdata = Buffer.from(odidStruct()).toString("base64");
    const data = { "sensor ID": "scout-a", "MAC address": "7E:60:B8:80:BE:E4", timestamp: NOON_MS - 5000, UASdata };
    expect(await push({ protocol: 1.0, data: { ...data, type: "BLE legacy", RSSI: -72 } })).toEqual({
      frames: 1,
      sensors: 0,
      refused: {},
    });
    const ids = serial("1596F351901936310360");
    expect(await found("1596F351901936310360")).toMatchObject([{ sensor_id: "scout-a", ua_identifiers: ids }]);
  });

  it("of a SCOUT as its maker documents it: times without an offset, its position as latitude and longitude", async () => {
    const odid = {
      BasicID: [{ UASID: "1596F3NAIVETIME00001", IDType: 1 }],
      Location: { Latitude: 50.4, Longitude: 14.4, Timestamp: "2025-05-01T11:59:59.500000" },
    };
    const heartbeat = { sn: "scout-b", timestamp: NOON_MS / 1000, gnss_satellites: 9, gnss_position: [50.5, 14.6] };
    expect(await push([{ sn: "scout-b", timestamp: NOON_MS / 1000, tech: "B5", odid }, heartbeat])).toEqual({
      frames: 1,
      sensors: 1,
      refused: {},
    });
    expect(await found("1596F3NAIVETIME00001")).toMatchObject([
      {
        transmission_technology: "bluetooth_long_range",
        last_telemetry: { ua: { location: { latitude: 50.4, longitude: 14.4 } } },
      },
    ]);
    const systems = await fetch(`${station.url}/v2/airspace/telemetry/system?from=-PT1H&bbox=14.5,50.4,14.7,50.6`);
    expect(await systems.json()).toMatchObject([{ location: { latitude: 50.5, longitude: 14.6 } }]);
  });

  it("of WarDragon becomes an operation, with the type of the operator's position that was sent", async () => {
    const messages = [
      { "Basic ID": { id_type: "Serial Number (ANSI/CTA-2063-A)", id: "1581F5FJD228200A0B1C" } },
      { "Location/Vector Message": { latitude: "50.1", longitude: "14.4", speed: "5.0 m/s" } },
      { "System Message": { latitude: 50.11, longitude: 14.41, operator_location_type: "Dynamic" } },
    ];
    expect(await push(messages)).toEqual({ frames: 1, sensors: 0, refused: {} });
    expect(await found("1581F5FJD228200A0B1C")).toMatchObject([
      { last_telemetry: { ua: { location: { latitude: 50.1, longitude: 14.4 } }, operator: { location: {} } } },
    ]);
  });

  it("of mesh-mapper becomes an operation; the type of the operator's position stays unknown", async () => {
    const detection = { mac: "8c:1e:d9:c8:c9:f7", rssi: -81, drone_lat: 50.2, drone_long: 14.5, drone_altitude: 118 };
    const body = { ...detection, pilot_lat: 50.21, pilot_long: 14.51, basic_id: "1588E040445AC004418" };
    expect(await push(body)).toEqual({ frames: 1, sensors: 0, refused: {} });
    expect(await found("1588E040445AC004418")).toMatchObject([
      { last_telemetry: { ua: { location: { latitude: 50.2 } }, operator: { source_type: "unknown" } } },
    ]);
    // A heartbeat is not an error and not an empty body.
    expect(await push({ heartbeat: "Device is active and running." })).toEqual({ frames: 0, sensors: 0, refused: {} });
  });

  it("of an aircraft with a crew that a SCOUT received by ADS-B becomes no operation", async () => {
    const odid = { BasicID: [{ UASID: "4CA2D1", IDType: 2 }], Location: { Latitude: 50.6, Longitude: 14.4 } };
    expect(await push({ sn: "scout-b", timestamp: NOON_MS / 1000, tech: "AB", odid })).toEqual({
      frames: 0,
      sensors: 0,
      refused: { crewed_aircraft: 1 },
    });
    expect(await found("4CA2D1")).toEqual([]);
  });

  it("reports refusals by reason and field, as does the source", async () => {
    const odid = { BasicID: [{ UASID: "A", IDType: 1 }], Location: { Longitude: 14.4 } };
    expect(await push({ sn: "S", odid })).toEqual({
      frames: 0,
      sensors: 0,
      refused: { "missing_field: Location.Latitude": 1 },
    });
    expect(await push({ sn: "S", odid: { ...odid, Location: { Latitude: 91, Longitude: 14.4 } } })).toMatchObject({
      refused: { "value_out_of_range: Location.Latitude": 1 },
    });
    const sources = (await (await fetch(`${station.url}/station/v1/sources`)).json()) as readonly Source[];
    expect(sources[0]).toMatchObject({
      refused: { "missing_field: Location.Latitude": 1, "value_out_of_range: Location.Latitude": 1 },
      refused_share: expect.any(Number),
      frames_per_second: expect.any(Number),
      last_frame_at: expect.any(String),
    });
  });

  it("with a speed that no aircraft has is stored without it, and the source tells so, not as a refused frame", async () => {
    const Location = { Latitude: 50.3, Longitude: 14.4, SpeedHorizontal: 4, SpeedVertical: 126 };
    const odid = { BasicID: [{ UASID: "1596F3SPEEDLIMIT0001", IDType: 1 }], Location };
    const share = async () => {
      const sources = (await (await fetch(`${station.url}/station/v1/sources`)).json()) as readonly Source[];
      return sources[0]!;
    };
    const before = await share();
    expect(await push({ sn: "S", odid })).toEqual({
      frames: 1,
      sensors: 0,
      refused: { "unusable_field: Location.SpeedVertical": 1 },
    });
    expect(await found("1596F3SPEEDLIMIT0001")).toMatchObject([
      {
        last_telemetry: {
          ua: { location: { latitude: 50.3 }, velocity: { horizontal_speed: 4, vertical_speed: null } },
        },
      },
    ]);
    const after = await share();
    expect(after.refused).toMatchObject({ "unusable_field: Location.SpeedVertical": 1 });
    expect(after.refused_share!).toBeLessThanOrEqual(before.refused_share ?? 1);
  });

  it("of a text identifier in the field of another type can be found by that text", async () => {
    const hex = (text: string) => Buffer.from(text).toString("hex").padEnd(40, "0");
    const detection = (IDType: number, text: string, mac: string, Latitude: number) => ({
      sn: "S",
      mac,
      odid: { BasicID: [{ IDType, UASID: hex(text) }], Location: { Latitude, Longitude: 14.4 } },
    });
    await push(detection(4, "SESSION-42", "02:00:00:00:00:11", 49.1));
    await push(detection(3, "1596F3WRONGFIELD0001", "02:00:00:00:00:12", 48.1));
    expect(await found("session-42")).toMatchObject([
      { ua_identifiers: [{ type: "specific_session_id", value: "SESSION-42" }] },
    ]);
    expect(await found("WRONGFIELD0001")).toMatchObject([
      { ua_identifiers: [{ type: "utm_assigned_uuid", value: "1596F3WRONGFIELD0001" }] },
    ]);
  });
});

describe("a recording", () => {
  const timeMs = Date.UTC(2025, 4, 1, 10);

  async function replayed(name: string, content: Uint8Array): Promise<Source> {
    const path = join(dataDir, name);
    await writeFile(path, content);
    const created = await fetch(`${station.url}/station/v1/sources`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name, sensor_id: name, settings: { kind: "file", path, speed: 0 } }),
    });
    const { id } = (await created.json()) as Source;
    for (;;) {
      const sources = (await (await fetch(`${station.url}/station/v1/sources`)).json()) as readonly Source[];
      const source = sources.find((one) => one.id === id);
      if (source?.state === "finished" || source?.state === "waiting") return source;
      await pause(20);
    }
  }

  it("of French beacons shows aircraft with their height above sea level, without warnings", async () => {
    const id = "AMSBB1000000000000000000BETA01";
    const source = await replayed("french.pcap", pcapOf([frenchBeacon(id), frenchBeacon(id)], 105, timeMs / 1000));
    expect(source).toMatchObject({ state: "finished", frames: 2, refused: {}, last_error: null });
    expect(await found(id)).toMatchObject([
      {
        ua_identifiers: serial(id),
        warnings: [],
        last_telemetry: {
          ua: { location: { latitude: 46.30452, longitude: 7.15816 }, altitudes: [{ type: "MSL", value: 302 }] },
          operator: { location: { latitude: 46.30443, longitude: 7.15819 }, source_type: "take_off" },
        },
      },
    ]);
  });

  it("of a phone's Bluetooth shows the received aircraft", async () => {
    const id = basicIdMessage({ idType: 1, uaType: 2, uasId: "1787F04BM24010011195" });
    const packets = [id, AT_HOME].map((message) => {
      const encoded = encodeOdid(message);
      if (encoded.kind === "refused") throw new Error(encoded.detail);
      return { packet: hciEvent(0x02, [legacyReport(odidServiceData(encoded.bytes), -71)]), timeMs };
    });
    expect(await replayed("btsnoop_hci.log", btsnoop(packets))).toMatchObject({
      state: "finished",
      frames: 2,
      refused: {},
    });
    expect(await found("1787F04BM24010011195")).toMatchObject([
      { last_telemetry: { ua: { location: { latitude: 46.3, longitude: 7.1 } } } },
    ]);
  });

  it("of which nothing could be used reports the reason to the operator", async () => {
    expect(await replayed("wire.pcap", pcapOf([Buffer.alloc(60)], 1))).toMatchObject({
      state: "waiting",
      refused: { "unknown_message_type: link_type": 1 },
      last_error:
        "Nothing of wire.pcap could be used: it holds packets of link type 1: neither Wi-Fi nor Bluetooth LE.",
    });
  });
});

const AT_HOME = location(46.3, 7.1);

function frenchBeacon(id: string): Uint8Array {
  const int32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };
  const triples = [
    Buffer.of(1, 1, 1, 2, id.length),
    Buffer.from(id),
    Buffer.of(4, 4),
    int32(4_630_452),
    Buffer.of(5, 4),
    int32(715_816),
    Buffer.of(6, 2, 0x01, 0x2e, 8, 4),
    int32(4_630_443),
    Buffer.of(9, 4),
    int32(715_819),
    Buffer.of(10, 1, 0, 11, 2, 0, 0),
  ];
  const body = Buffer.concat([Buffer.of(0x6a, 0x5c, 0x35, 1), ...triples]);
  const header = Buffer.from(`80000000ffffffffffff${"02456dffdddc".repeat(2)}${"00".repeat(14)}`, "hex");
  return Buffer.concat([header, Buffer.of(221, body.length), body]);
}

it("refuses a body of empty objects that a few kilobytes expand to, after a bounded part of them", async () => {
  const body = gzipSync("{}".repeat(2_500_000));
  expect(body.length).toBeLessThan(10_000);
  const response = await fetch(`${station.url}/station/v1/ingest/scout`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Content-Encoding": "gzip" },
    body,
  });
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: "too_many_objects", messages: ["body: it has more than 50000 objects; push it in parts."] },
  ]);
});

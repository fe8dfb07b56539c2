import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { odidStruct } from "./odid.struct.fixture.ts";
import { decode, MAC, SERIAL } from "./receiver.json.fixture.ts";
import { decodeScout } from "./scout.json.ts";
import { decodeUdpLines, decodeUdpText } from "./udp-lines.ts";

describe("a push of a DroneScout", () => {
  const message = {
    protocol: 1.0,
    data: {
      "sensor ID": "roof-0002",
      RSSI: -72,
      channel: 6,
      timestamp: 1_735_677_508_366,
      "MAC address": "7E:60:B8:80:BE:E4",
      type: "WiFi beacon",
      UASdata: Buffer.from(odidStruct()).toString("base64"),
    },
  };

  it("yields the messages of the library's structure, with capture time, sensor and transmitter", () => {
    expect(decode(message)).toMatchObject([
      {
        kind: "frame",
        observedAtMs: 1_735_677_508_366,
        sensorId: "roof-0002",
        transmitter: { kind: "mac", address: MAC },
        technology: "wifi_beacon",
        rssiDbm: -72,
        messages: [
          { type: "basic_id", idType: 1, uaType: 2, uasId: SERIAL },
          {
            type: "location",
            status: 2,
            latitude: 47.1987103,
            longitude: 8.7302371,
            altitudeGeodeticM: 455.5,
            altitudePressureM: null,
            heightReference: "ground",
            heightM: 11,
            directionDeg: null,
            horizontalSpeedMps: 12.5,
            verticalSpeedMps: null,
            horizontalAccuracyCode: 10,
            secondsAfterHour: 1800.5,
          },
          { type: "self_id", description: "survey" },
          { type: "system", operatorLocationType: 1, operatorLatitude: 47.2, timestampMs: 1_777_300_800_000 },
          { type: "operator_id", operatorId: "FIN87astrdge12k8" },
        ],
      },
    ]);
  });

  it("names the transmission technology", () => {
    const typed = (type: string) => decode({ ...message, data: { ...message.data, type } })[0];
    expect(typed("BLE legacy")).toMatchObject({ technology: "bluetooth_legacy" });
    expect(typed("BLE long range")).toMatchObject({ technology: "bluetooth_long_range" });
    expect(typed("WiFi NaN")).toMatchObject({ technology: "wifi_nan" });
  });

  it("that is truncated or empty is rejected with the name of the field", () => {
    const { UASdata } = message.data;
    const withData = (data: unknown) => decode({ protocol: 1, data: { "sensor ID": "S", UASdata: data } });
    expect(withData(UASdata.slice(0, 400))).toMatchObject([{ reason: "value_out_of_range", field: "data.UASdata" }]);
    expect(withData(Buffer.alloc(920).toString("base64"))).toMatchObject([
      { reason: "missing_field", field: "data.UASdata" },
    ]);
    expect(withData({})).toMatchObject([{ kind: "refused", field: "data.UASdata" }]);
  });

  it("may be the receiver's own status", () => {
    const status = { "sensor ID": "roof-0002", timestamp: 1_735_677_525_000, model: "ds230", status: "normal" };
    const sensor = { kind: "sensor", sensorId: "roof-0002", observedAtMs: 1_735_677_525_000, latitude: null };
    expect(decode({ protocol: 1.0, status })).toMatchObject([sensor]);
    expect(decode({ protocol: 1.0, data: status })).toMatchObject([sensor]);
  });
});

describe("a push of mesh-mapper", () => {
  const detection = {
    mac: "8C:1E:D9:C8:C9:F7",
    rssi: -81,
    drone_lat: 25.784279,
    drone_long: -80.14901,
    drone_altitude: 118,
    pilot_lat: 25.767196,
    pilot_long: -80.137115,
    basic_id: SERIAL,
  };

  it("yields identifier, position and operator's position", () => {
    expect(decode(detection)).toMatchObject([
      {
        kind: "frame",
        observedAtMs: null,
        transmitter: { kind: "mac", address: "8c:1e:d9:c8:c9:f7" },
        rssiDbm: -81,
        messages: [
          { type: "basic_id", idType: 1, uasId: SERIAL },
          { type: "location", latitude: 25.784279, longitude: -80.14901, altitudeGeodeticM: 118, heightM: null },
          { type: "system", operatorLocationType: 255, operatorLatitude: 25.767196, operatorLongitude: -80.137115 },
        ],
      },
    ]);
  });

  it("has 0 for values that it did not receive, which stay unknown", () => {
    const missing = { drone_lat: 0, drone_long: 0, drone_altitude: 0, pilot_lat: 0, pilot_long: 0 };
    expect(decode({ ...detection, ...missing })).toMatchObject([{ messages: [{ type: "basic_id" }] }]);
    expect(decode({ ...detection, ...missing, basic_id: "" })).toMatchObject([
      { reason: "missing_field", field: "drone_lat" },
    ]);
    expect(decode({ ...detection, drone_altitude: 0 })).toMatchObject([
      { messages: [{}, { altitudeGeodeticM: null }, {}] },
    ]);
  });

  it("is rejected with the name of the field; its heartbeat yields nothing", () => {
    expect(decode({ ...detection, drone_lat: undefined })).toMatchObject([{ field: "drone_lat" }]);
    expect(decode({ ...detection, pilot_long: 200 })).toMatchObject([{ field: "pilot_long" }]);
    expect(decode({ heartbeat: "Device is active and running." })).toEqual([]);
  });

  it("with an impossible height keeps its position", () => {
    expect(decode({ ...detection, drone_altitude: 99_000 })).toMatchObject([
      { messages: [{}, { latitude: 25.784279, altitudeGeodeticM: null }, {}] },
      { reason: "unusable_field", field: "drone_altitude" },
    ]);
  });

  it("is also accepted as lines over UDP, as are the others", () => {
    const line = JSON.stringify(detection);
    const plain = JSON.stringify({ mac: MAC, id: SERIAL, lat: 50, lon: 14 });
    const list = JSON.stringify([
      { "Basic ID": { id: SERIAL, id_type: "Serial" } },
      { "Self-ID Message": { text: "a" } },
    ]);
    expect(
      decodeUdpLines(`${line}\n${plain}\n${list}\n`).map((one) => one.kind === "frame" && one.messages.length),
    ).toEqual([3, 2, 2]);
    const indented = JSON.stringify(JSON.parse(list) as unknown, null, 2);
    expect(decodeUdpText(indented)).toEqual(decodeUdpText(list));
    expect(decodeUdpText(`[\n${plain},\n${plain}\n]`)).toHaveLength(2);
  });
});

it("never throws, whatever the JSON", () => {
  const names = ["protocol", "data", "UASdata", "sensor ID", "Basic ID", "Location/Vector Message", "System Message"];
  const fields = ["MAC", "RSSI", "id", "id_type", "latitude", "longitude", "speed", "timestamp", "gps_data", "aext"];
  const flat = ["mac", "drone_lat", "drone_long", "basic_id", "lat", "lon", "track_type", "observed_at", "direction"];
  const scalar = fc.oneof(
    fc.constantFrom<unknown>("12.5 m/s", "Unknown", "9 min 50.0 s", "<10 m", 0, 181, -1000, 1e300, null, true),
    fc.jsonValue({ maxDepth: 1 }),
  );
  const json = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, scalar, tie("object"), fc.array(tie("value"), { maxLength: 3 })),
    object: fc.dictionary(fc.constantFrom(...names, ...fields, ...flat), tie("value")),
  }));
  fc.assert(
    fc.property(json.value, (value) => {
      const text = JSON.stringify(value);
      for (const decoded of [...decodeScout(text), ...decodeUdpText(text)]) {
        expect(["frame", "sensor", "refused"]).toContain(decoded.kind);
      }
    }),
    { numRuns: 3000 },
  );
  const deep = `${"[".repeat(4000)}${"]".repeat(4000)}`;
  for (const text of [`[\n${deep}\n]`, `{\n"Basic ID":${deep}}`]) expect(decodeUdpText(text).length).toBeGreaterThan(0);
});

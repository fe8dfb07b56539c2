import { describe, expect, it } from "vitest";
import type { Decoded } from "../decoded.ts";
import { decode, MAC, SERIAL } from "./receiver.json.fixture.ts";
import { decodeScout } from "./scout.json.ts";

describe("a push of WarDragon", () => {
  const parts = [
    { "Basic ID": { id_type: "Serial Number (ANSI/CTA-2063-A)", ua_type: "Helicopter (or Multirotor)", id: SERIAL } },
    { "Basic ID": { id_type: "CAA Assigned Registration ID", id: "N12345", MAC: MAC.toUpperCase(), RSSI: -65 } },
    {
      "Location/Vector Message": {
        op_status: "Airborne",
        height_type: "Above Takeoff",
        ew_dir_segment: "West",
        direction: 281,
        speed: "12.25 m/s",
        vert_speed: "-1.0 m/s",
        latitude: "32.1572862",
        longitude: "118.8639275",
        pressure_altitude: "Undefined",
        geodetic_altitude: "230.0 m",
        height_agl: "-47.0 m",
        horizontal_accuracy: "<92.6 m (0.05 NM)",
        vertical_accuracy: "<3 m",
        baro_accuracy: ">=150 m or Unknown",
        speed_accuracy: "<0.3 m/s",
        timestamp: "9 min 50.0 s",
      },
    },
    { "Self-ID Message": { text: "Test UAV operation", text_type: "Text Description" } },
    {
      "System Message": {
        operator_location_type: "Takeoff",
        classification_type: "EU",
        ua_classification_category_type: "Open",
        ua_classification_category_class: "Class 1",
        latitude: 32.1571196,
        longitude: 118.8641543,
        geodetic_altitude: "277.0 m",
        timestamp_raw: 190_692_590,
      },
    },
    { "Operator ID Message": { operator_id_type: "Operator ID", operator_id: "FIN87astrdge12k8" } },
  ];
  const whole = {
    kind: "frame",
    transmitter: { kind: "mac", address: MAC },
    rssiDbm: -65,
    messages: [
      { type: "basic_id", idType: 1, uaType: 2, uasId: SERIAL },
      { type: "basic_id", idType: 2, uasId: "N12345" },
      {
        type: "location",
        status: 2,
        latitude: 32.1572862,
        longitude: 118.8639275,
        altitudePressureM: null,
        altitudeGeodeticM: 230,
        heightReference: "take_off",
        heightM: -47,
        directionDeg: 281,
        horizontalSpeedMps: 12.25,
        verticalSpeedMps: -1,
        horizontalAccuracyCode: 8,
        verticalAccuracyCode: 5,
        pressureAccuracyCode: 0,
        speedAccuracyCode: 4,
        secondsAfterHour: 590,
      },
      {
        type: "system",
        operatorLocationType: 0,
        classificationType: 1,
        categoryEu: 1,
        classEu: 2,
        operatorLatitude: 32.1571196,
        operatorAltitudeGeodeticM: 277,
      },
      { type: "self_id", description: "Test UAV operation" },
      { type: "operator_id", operatorId: "FIN87astrdge12k8" },
    ],
  };

  it("is one aircraft, whether its messages are in a list or in one object", () => {
    expect(decode(parts)).toMatchObject([whole]);
    const [serial, , ...rest] = parts;
    const object = Object.assign({}, ...rest, { "Basic ID": { ...serial!["Basic ID"], MAC, RSSI: -65 } });
    expect(decode(object)).toMatchObject([{ ...whole, messages: [whole.messages[0], ...whole.messages.slice(2)] }]);
    expect(decode([{ MAC, RSSI: -65 }, ...parts.map((part) => ({ ...part, message_type: "wifi" }))])).toMatchObject([
      { ...whole, technology: "wifi_beacon" },
    ]);
  });

  it("is a new aircraft for each list, each address and each repeated message", () => {
    const of = (id: string) => [
      { "Basic ID": { id_type: "Serial Number (ANSI/CTA-2063-A)", id } },
      { "Location/Vector Message": { latitude: 50, longitude: 14 } },
    ];
    const serials = (decoded: readonly Decoded[]) =>
      decoded.map((one) => one.kind === "frame" && one.messages[0]?.type === "basic_id" && one.messages[0].uasId);
    expect(serials(decode([of("A1"), of("A2")]))).toEqual(["A1", "A2"]);
    expect(serials(decode([...of("A1"), ...of("A2")]))).toEqual(["A1", "A2"]);
    expect(serials(decodeScout(`${JSON.stringify(of("A1"))}\n${JSON.stringify(of("A2"))}`))).toEqual(["A1", "A2"]);
  });

  it("with an impossible value is rejected with the name of the field", () => {
    const at = (location: unknown) => decode([parts[0], { "Location/Vector Message": location }]);
    expect(at({ latitude: 91, longitude: 14 })).toMatchObject([
      { reason: "value_out_of_range", field: "Location/Vector Message.latitude" },
    ]);
    expect(at({ longitude: 14 })).toMatchObject([
      { reason: "missing_field", field: "Location/Vector Message.latitude" },
    ]);
  });

  it("with an impossible value beside its position keeps that", () => {
    const location = { latitude: 50, longitude: 14, speed: "300 m/s", direction: 90 };
    expect(decode([parts[0], { "Location/Vector Message": location }])).toMatchObject([
      { messages: [{}, { latitude: 50, directionDeg: 90, horizontalSpeedMps: null }] },
      { reason: "unusable_field", field: "Location/Vector Message.speed" },
    ]);
    const track = { id: `drone-${SERIAL}`, id_type: "Serial", lat: 50, lon: 14, vspeed: 126, alt: 300 };
    expect(decode(track)).toMatchObject([
      { messages: [{}, { latitude: 50, altitudeGeodeticM: 300, verticalSpeedMps: null }] },
      { reason: "unusable_field", field: "vspeed" },
    ]);
  });

  it("may have no position, no direction and no time, which stay unknown", () => {
    const unknown = {
      latitude: "Unknown",
      longitude: "Unknown",
      direction: 181,
      ew_dir_segment: "East",
      speed: "Unknown",
    };
    expect(decode([parts[0], { "Location/Vector Message": { ...unknown, timestamp: "Unknown" } }])).toMatchObject([
      {
        messages: [
          {},
          {
            latitude: null,
            directionDeg: null,
            horizontalSpeedMps: null,
            altitudeGeodeticM: null,
            secondsAfterHour: null,
          },
        ],
      },
    ]);
  });

  it("may be a track of DragonSync, whose unknown heights are 0", () => {
    const track = {
      id: `drone-${SERIAL}`,
      id_type: "Serial Number (ANSI/CTA-2063-A)",
      mac: MAC,
      track_type: "drone",
      lat: 50.1,
      lon: 14.4,
      latitude: 50.1,
      longitude: 14.4,
      alt: 300.5,
      height: 0,
      pressure_altitude: null,
      speed: 5,
      vspeed: -1,
      direction: 90,
      pilot_lat: 50.11,
      pilot_lon: 14.41,
      home_lat: 0,
      home_lon: 0,
      operator_id: "",
      caa_id: "N12345",
      rssi: -70,
      observed_at: 1_735_677_508.5,
      seen_by: "wardragon-7",
    };
    expect(decode(track)).toMatchObject([
      {
        observedAtMs: 1_735_677_508_500,
        sensorId: "wardragon-7",
        transmitter: { address: MAC },
        rssiDbm: -70,
        messages: [
          { idType: 1, uasId: SERIAL },
          { idType: 2, uasId: "N12345" },
          { latitude: 50.1, altitudeGeodeticM: 300.5, heightM: null, directionDeg: 90, verticalSpeedMps: -1 },
          { type: "system", operatorLatitude: 50.11 },
        ],
      },
    ]);
    // Crewed aircraft are not Remote ID.
    expect(decode({ icao: "49D0A1", lat: 50, lon: 14, track_type: "aircraft" })).toEqual([]);
  });

  it("may be the status of the kit, with or without a fix", () => {
    const kit = { serial_number: "wardragon-7", timestamp: 1_735_677_508.5, system_stats: { cpu_usage: 3 } };
    expect(decode({ ...kit, gps_data: { latitude: 50.1, longitude: 14.4, altitude: 210, speed: 0 } })).toMatchObject([
      { kind: "sensor", sensorId: "wardragon-7", latitude: 50.1, longitude: 14.4, altitudeMslM: 210 },
    ]);
    expect(decode({ ...kit, gps_data: { latitude: "N/A", longitude: "N/A", altitude: "N/A" } })).toMatchObject([
      { kind: "sensor", latitude: null, altitudeMslM: null },
    ]);
  });
});

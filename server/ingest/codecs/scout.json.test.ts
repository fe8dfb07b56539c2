import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decoded, DecodedFrame } from "../decoded.ts";
import { MAX_OBJECT_CHARS, splitJsonObjects } from "./json.objects.ts";
import { decodeScout } from "./scout.json.ts";

const detection = {
  sn: "SCOUT-0042",
  tech: "WiFi Beacon",
  rssi: -62,
  timestamp: "2026-05-01T10:00:00.250Z",
  odid: {
    BasicID: [{ UASID: "1596F351901936310360", IDType: 1, UAType: "ODID_UATYPE_HELICOPTER_OR_MULTIROTOR" }],
    Location: {
      Status: "ODID_STATUS_AIRBORNE",
      Latitude: 50.1,
      Longitude: 14.4,
      AltitudeGeo: 300.5,
      AltitudeBaro: -1000,
      Direction: 361,
      SpeedHorizontal: 12,
      HeightType: "ODID_HEIGHT_REF_OVER_GROUND",
      HorizAccuracy: "ODID_HOR_ACC_0_1NM",
      SpeedAccuracy: 3,
      Timestamp: 1800.5,
    },
    System: { OperatorLatitude: 50.11, OperatorLongitude: 14.41, ClassificationType: 1, Timestamp: 231_000_000 },
    OperatorID: { OperatorId: "FIN87astrdge12k8" },
    SelfID: "survey",
  },
};
const heartbeat = {
  sn: "SCOUT-0042",
  gnss_satellites: 14,
  gnss_position: { latitude: 50, longitude: 14.5, altitude: 210 },
};

const decode = (...objects: readonly unknown[]): Decoded[] =>
  decodeScout(objects.map((object) => JSON.stringify(object)).join(""));
const withLocation = (changes: Readonly<Record<string, unknown>>): unknown => ({
  ...detection,
  odid: { ...detection.odid, Location: { ...detection.odid.Location, ...changes } },
});

describe("a detection", () => {
  it("returns every message in it, with units, and codes by number or name", () => {
    expect(decode(detection)).toMatchObject([
      {
        kind: "frame",
        observedAtMs: Date.UTC(2026, 4, 1, 10, 0, 0, 250),
        sensorId: "SCOUT-0042",
        transmitter: null,
        technology: "wifi_beacon",
        rssiDbm: -62,
        messages: [
          { type: "basic_id", idType: 1, uaType: 2, uasId: "1596F351901936310360" },
          {
            type: "location",
            status: 2,
            latitude: 50.1,
            altitudeGeodeticM: 300.5,
            altitudePressureM: null,
            directionDeg: null,
            heightReference: "ground",
            horizontalAccuracyCode: 7,
            secondsAfterHour: 1800.5,
          },
          { type: "self_id", description: "survey" },
          { type: "system", operatorLatitude: 50.11, classificationType: 1, timestampMs: 1_777_300_800_000 },
          { type: "operator_id", operatorId: "FIN87astrdge12k8" },
        ],
      },
    ]);
  });

  it.each([
    ["B4", "bluetooth_legacy"],
    ["B5", "bluetooth_long_range"],
    ["WB", "wifi_beacon"],
    ["WN", "wifi_nan"],
  ])("names its technology by the maker's code %s", (tech, technology) => {
    expect(decode({ ...detection, tech })).toMatchObject([{ technology }]);
  });

  it.each(["AB", "AL", "OG", "UT"])("of an aircraft with a crew (%s) is no drone", (tech) => {
    expect(decode({ ...detection, tech }, { ...heartbeat, tech })).toMatchObject([
      { kind: "refused", reason: "crewed_aircraft" },
      { kind: "sensor" },
    ]);
  });

  it("keeps an id without a declared type as one of no type", () => {
    const bare = { sn: "S", odid: { BasicID: [{ UASID: "1596F351901936310360" }, { UASID: "" }] } };
    expect(decode(bare)).toMatchObject([{ messages: [{ type: "basic_id", idType: 0 }] }]);
  });

  it("reads the aircraft's time from the time within the hour, or from a complete time", () => {
    const at = withLocation({ Timestamp: "2026-05-01T10:00:07.500Z" });
    expect(decode(at)).toMatchObject([{ messages: [{}, { secondsAfterHour: 7.5 }, {}, {}, {}] }]);
  });

  it("reads a complete time without an offset as UTC, as the receiver means it, to the microsecond", () => {
    const odid = {
      ...detection.odid,
      Location: { ...detection.odid.Location, Timestamp: "2026-05-01T10:20:07.500250" },
      System: { ...detection.odid.System, Timestamp: "2026-05-01 10:20:07" },
    };
    expect(decode({ ...detection, odid })).toMatchObject([
      { messages: [{}, { secondsAfterHour: 1207.5 }, {}, { timestampMs: Date.UTC(2026, 4, 1, 10, 20, 7) }, {}] },
    ]);
  });

  it("without a time of the aircraft that can be read keeps its position", () => {
    expect(decode(withLocation({ Timestamp: "yesterday" }))).toMatchObject([
      { messages: [{}, { latitude: 50.1, secondsAfterHour: null }, {}, {}, {}] },
      { reason: "unusable_field", field: "Location.Timestamp" },
    ]);
    // Which time it was received at must not be guessed.
    expect(decode({ ...detection, timestamp: "2026-05-01T10:00:00" })).toMatchObject([
      { kind: "refused", reason: "implausible_time", field: "timestamp" },
    ]);
  });

  it("leaves out the parts that it marks as not valid", () => {
    const partly = { sn: "S", odid: { ...detection.odid, LocationValid: 0, SystemValid: false, BasicIDValid: [1, 0] } };
    const [decoded] = decode(partly);
    expect(decoded?.kind === "frame" && decoded.messages.map(({ type }) => type)).toEqual([
      "basic_id",
      "self_id",
      "operator_id",
    ]);
  });

  it("out of range is refused and the field is named", () => {
    expect(decode(withLocation({ Latitude: 91 }))).toMatchObject([
      { kind: "refused", reason: "value_out_of_range", detail: expect.stringContaining("odid.Location.Latitude") },
    ]);
    expect(decode(withLocation({ Latitude: undefined }))).toMatchObject([
      { kind: "refused", reason: "missing_field", field: "Location.Latitude" },
    ]);
    expect(decode({ sn: "S", odid: {} })).toMatchObject([{ reason: "missing_field" }]);
    expect(decode({ sn: "S" })).toMatchObject([{ reason: "missing_field" }]);
  });
});

describe("an impossible value that concerns neither identity, place nor time", () => {
  it("costs its field only, and the first of them is counted", () => {
    const [decoded, counted, ...rest] = decode({
      ...(withLocation({ Direction: -5, SpeedVertical: 126, HeightType: 7, Height: 20, Timestamp: 4000 }) as object),
      rssi: "loud",
    });
    expect(decoded).toMatchObject({ kind: "frame", rssiDbm: null });
    const { messages } = decoded as DecodedFrame;
    expect(messages).toHaveLength(5);
    expect(messages[1]).toMatchObject({
      latitude: 50.1,
      horizontalSpeedMps: 12,
      directionDeg: null,
      verticalSpeedMps: null,
      heightM: null,
      secondsAfterHour: null,
    });
    expect([counted, rest]).toMatchObject([
      { kind: "refused", reason: "unusable_field", field: "Location.HeightType" },
      [],
    ]);
  });

  it("leaves out a message that is nothing without it, and no type is made up", () => {
    const odid = {
      ...detection.odid,
      System: { ...detection.odid.System, OperatorLocationType: 9 },
      Auth: [
        { DataPage: 16, AuthType: 1, AuthData: "00" },
        { DataPage: 1, AuthType: 1, AuthData: ["00"] },
      ],
    };
    const [decoded, counted] = decode({ sn: "S", odid });
    const { messages } = decoded as DecodedFrame;
    expect(messages.map(({ type }) => type)).toEqual(["basic_id", "location", "self_id", "system", "operator_id"]);
    expect(messages[3]).toMatchObject({ operatorLocationType: 255, operatorLatitude: 50.11 });
    expect(counted).toMatchObject({ reason: "unusable_field", field: "Auth.DataPage" });
  });
});

it("an operator's position without a type stays of unknown type", () => {
  const [decoded] = decode(detection);
  const system = decoded?.kind === "frame" ? decoded.messages.find(({ type }) => type === "system") : undefined;
  expect(system).toMatchObject({ operatorLocationType: 255 });
  const changed = { ...detection, odid: { System: { ...detection.odid.System, OperatorLocationType: "TAKEOFF" } } };
  expect(decode(changed)).toMatchObject([{ messages: [{ operatorLocationType: 0 }] }]);
});

describe("a heartbeat", () => {
  it("returns the position of the receiver", () => {
    expect(decode(heartbeat)).toEqual([
      {
        kind: "sensor",
        observedAtMs: null,
        sensorId: "SCOUT-0042",
        latitude: 50,
        longitude: 14.5,
        altitudeMslM: 210,
        satellites: 14,
        batteryVolts: null,
      },
    ]);
  });

  it("may give its position as a list, latitude first, or as a GeoJSON point", () => {
    const place = { latitude: 50, longitude: 14.5 };
    expect(decode({ ...heartbeat, gnss_position: [50, 14.5] })).toMatchObject([{ ...place, altitudeMslM: null }]);
    expect(decode({ ...heartbeat, gnss_position: [50, 14.5, 210] })).toMatchObject([{ ...place, altitudeMslM: 210 }]);
    const point = { type: "Point", coordinates: [14.5, 50, 210] };
    expect(decode({ ...heartbeat, gnss_position: point })).toMatchObject([place]);
  });

  it.each([
    [[50], "longitude"],
    [["north", 14.5], "latitude"],
    [{ latitude: 95, longitude: 14.5 }, "latitude"],
  ])("with the position %j keeps its satellites", (position, field) => {
    expect(decode({ ...heartbeat, gnss_position: position })).toMatchObject([
      { kind: "sensor", satellites: 14, latitude: null, longitude: null },
      { kind: "refused", reason: "unusable_field", field: `gnss_position.${field}` },
    ]);
  });
});

describe("a batch", () => {
  const one = JSON.stringify(heartbeat);

  it.each([
    ["one after the other", one + one + one],
    ["one a line", `${one}\r\n${one}\n\n${one}\n`],
    ["in an array", `[${one}, ${one},\n ${one}]`],
  ])("is read %s", (_, text) => {
    expect(decodeScout(text).map(({ kind }) => kind)).toEqual(["sensor", "sensor", "sensor"]);
  });

  it("tells braces within strings from other braces", () => {
    const tricky = JSON.stringify({ ...heartbeat, note: 'a } b { "c\\' });
    expect(decodeScout(tricky + one).map(({ kind }) => kind)).toEqual(["sensor", "sensor"]);
  });

  it("goes on after what is broken", () => {
    const text = `${one}\nnonsense ${one}\n{"sn": "S",\n${one}`;
    expect(decodeScout(text).map(({ kind }) => kind)).toEqual(["sensor", "refused", "sensor", "refused", "sensor"]);
  });

  it("of endless objects ends, with a bounded number of refusals", () => {
    const parts = [...splitJsonObjects("{\n".repeat(200_000))];
    expect(parts).toHaveLength(100);
    expect([...splitJsonObjects(`{"a":"${"x".repeat(MAX_OBJECT_CHARS)}"}\n${one}`)].map(({ kind }) => kind)).toEqual([
      "refused",
      "text",
    ]);
  });
});

it("no text throws, nor any JSON", () => {
  const names = ["sn", "odid", "rssi", "tech", "mac", "gnss_position", "timestamp", "BasicID", "Location", "System"];
  const fields = ["SelfID", "OperatorID", "Auth", "UASID", "IDType", "Latitude", "Longitude", "Timestamp", "AuthData"];
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue({ maxDepth: 1 }),
      tie("object"),
      fc.array(tie("value"), { maxLength: 2 }),
    ),
    object: fc.dictionary(fc.constantFrom(...names, ...fields), tie("value")),
  }));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        json.object.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        for (const decoded of decodeScout(text)) expect(["frame", "sensor", "refused"]).toContain(decoded.kind);
      },
    ),
    { numRuns: 1500 },
  );
  const deep = "[".repeat(20_000) + "]".repeat(20_000);
  expect(decodeScout(`{"sn":${deep},"odid":{"SelfID":"a"}}`)).toMatchObject([{ kind: "refused" }]);
});

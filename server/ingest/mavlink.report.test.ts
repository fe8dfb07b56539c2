import * as fc from "fast-check";
import { common, minimal } from "mavlink-mappings";
import { MavLinkPacketParser, MavLinkPacketSplitter, type MavLinkPacket } from "node-mavlink";
import { pipeline } from "node:stream/promises";
import { Readable, Writable } from "node:stream";
import { expect, it } from "vitest";
import type { UaPoint } from "../kernel/telemetry.ts";
import type { Declared } from "../kernel/sighting.ts";
import { loadGeoid } from "../kernel/geoid.ts";
import { encodeMavlinkFrame } from "../kernel/mavlink.frame.encode.ts";
import { createMavlinkParser } from "../kernel/mavlink.frame.ts";
import { NOON_MS, operatorPoint, uaPoint } from "../kernel/points.fixture.ts";
import { toOperatorTelemetry, toUaTelemetry } from "../kernel/telemetry-records.ts";
import { anyOdidMessage } from "../../test/support/odid-arbitrary.ts";
import { decodeMavlinkFrame } from "./codecs/mavlink.decode.ts";
import { adsbVehiclePayload, heartbeatPayload, type AdsbVehicle } from "./codecs/mavlink.encode.ts";
import type { LocationMessage } from "./codecs/odid.messages.ts";
import type { DecodedFrame } from "./decoded.ts";
import { mavlinkReport } from "./mavlink.report.ts";
import { normaliseLocation } from "./normalise.ts";
import { odidReport, type AircraftReport } from "./odid.report.ts";

const geoid = await loadGeoid();
const sender = { systemId: 1, componentId: 156, sequence: 0 };
const origin = { sensorId: "roof", operationId: "0195f0c2-7a3e-7000-8000-000000000001" };

const nothingDeclared: Declared = {
  identifiers: [],
  uaType: null,
  operatorId: null,
  classification: null,
  classificationType: null,
  descriptions: [],
  authentication: [],
};
const declared: Declared = {
  ...nothingDeclared,
  identifiers: [
    { type: "serial_number", value: "1581F5FKD229400000A1" },
    { type: "utm_assigned_uuid", value: "2e4e8cf4-8a5e-4d0e-9a3c-51f6c1f0a7d2" },
  ],
  uaType: 2,
  operatorId: "FIN87astrdge12k8",
  classification: "EU",
  classificationType: "open/C2",
  descriptions: [{ type: "text", value: "survey" }],
};

function report(point: Partial<UaPoint>, rest: Partial<AircraftReport> = {}): AircraftReport {
  return { ua: toUaTelemetry(uaPoint(point), origin), operator: null, declared: nothingDeclared, ...rest };
}

const framesOf = (one: AircraftReport): Uint8Array[] =>
  mavlinkReport(one, geoid, NOON_MS + 2_900).map((payload) => encodeMavlinkFrame(sender, payload));

const decodedOf = (bytes: Uint8Array): DecodedFrame =>
  decodeMavlinkFrame(createMavlinkParser().push(bytes)[0]!) as DecodedFrame;

/** By the library node-mavlink. */
async function readByOthers(frames: readonly Uint8Array[]): Promise<unknown[]> {
  const classes = { ...minimal.REGISTRY, ...common.REGISTRY };
  const found: unknown[] = [];
  const sink = new Writable({
    objectMode: true,
    write(packet: MavLinkPacket, _encoding, done) {
      const type = classes[packet.header.msgid as keyof typeof classes];
      found.push(packet.protocol.data(packet.payload, type as never));
      done();
    },
  });
  await pipeline(Readable.from([Buffer.concat(frames)]), new MavLinkPacketSplitter(), new MavLinkPacketParser(), sink);
  return found;
}

it("is read by another library, in the units of the messages", async () => {
  const point = {
    altitudeWgs84Mm: 455_500,
    altitudeAtoMm: 62_000,
    headingCdeg: 9_050,
    horizontalSpeedMmps: 12_340,
    verticalSpeedMmps: -2_500,
    horizontalAccuracyMm: 3_000,
  };
  const operator = toOperatorTelemetry(operatorPoint({ altitudeType: "WGS84", altitudeMm: 393_500 }), origin);
  const one = report(point, { declared, operator });
  const frames = [encodeMavlinkFrame(sender, heartbeatPayload("adsb")), ...framesOf(one)];
  const seaLevelMm = Math.round(geoid.seaLevelFromEllipsoidM(one.ua.location, 455.5) * 1000);
  const idOrMac = expect.arrayContaining([expect.any(Number)]);
  expect(await readByOthers(frames)).toMatchObject([
    { type: minimal.MavType.ADSB, autopilot: minimal.MavAutopilot.INVALID },
    {
      lat: 500_000_000,
      lon: 144_000_000,
      altitude: seaLevelMm,
      heading: 9_050,
      horVelocity: 1_234,
      verVelocity: -250,
      callsign: "9400000A1".slice(-8),
      emitterType: common.AdsbEmitterType.UAV,
      tslc: 2,
      flags: 1 | 2 | 4 | 8 | 16 | 128,
    },
    { idOrMac, idType: 1, uaType: 2, uasId: [...Buffer.from("1581F5FKD229400000A1")] },
    { idType: 3, uasId: [...Buffer.from("2e4e8cf48a5e4d0e9a3c51f6c1f0a7d200000000", "hex")] },
    {
      status: 2,
      direction: 9_050,
      altitudeGeodetic: 455.5,
      altitudeBarometric: -1000,
      height: 62,
      horizontalAccuracy: 11,
    },
    {
      operatorLatitude: 500_000_000,
      operatorAltitudeGeo: 393.5,
      operatorLocationType: 0,
      classificationType: 1,
      classEu: 3,
    },
    { operatorId: "FIN87astrdge12k8" },
    { descriptionType: 0, description: "survey" },
  ]);
});

it("sends the newest description, and that of an emergency before all others", () => {
  const sent = (...descriptions: Declared["descriptions"]) =>
    odidReport(report({}, { declared: { ...nothingDeclared, descriptions } })).filter(({ type }) => type === "self_id");
  const [survey, landing] = [
    { type: "text", value: "survey" },
    { type: "text", value: "landing" },
  ];
  const emergency = { type: "emergency", value: "engine out" };
  expect(sent(survey!, landing!)).toEqual([{ type: "self_id", descriptionType: 0, description: "landing" }]);
  expect(sent(survey!, { ...emergency, value: "wind" }, emergency, landing!)).toEqual([
    { type: "self_id", descriptionType: 1, description: "engine out" },
  ]);
  expect(sent()).toEqual([]);
});

it("never reports an unknown height, direction or speed as known, and never sends 0 for it", async () => {
  const [adsb, location] = (await readByOthers(framesOf(report({ altitudePressureMm: 300_000 })))) as [
    common.AdsbVehicle,
    common.OpenDroneIdLocation,
  ];
  expect(adsb).toMatchObject({
    flags: 1,
    altitude: 0x7fff_ffff,
    heading: 0xffff,
    horVelocity: 0xffff,
    verVelocity: 0x7fff,
  });
  expect(location).toMatchObject({
    altitudeGeodetic: -1000,
    height: -1000,
    direction: 36_100,
    speedHorizontal: 25_500,
  });
});

it("is one drone to a station that receives it: its Remote ID, not its traffic", () => {
  const [adsb, ...remoteId] = framesOf(report({}, { declared })).map(decodedOf);
  expect(adsb).toMatchObject({ kind: "refused", reason: "already_received" });
  expect(remoteId.map(({ kind }) => kind)).toEqual(remoteId.map(() => "frame"));
  expect(new Set(remoteId.map(({ transmitter }) => JSON.stringify(transmitter))).size).toBe(1);
});

it("keeps aircraft apart by an address that no radio has, and no crewed aircraft", () => {
  const other = report({}, { declared });
  const addresses = [report({}), { ...other, ua: { ...other.ua, operation_id: "another" } }].map((one) => {
    const frames = framesOf(one);
    return [Buffer.from(frames[0]!).readUInt32LE(10), decodedOf(frames.at(-1)!).transmitter];
  });
  expect(addresses[0]).not.toEqual(addresses[1]);
  for (const [icao, transmitter] of addresses) {
    expect(icao).toBeGreaterThan(0xff_ffff);
    expect(transmitter).toMatchObject({ kind: "mac", address: expect.stringMatching(/^.[26ae]:/) });
  }
  expect(framesOf(report({}))).toEqual(framesOf(report({})));
});

const nullOr = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 4 });
const adsbVehicle: fc.Arbitrary<AdsbVehicle> = fc.record({
  address: fc.nat(),
  latitude: fc.integer({ min: -900_000_000, max: 900_000_000 }).map((e7) => e7 / 1e7),
  longitude: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }).map((e7) => e7 / 1e7),
  altitudeM: nullOr(fc.integer({ min: -1_000_000, max: 40_000_000 }).map((mm) => mm / 1000)),
  headingDeg: nullOr(fc.integer({ min: 0, max: 35_999 }).map((cdeg) => cdeg / 100)),
  horizontalSpeedMps: nullOr(fc.integer({ min: 0, max: 65_534 }).map((cmps) => cmps / 100)),
  verticalSpeedMps: nullOr(fc.integer({ min: -32_767, max: 32_766 }).map((cmps) => cmps / 100)),
  callsign: nullOr(fc.string({ unit: fc.constantFrom("A", "Z", "0", "9", "-"), minLength: 1, maxLength: 8 })),
  secondsSinceReceived: fc.nat(60),
});

it("ADSB_VEHICLE comes back as it went in, known and unknown", () => {
  fc.assert(
    fc.property(adsbVehicle, (vehicle) => {
      const { messages } = decodedOf(encodeMavlinkFrame(sender, adsbVehiclePayload(vehicle)));
      const { latitude, longitude, altitudeM, headingDeg, horizontalSpeedMps, verticalSpeedMps, callsign } = vehicle;
      const location = {
        latitude: latitude + 0,
        longitude: longitude + 0,
        altitudeMslM: altitudeM,
        altitudeGeodeticM: null,
        directionDeg: headingDeg,
        horizontalSpeedMps,
        verticalSpeedMps,
      };
      expect(messages).toMatchObject(callsign === null ? [location] : [{ uasId: callsign }, location]);
    }),
  );
});

const anyLocation = anyOdidMessage.filter(
  (message): message is LocationMessage => message.type === "location" && message.latitude !== null,
);

it("a received location is reported as it was received", () => {
  const clocks = { observedAtMs: NOON_MS, receivedMs: NOON_MS };
  fc.assert(
    fc.property(anyLocation, (received) => {
      const first = normaliseLocation(received, clocks, null);
      if (first.kind === "refused") throw new Error(first.detail);
      const ua = toUaTelemetry(first.point, origin);
      const [sent] = odidReport({ ua, operator: null, declared: nothingDeclared });
      const again = normaliseLocation(sent as LocationMessage, clocks, null);
      if (again.kind === "refused") throw new Error(again.detail);
      expect(toUaTelemetry(again.point, origin)).toEqual({ ...ua, operational_state: expect.any(String) });
    }),
  );
});

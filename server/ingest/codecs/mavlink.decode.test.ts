import * as fc from "fast-check";
import { common } from "mavlink-mappings";
import { MavLinkProtocolV2 } from "node-mavlink";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { anyOdidMessage, anyOdidPack } from "../../../test/support/odid-arbitrary.ts";
import { sharedData } from "../../../test/support/shared-data.ts";
import type { DecodedFrame } from "../decoded.ts";
import { createMavlinkDecoder, decodeMavlinkFrame } from "./mavlink.decode.ts";
import { armStatusPayload, heartbeatPayload, messagePackPayload, odidPayload } from "./mavlink.encode.ts";
import { encodeMavlinkFrame } from "../../kernel/mavlink.frame.encode.ts";
import { createMavlinkParser, type MavlinkFrame } from "../../kernel/mavlink.frame.ts";
import { decodeMavlinkMessage } from "./mavlink.messages.ts";

const sender = { systemId: 3, componentId: 236, sequence: 0 };
const parsed = (bytes: Uint8Array): MavlinkFrame => createMavlinkParser().push(bytes)[0]!;
const mac = "90:3a:e6:5b:c8:a8";
const macField = [0x90, 0x3a, 0xe6, 0x5b, 0xc8, 0xa8, ...Array.from({ length: 14 }, () => 0)];
const selfId = { type: "self_id", descriptionType: 0, description: "survey" } as const;

describe("messages of an independent encoder", () => {
  const protocol = new MavLinkProtocolV2(3, 236);
  const decodedFrom = (message: ConstructorParameters<typeof Object>[0]): unknown =>
    decodeMavlinkFrame(parsed(protocol.serialize(message as never, 0)));

  it("are read in physical units, unknown as null", () => {
    const location = Object.assign(new common.OpenDroneIdLocation(), {
      idOrMac: macField,
      status: 2,
      direction: 9050,
      speedHorizontal: 1234,
      speedVertical: -250,
      latitude: 471987103,
      longitude: 87302371,
      altitudeBarometric: -1000,
      altitudeGeodetic: 455.3,
      heightReference: 1,
      height: Number.NaN,
      horizontalAccuracy: 11,
      verticalAccuracy: 6,
      barometerAccuracy: 5,
      speedAccuracy: 3,
      timestampAccuracy: 2,
      timestamp: 929.1,
    });
    expect(decodedFrom(location)).toEqual({
      kind: "frame",
      observedAtMs: null,
      sensorId: null,
      transmitter: { kind: "mac", address: mac },
      technology: "unknown",
      rssiDbm: null,
      messages: [
        {
          type: "location",
          status: 2,
          directionDeg: 90.5,
          horizontalSpeedMps: 12.34,
          verticalSpeedMps: -2.5,
          latitude: 47.1987103,
          longitude: 8.7302371,
          altitudePressureM: null,
          altitudeGeodeticM: 455.3,
          heightReference: "ground",
          heightM: null,
          horizontalAccuracyCode: 11,
          verticalAccuracyCode: 6,
          pressureAccuracyCode: 5,
          speedAccuracyCode: 3,
          timestampAccuracyCode: 2,
          secondsAfterHour: 929.1,
        },
      ],
    });
  });

  it("have the operator's position, also in an update", () => {
    const values = {
      operatorLatitude: 471987103,
      operatorLongitude: 87302371,
      operatorAltitudeGeo: 455.5,
      timestamp: 1,
    };
    const system = Object.assign(new common.OpenDroneIdSystem(), { ...values, classificationType: 1, classEu: 2 });
    const position = { operatorLatitude: 47.1987103, operatorLongitude: 8.7302371, operatorAltitudeGeodeticM: 455.5 };
    expect(decodedFrom(system)).toMatchObject({ messages: [{ type: "system", ...position, classEu: 2 }] });
    const update = Object.assign(new common.OpenDroneIdSystemUpdate(), values);
    expect(decodedFrom(update)).toMatchObject({
      messages: [{ type: "system", ...position, timestampMs: 1546300801000 }],
    });
  });

  it("name a drone that a receiver reports as ADS-B traffic, and give other aircraft as traffic", () => {
    const drone = Object.assign(new common.AdsbVehicle(), {
      lat: 471987103,
      lon: 87302371,
      altitude: 455_500,
      altitudeType: 1,
      callsign: "1596A3B0",
      flags: 1 | 2 | 16,
      emitterType: 14,
    });
    expect(decodedFrom(drone)).toMatchObject({
      transmitter: { kind: "adsb", id: "1596A3B0" },
      messages: [
        { type: "basic_id", idType: 0, uasId: "1596A3B0" },
        {
          type: "location",
          latitude: 47.1987103,
          altitudeMslM: 455.5,
          altitudeGeodeticM: null,
          altitudePressureM: null,
          directionDeg: null,
        },
      ],
    });
    const airliner = Object.assign(drone, { emitterType: 3, ICAOAddress: 0x4c_a2d1, altitudeType: 0, tslc: 2 });
    expect(decodedFrom(airliner)).toEqual({
      kind: "traffic",
      observedAtMs: null,
      ageMs: 2000,
      report: {
        icao: "4ca2d1",
        callsign: "1596A3B0",
        category: "A3",
        latitude: 47.1987103,
        longitude: 8.7302371,
        altitudeWgs84M: null,
        altitudePressureM: 455.5,
        isOnGround: false,
        speedMps: null,
        headingDeg: null,
        verticalSpeedMps: null,
      },
    });
    expect(decodedFrom(Object.assign(airliner, { flags: 1 | 64 }))).toBeUndefined();
  });

  it("give a drone among ADS-B traffic its address and the age of its position, and leave out what is no drone now", () => {
    const drone = { lat: 471987103, lon: 87302371, flags: 1, emitterType: 14, ICAOAddress: 0x4b_1234, tslc: 5 };
    const decodedAs = (rest: object) => decodedFrom(Object.assign(new common.AdsbVehicle(), drone, rest));
    expect(decodedAs({})).toMatchObject({ transmitter: { kind: "adsb", id: "4b1234" }, ageMs: 5000 });
    expect(decodedAs({ ICAOAddress: 0 })).toMatchObject({ transmitter: null });
    expect(decodedAs({ tslc: 61 })).toBeUndefined();
    expect(decodedAs({ flags: 1 | 64 })).toBeUndefined();
    expect(decodedAs({ ICAOAddress: 0x8000_0001 })).toMatchObject({ kind: "refused", reason: "already_received" });
  });
});

describe("the transmitter", () => {
  const transmitterOf = (bytes: Uint8Array): unknown => (decodeMavlinkFrame(parsed(bytes)) as DecodedFrame).transmitter;
  const pack = (address: string | null): Uint8Array => {
    const payload = messagePackPayload([selfId], address);
    if (payload.kind === "refused") throw new Error(payload.detail);
    return encodeMavlinkFrame(sender, payload);
  };

  it("is the MAC address that a receiver names", () => {
    expect(transmitterOf(pack(mac))).toEqual({ kind: "mac", address: mac });
    expect(transmitterOf(encodeMavlinkFrame(sender, odidPayload(selfId, mac)))).toEqual({ kind: "mac", address: mac });
  });

  it("is the system itself where single messages name none", () => {
    const expected = { kind: "mavlink", systemId: 3, componentId: 236 };
    expect(transmitterOf(encodeMavlinkFrame(sender, odidPayload(selfId)))).toEqual(expected);
  });

  it("is unknown where a bridge sends packs without one: field bug 7, never key on the feed", () => {
    expect(transmitterOf(pack(null))).toBeNull();
  });

  it.each([
    ["an id as text", new TextEncoder().encode("1581F3YT7XTEST000001"), "1581F3YT7XTEST000001"],
    ["a short id", new TextEncoder().encode("1581F3YT7X"), "1581F3YT7X"],
    ["a session id", Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 7), "0100000000000007000000000000000000000000"],
  ])("is what the receiver calls it where the field holds %s", (_, bytes, id) => {
    const { messageId, payload } = odidPayload(selfId);
    payload.set(bytes, 2);
    expect(transmitterOf(encodeMavlinkFrame(sender, { messageId, payload }))).toEqual({ kind: "mavlink_id", id });
  });

  it("is absent if the field is filled with spaces, as by Mission Planner", () => {
    const spaces = new TextEncoder().encode(" ".repeat(20));
    const { messageId, payload } = odidPayload(selfId);
    payload.set(spaces, 2);
    const expected = { kind: "mavlink", systemId: 3, componentId: 236 };
    expect(transmitterOf(encodeMavlinkFrame(sender, { messageId, payload }))).toEqual(expected);
    const packed = messagePackPayload([selfId], null);
    if (packed.kind === "refused") throw new Error(packed.detail);
    packed.payload.set(spaces, 2);
    expect(transmitterOf(encodeMavlinkFrame(sender, packed))).toBeNull();
  });
});

describe("what is encoded", () => {
  it("comes back as it went in, single messages", () => {
    fc.assert(
      fc.property(anyOdidMessage, (message) => {
        const decoded = decodeMavlinkFrame(parsed(encodeMavlinkFrame(sender, odidPayload(message, mac))));
        expect(decoded).toMatchObject({ messages: [message] });
      }),
    );
  });

  it("comes back as it went in, packs", () => {
    fc.assert(
      fc.property(anyOdidPack, (messages) => {
        const payload = messagePackPayload(messages, mac);
        if (payload.kind === "refused") throw new Error(payload.detail);
        expect(decodeMavlinkFrame(parsed(encodeMavlinkFrame(sender, payload)))).toMatchObject({ messages });
      }),
    );
  });
});

it("the arm status keeps the transmitter's own words", () => {
  const frame = parsed(
    encodeMavlinkFrame(sender, armStatusPayload({ isReady: false, reason: "operator location missing" })),
  );
  expect(decodeMavlinkMessage(frame)).toEqual({
    kind: "arm_status",
    isReady: false,
    reason: "operator location missing",
  });
});

it("a stream yields Remote ID, refusals of damaged Remote ID, and nothing else", () => {
  const good = encodeMavlinkFrame(sender, odidPayload(selfId));
  const damaged = good.slice();
  damaged[12] = damaged[12]! ^ 1;
  const damagedHeartbeat = encodeMavlinkFrame(sender, heartbeatPayload());
  damagedHeartbeat[12] = 9;
  const decoder = createMavlinkDecoder();
  const decoded = [damagedHeartbeat, damaged, good].flatMap((bytes) => decoder.push(bytes));
  expect(decoded).toMatchObject([{ reason: "bad_checksum" }, { kind: "frame" }]);
  expect(decoder.counts().badChecksums).toBe(2);
});

it("no payload of any bytes throws", () => {
  const id = fc.constantFrom(0, 246, 12900, 12901, 12902, 12903, 12904, 12905, 12915, 12918, 12919);
  fc.assert(
    fc.property(id, fc.uint8Array({ minLength: 1, maxLength: 255 }), (messageId, payload) => {
      const frame = parsed(encodeMavlinkFrame(sender, { messageId, payload }));
      expect(frame.messageId).toBe(messageId);
      decodeMavlinkFrame(frame);
    }),
    { numRuns: 1000 },
  );
});

const recordings = sharedData("derived-mavlink-odid");

it.skipIf(recordings === undefined)(
  "the recorded receiver gives the 1,140 packs of one MAC, the aircraft its own messages",
  () => {
    const decodedIn = (file: string): DecodedFrame[] =>
      createMavlinkDecoder().push(readFileSync(`${recordings}/${file}`)) as DecodedFrame[];
    const packs = decodedIn("parrot_anafi4_receiver_message_packs.mavlink");
    expect(packs).toHaveLength(1140);
    expect(packs.every(({ transmitter }) => transmitter?.kind === "mac" && transmitter.address === mac)).toBe(true);
    const single = decodedIn("mini2_individual_messages.mavlink");
    expect(single.every(({ transmitter }) => transmitter?.kind === "mavlink" && transmitter.systemId === 1)).toBe(true);
    const serials = single.flatMap(({ messages }) => messages).filter((message) => message.type === "basic_id");
    expect(new Set(serials.map(({ uasId }) => uasId))).toEqual(new Set(["1581F3YT7XTEST000001"]));
  },
);

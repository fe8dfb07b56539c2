import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOfHex } from "./bytes.text.ts";
import { decodeOdid } from "./odid.decode.ts";

const LOCATION = "122624160a42bf241b6ed1b4b69808ac0870086b53150e0200";
const SERIAL = "02123135383146343554373232395130304131423243000000";

const decodeHex = (hex: string): ReturnType<typeof decodeOdid> => decodeOdid(bytesOfHex(hex)!);

describe("a message", () => {
  it("is read in physical units", () => {
    expect(decodeHex(LOCATION)).toMatchObject({
      messages: [
        { status: 2, directionDeg: 216, horizontalSpeedMps: 5.5, latitude: 45.539309, heightReference: "ground" },
      ],
    });
  });

  it("has no position where both coordinates are zero, but has one on the equator", () => {
    const at = (position: string): string => `122624160a${position}9808ac0870086b53150e0200`;
    expect(decodeHex(at("0000000000000000"))).toMatchObject({ messages: [{ latitude: null, longitude: null }] });
    expect(decodeHex(at("000000006ed1b4b6"))).toMatchObject({ messages: [{ latitude: 0, longitude: -122.966389 }] });
  });

  it("returns unknown as null, never as a number", () => {
    expect(decodeHex("1203b5ff7e000000000000000000000000000000000000ffff".slice(0, 42) + "ffff0000")).toMatchObject({
      messages: [
        {
          directionDeg: null,
          horizontalSpeedMps: null,
          verticalSpeedMps: null,
          altitudePressureM: null,
          altitudeGeodeticM: null,
          heightM: null,
          secondsAfterHour: null,
        },
      ],
    });
  });

  it("of a type that the standard does not define is refused", () => {
    expect(decodeHex(`62${"00".repeat(24)}`)).toMatchObject({ kind: "refused", reason: "unknown_message_type" });
  });

  it("that is cut short is refused", () => {
    expect(decodeHex(LOCATION.slice(0, 48))).toMatchObject({ kind: "refused", reason: "truncated_frame" });
    expect(decodeOdid(new Uint8Array())).toMatchObject({ kind: "refused", reason: "truncated_frame" });
  });
});

describe("an id", () => {
  const basicId = (types: string, id: string): string => `02${types}${id.padEnd(40, "0")}000000`;

  it("loses its padding, control and invisible characters", () => {
    expect(decodeHex(basicId("12", "31350a1b3936e2808e58"))).toMatchObject({ messages: [{ uasId: "1596X" }] });
  });

  it("of a binary type is hexadecimal, and empty where nothing was set", () => {
    const uuid = "9a3c0041dead4bef800102000405ff1000000000";
    expect(decodeHex(basicId("34", uuid))).toMatchObject({ messages: [{ idType: 3, uasId: uuid }] });
    expect(decodeHex(basicId("44", ""))).toMatchObject({ messages: [{ idType: 4, uasId: "" }] });
  });
});

describe("a pack", () => {
  it("shorter than in its header is refused", () => {
    expect(decodeHex(`f21902${SERIAL}`)).toMatchObject({ kind: "refused", reason: "truncated_pack" });
    expect(decodeHex("f2")).toMatchObject({ kind: "refused", reason: "truncated_pack" });
  });

  it("without messages, with too many or with another message size is refused", () => {
    for (const header of ["f21900", "f2190a", "f21801"]) {
      expect(decodeHex(header + SERIAL.repeat(10))).toMatchObject({ kind: "refused", reason: "bad_pack_header" });
    }
  });

  it("is accepted completely or not at all", () => {
    const nested = `f21901${"00".repeat(22)}`;
    expect(decodeHex(`f21902${SERIAL}${nested}`)).toMatchObject({ reason: "unknown_message_type" });
    expect(decodeHex(`f21902${LOCATION}${LOCATION}`)).toMatchObject({ reason: "bad_pack_header" });
  });

  it("may declare a serial number and a registration, and a repeated id counts once", () => {
    const registration = `0222${"4f452d414243".padEnd(40, "0")}000000`;
    expect(decodeHex(`f21903${SERIAL}${registration}${LOCATION}`)).toMatchObject({
      messages: [{ idType: 1 }, { idType: 2, uasId: "OE-ABC" }, { type: "location" }],
    });
    const twice = decodeHex(`f21902${SERIAL}${SERIAL}`);
    expect(twice.kind === "messages" && twice.messages).toHaveLength(1);
  });
});

it("no input of any bytes throws", () => {
  const anything = fc.uint8Array({ maxLength: 300 });
  const packs = fc.tuple(fc.integer({ min: 0, max: 11 }), anything).map(([count, body]) => {
    return Uint8Array.from([0xf2, 25, count, ...body]);
  });
  fc.assert(
    fc.property(fc.oneof(anything, packs), (bytes) => {
      const decoded = decodeOdid(bytes);
      expect(decoded.kind === "refused" ? decoded.detail.length : decoded.messages.length).toBeGreaterThan(0);
    }),
    { numRuns: 2000 },
  );
});

import { describe, expect, it } from "vitest";
import { cotEvents } from "./cot.ts";
import {
  NOTHING_DECLARED,
  SAMPLE_OPERATOR_TELEMETRY,
  SAMPLE_SERIAL,
  SAMPLE_UA_TELEMETRY,
  sampleRecord,
} from "./output.fixture.ts";

const OPTIONS = { staleSeconds: 10 };
const AIRCRAFT = `RID.${SAMPLE_SERIAL}.uas`;
const xmlOf = (change?: Parameters<typeof sampleRecord>[0], options: Parameters<typeof cotEvents>[1] = OPTIONS) =>
  cotEvents(sampleRecord(change), options).map(({ xml }) => xml);
const attributes = (xml: string, element: string) =>
  Object.fromEntries(
    [...(new RegExp(`<${element} ([^>]*?)/?>`).exec(xml)?.[1] ?? "").matchAll(/(\w+)="([^"]*)"/g)].map(
      ([, name, value]) => [name, value],
    ),
  );
const TAKE_OFF = { ...SAMPLE_OPERATOR_TELEMETRY, source_type: "take_off", timestamp: "2026-11-22T11:50:00.000Z" };

describe("an aircraft", () => {
  it("is a neutral civil drone in the air that becomes stale", () => {
    expect(attributes(xmlOf()[0]!, "event")).toEqual({
      version: "2.0",
      uid: AIRCRAFT,
      type: "a-n-A-C-F-q",
      how: "m-g",
      time: "2026-11-22T12:00:00.000Z",
      start: "2026-11-22T12:00:00.000Z",
      stale: "2026-11-22T12:00:10.000Z",
    });
    expect(attributes(xmlOf()[0]!, "track")).toEqual({ course: "351.25", speed: "12.25" });
    expect(attributes(xmlOf()[0]!, "contact")).toEqual({ callsign: SAMPLE_SERIAL });
  });

  it("has its height above the ellipsoid and the errors that it declares", () => {
    expect(attributes(xmlOf()[0]!, "point")).toEqual({
      lat: "50.0870000",
      lon: "14.4210000",
      hae: "312.5",
      ce: "3.0",
      le: "10.0",
    });
  });

  it("sends 9999999.0 for unknown values, and never a height above ground as one above the ellipsoid", () => {
    const location = { latitude: 1e-7, longitude: -1e-7, accuracy: null };
    const velocity = { ...SAMPLE_UA_TELEMETRY.velocity, heading: null };
    const altitudes = [{ type: "ATO", value: 40, accuracy: 1 }];
    const [xml] = xmlOf({ ua: { ...SAMPLE_UA_TELEMETRY, location, altitudes, velocity } });
    expect(attributes(xml!, "point")).toEqual({
      lat: "0.0000001",
      lon: "-0.0000001",
      hae: "9999999.0",
      ce: "9999999.0",
      le: "9999999.0",
    });
    expect(xml).not.toContain("<track");
  });

  it("converts a height above the sea where it can", () => {
    const ua = { ...SAMPLE_UA_TELEMETRY, altitudes: [{ type: "MSL", value: 300, accuracy: 5 }] };
    expect(attributes(xmlOf({ ua })[0]!, "point")).toMatchObject({ hae: "9999999.0", le: "9999999.0" });
    const ellipsoidM = (_: object, seaLevelM: number) => seaLevelM + 44.5;
    expect(attributes(xmlOf({ ua }, { ...OPTIONS, ellipsoidM })[0]!, "point")).toMatchObject({
      hae: "344.5",
      le: "5.0",
    });
  });

  it("has ids without control characters, and is named by its operation where it declares none", () => {
    const [padded] = cotEvents(sampleRecord({ uasId: `${SAMPLE_SERIAL}\0\0\u001b\u202e` }), OPTIONS);
    expect(padded.uid).toBe(AIRCRAFT);
    const [unusual] = cotEvents(sampleRecord({ uasId: `<"&'>` }), OPTIONS);
    expect(unusual.xml).not.toMatch(/uid="[^"]*[<']/);
    const [nameless] = cotEvents(sampleRecord({ uasId: "\0", declared: NOTHING_DECLARED }), OPTIONS);
    expect(nameless.uid).toBe("RID.6a1e0b5c-3a58-4c7c-9f39-0d5f4f2b6a11.uas");
    expect(attributes(nameless.xml, "contact")).toEqual({ callsign: "UAS 6a1e0b5c" });
  });
});

describe("operator and take-off", () => {
  it("are events of their own, linked with the aircraft both ways", () => {
    const events = cotEvents(sampleRecord({ takeOff: TAKE_OFF }), OPTIONS);
    expect(events.map(({ uid }) => uid)).toEqual([
      AIRCRAFT,
      `RID.${SAMPLE_SERIAL}.operator`,
      `RID.${SAMPLE_SERIAL}.takeoff`,
    ]);
    const [aircraft, operator, takeOff] = events.map(({ xml }) => xml);
    expect(aircraft!.match(/<link [^>]*>/g)).toEqual([
      `<link uid="RID.${SAMPLE_SERIAL}.operator" type="a-n-G" relation="c"/>`,
      `<link uid="RID.${SAMPLE_SERIAL}.takeoff" type="b-m-p-s-m" relation="c"/>`,
    ]);
    for (const one of [operator, takeOff]) {
      expect(attributes(one!, "link")).toEqual({ uid: AIRCRAFT, type: "a-n-A-C-F-q", relation: "p-p" });
    }
    expect(attributes(operator!, "contact")).toEqual({ callsign: "FIN87astrdge12k8" });
    expect(attributes(operator!, "point")).toMatchObject({ hae: "271.0", ce: "9999999.0", le: "9999999.0" });
  });

  it("state how they are known, and a place of take-off stays as long as its aircraft", () => {
    const typeOf = (source: string) =>
      attributes(xmlOf({ operator: { ...SAMPLE_OPERATOR_TELEMETRY, source_type: source } })[1]!, "event")["how"];
    expect(["live_gnss", "fixed", "unknown"].map(typeOf)).toEqual(["m-g", "m-c", "m-r"]);
    const takeOff = xmlOf({ takeOff: TAKE_OFF })[2]!;
    expect(attributes(takeOff, "event")).toMatchObject({ stale: "2026-11-22T12:00:10.000Z" });
    expect(xmlOf({ operator: null })).toHaveLength(1);
  });
});

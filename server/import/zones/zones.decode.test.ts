import { describe, expect, it } from "vitest";
import { geodesicM } from "../../kernel/geodesic.ts";
import type { ZoneDraft } from "../../kernel/zone.ts";
import { decodeZones } from "./zones.decode.ts";
import { MINIMAL_ZONE, decoded, messageOf, SQUARE } from "./zones.fixture.ts";

const layer = { upper: 400, upperReference: "AMSL", lower: 100, lowerReference: "AGL", uom: "ft" };
const polygon = { type: "Polygon", coordinates: [SQUARE], layer };
const feature = { type: "Feature", geometry: polygon, properties: { identifier: "CZX1", type: "PROHIBITED" } };
const ed318 = { type: "FeatureCollection", features: [feature] };

/** The first zone of an ED-318 document whose only feature has these properties and this geometry. */
const ofEd318 = (properties: object = {}, geometry: object = polygon): ZoneDraft =>
  decoded({ ...ed318, features: [{ ...feature, geometry, properties: { ...feature.properties, ...properties } }] })
    .zones[0]!;

describe("an ED-318 document", () => {
  it("with only the required fields becomes a zone that is named by its identifier", () => {
    expect(decoded(ed318)).toMatchObject({
      format: "ed318",
      title: null,
      issuedMs: null,
      validFromMs: null,
      dropped: [],
    });
    expect(ofEd318()).toMatchObject({
      ...MINIMAL_ZONE,
      identifier: "CZX1",
      name: "CZX1",
      restriction: "prohibited",
      kind: "COMMON",
    });
    const nulls = { name: null, country: null, variant: null, reason: null, message: null, zoneAuthority: null };
    expect(ofEd318({ ...nulls, restrictionConditions: null, limitedApplicability: null })).toEqual(ofEd318());
    expect(ofEd318({ name: [], message: [], zoneAuthority: [], limitedApplicability: [] })).toEqual(ofEd318());
  });

  it("is called by its title, otherwise by its name, and has its dates of issue and of validity", () => {
    expect(decoded({ ...ed318, title: "Title", name: "Name" }).title).toBe("Title");
    expect(decoded({ ...ed318, title: null, name: "Name" }).title).toBe("Name");
    const metadata = { issued: "2024-12-01T00:00:00Z", validFrom: "2025-01-01T00:00:00+01:00" };
    expect(decoded({ ...ed318, metadata })).toMatchObject({
      issuedMs: Date.UTC(2024, 11, 1),
      validFromMs: Date.UTC(2024, 11, 31, 23),
    });
    expect(decoded({ ...ed318, metadata: { issued: null } })).toMatchObject({ issuedMs: null, validFromMs: null });
  });

  it.each([
    ["PROHIBITED", "prohibited", "COMMON"],
    ["REQ_AUTHORIZATION", "authorisation", "COMMON"],
    ["CONDITIONAL", "conditional", "COMMON"],
    ["NO_RESTRICTION", "none", "COMMON"],
    ["USPACE", "conditional", "USPACE"],
  ])("of the type %s restricts: %s", (type, restriction, kind) => {
    expect(ofEd318({ type })).toMatchObject({ restriction, kind });
    expect(ofEd318({ type, variant: "CUSTOMIZED" }).kind).toBe(kind === "USPACE" ? "USPACE" : "CUSTOMIZED");
  });

  it("is read in English where it is written in several languages, else in the first one", () => {
    const czech = { text: "Přehrada", lang: "cs-CZ" };
    const english = { text: "Reservoir", lang: "EN-GB" };
    expect(ofEd318({ name: [czech, english] }).name).toBe("Reservoir");
    expect(ofEd318({ name: [czech, { text: "Talsperre", lang: "de" }] }).name).toBe("Přehrada");
    expect(ofEd318({ name: [{ text: "No language" }, { text: "None either", lang: null }] }).name).toBe("No language");
  });

  it("has the message, otherwise the conditions of the restriction", () => {
    const restrictionConditions = "Call before you fly.";
    expect(ofEd318({ message: [{ text: "Keep out." }], restrictionConditions }).message).toBe("Keep out.");
    expect(ofEd318({ restrictionConditions }).message).toBe(restrictionConditions);
  });

  it("names the first authority, as far as it is known", () => {
    const whole = { name: [{ text: "ANSP" }], email: "a@b.example", phone: "+420 1", siteURL: "https://b.example" };
    expect(ofEd318({ zoneAuthority: [whole, { email: "second@b.example" }] }).authority).toEqual({
      name: "ANSP",
      email: "a@b.example",
      phone: "+420 1",
      url: "https://b.example",
    });
    expect(ofEd318({ zoneAuthority: [{}] }).authority).toEqual({ name: null, email: null, phone: null, url: null });
  });

  it("has periods with their days and times, as far as the file has them", () => {
    const limitedApplicability = [
      {
        startDateTime: "2026-01-01T00:00:00Z",
        endDateTime: "2026-12-31T00:00:00Z",
        schedule: [{ day: ["MON", "TUE"], startTime: "06:00Z", endTime: "18:00Z" }, {}],
      },
      { schedule: null },
    ];
    expect(ofEd318({ limitedApplicability }).periods).toEqual([
      {
        start: "2026-01-01T00:00:00Z",
        end: "2026-12-31T00:00:00Z",
        daily: [
          { days: ["MON", "TUE"], startTime: "06:00Z", endTime: "18:00Z" },
          { days: [], startTime: null, endTime: null },
        ],
      },
      { start: null, end: null, daily: [] },
    ]);
  });

  it("has its heights in metres with their reference, and none if it is unlimited", () => {
    expect(ofEd318().volumes[0]).toMatchObject({
      lower: { valueM: expect.closeTo(30.48, 9), reference: "ground" },
      upper: { valueM: expect.closeTo(121.92, 9), reference: "sea_level" },
    });
    const limits = (one: object | null | undefined) => {
      const { lower, upper } = ofEd318({}, { ...polygon, layer: one }).volumes[0]!;
      return [lower, upper];
    };
    expect(limits(undefined)).toEqual([null, null]);
    expect(limits(null)).toEqual([null, null]);
    expect(limits({ lower: 0, upper: 99_999, upperReference: "WGS84" })).toEqual([
      { valueM: 0, reference: "ground" },
      null,
    ]);
    expect(limits({ lower: -5, lowerReference: "WGS84", upper: null, uom: "m" })).toEqual([
      { valueM: -5, reference: "ellipsoid" },
      null,
    ]);
  });

  it("may have a circle, and several shapes", () => {
    const circle = { type: "Point", coordinates: [14, 50, 300], extent: { subType: "Circle", radius: 500 }, layer };
    const { volumes } = ofEd318({}, { type: "GeometryCollection", geometries: [polygon, circle] });
    expect(volumes.map(({ rings }) => rings[0]!.length)).toEqual([5, 73]);
    expect(ofEd318({}, circle).volumes).toEqual([volumes[1]]);
    for (const corner of volumes[1]!.rings[0]!)
      expect(geodesicM({ latitude: 50, longitude: 14 }, corner)).toBeCloseTo(500, 3);
  });

  it.each([
    ["without a zone", { ...ed318, features: [] }, "features"],
    ["with a zone without an identifier", withProperties({ identifier: "" }), "features.0.properties.identifier"],
    ["with an unknown restriction", withProperties({ type: "MAYBE" }), "features.0.properties.type"],
    [
      "with a ring of three corners",
      withGeometry({ coordinates: [SQUARE.slice(0, 3)] }),
      "features.0.geometry.coordinates.0",
    ],
    [
      "with a corner beyond the pole",
      withGeometry({ coordinates: [[[14, 91], ...SQUARE]] }),
      "features.0.geometry.coordinates.0.0.1",
    ],
    [
      "with latitude and longitude exchanged for others",
      withGeometry({ coordinates: [[[181, 50], ...SQUARE]] }),
      "features.0.geometry.coordinates.0.0.0",
    ],
    [
      "with a point without an extent",
      withGeometry({ type: "Point", coordinates: [14, 50] }),
      "features.0.geometry.extent",
    ],
    [
      "with a circle without a size",
      withGeometry({ type: "Point", coordinates: [14, 50], extent: { subType: "Circle", radius: 0 } }),
      "features.0.geometry.extent.radius",
    ],
    ["with a line", withGeometry({ type: "LineString" }), "features.0.geometry.type"],
    [
      "with no shape among its shapes",
      withGeometry({ type: "GeometryCollection", geometries: [] }),
      "features.0.geometry.geometries",
    ],
    [
      "with heights above what nobody knows",
      withGeometry({ layer: { upper: 1, upperReference: "FL" } }),
      "features.0.geometry.layer.upperReference",
    ],
    ["with a date that is none", { ...ed318, metadata: { issued: "yesterday" } }, "metadata.issued"],
  ])("is refused %s, and names the place", (_, document, place) => {
    expect(messageOf(document)).toMatch(new RegExp(`^The ED-318 file is not valid at \`${place}\`: .+\\.$`));
  });
});

function withProperties(properties: object): object {
  return { ...ed318, features: [{ ...feature, properties: { ...feature.properties, ...properties } }] };
}

function withGeometry(geometry: object): object {
  return { ...ed318, features: [{ ...feature, geometry: { ...polygon, ...geometry } }] };
}

describe("a file of zones", () => {
  it.each([
    ["{ cut", "The file starts like JSON, but is not valid JSON."],
    ["[]", "The file is JSON, but neither ED-269 (`UASZoneList`) nor ED-318 (`features`)."],
    ['{"zones": []}', "The file is JSON, but neither ED-269 (`UASZoneList`) nor ED-318 (`features`)."],
    ["", "The file contains no zones."],
  ])("that is %j is refused", (text, message) => {
    expect(messageOf(text)).toBe(message);
  });

  it("may begin with the mark of its coding", () => {
    expect(decodeZones(`\ufeff ${JSON.stringify(ed318)}`)).toMatchObject({ kind: "zones", format: "ed318" });
  });
});

import { describe, expect, it } from "vitest";
import { geodesicM } from "../../kernel/geodesic.ts";
import type { ZoneDraft } from "../../kernel/zone.ts";
import { MINIMAL_ZONE, decoded, messageOf, SQUARE } from "./zones.fixture.ts";

const volume = { horizontalProjection: { type: "Polygon", coordinates: [SQUARE] } };
const zone = { identifier: "LKX1", restriction: "PROHIBITED", geometry: [volume] };
const ed269 = { UASZoneList: [zone] };

const ofEd269 = (properties: object = {}): ZoneDraft =>
  decoded({ UASZoneList: [{ ...zone, ...properties }] }).zones[0]!;

describe("an ED-269 document", () => {
  it("with only the required fields becomes a zone that is named by its identifier", () => {
    expect(decoded(ed269)).toMatchObject({ format: "ed269", title: null, issuedMs: null, validFromMs: null });
    expect(ofEd269()).toMatchObject({ ...MINIMAL_ZONE, name: "LKX1", kind: "COMMON", restriction: "prohibited" });
    expect(ofEd269({ name: "", message: null, zoneAuthority: [], applicability: [] })).toEqual(ofEd269());
    expect(ofEd269().volumes[0]).toMatchObject({ lower: null, upper: null });
  });

  it("becomes a zone with all of its fields", () => {
    const whole = ofEd269({
      name: "Reservoir",
      country: "CZE",
      type: "CUSTOMIZED",
      restriction: "REQ_AUTHORISATION",
      reason: ["SENSITIVE"],
      message: "Keep out.",
      zoneAuthority: [{ name: "ANSP", email: "a@b.example", phone: "+420 1", siteURL: "https://b.example" }],
      applicability: [
        { startDateTime: "2026-01-01T00:00:00Z", dailyPeriod: [{ day: ["MON"], startTime: "06:00Z" }, {}] },
        { endDateTime: "2026-02-01T00:00:00Z" },
      ],
    });
    expect(whole).toMatchObject({
      name: "Reservoir",
      country: "CZE",
      kind: "CUSTOMIZED",
      restriction: "authorisation",
      reasons: ["SENSITIVE"],
      message: "Keep out.",
      authority: { name: "ANSP", email: "a@b.example", phone: "+420 1", url: "https://b.example" },
      periods: [
        {
          start: "2026-01-01T00:00:00Z",
          end: null,
          daily: [
            { days: ["MON"], startTime: "06:00Z", endTime: null },
            { days: [], startTime: null, endTime: null },
          ],
        },
        { start: null, end: "2026-02-01T00:00:00Z", daily: [] },
      ],
    });
    expect(ofEd269({ zoneAuthority: [{}] }).authority).toEqual({ name: null, email: null, phone: null, url: null });
    expect(decoded({ ...ed269, createdAt: "2026-01-02T03:04:05Z" }).issuedMs).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
  });

  it("accepts heights as numbers or as texts, in metres or in feet, and draws circles", () => {
    const projection = { type: "Circle", center: [14, 50], radius: 200 };
    const { volumes } = ofEd269({
      geometry: [
        { ...volume, uomDimensions: "FT", lowerLimit: "-10.5", upperLimit: 1000, upperVerticalReference: "AMSL" },
        { horizontalProjection: projection, lowerLimit: 5, lowerVerticalReference: "WGS84", upperLimit: "99999" },
      ],
    });
    expect(volumes[0]).toMatchObject({
      lower: { valueM: expect.closeTo(-3.2004, 9), reference: "ground" },
      upper: { valueM: expect.closeTo(304.8, 9), reference: "sea_level" },
    });
    expect(volumes[1]).toMatchObject({ lower: { valueM: 5, reference: "ellipsoid" }, upper: null });
    for (const corner of volumes[1]!.rings[0]!)
      expect(geodesicM({ latitude: 50, longitude: 14 }, corner)).toBeCloseTo(200, 3);
  });

  it.each([
    ["without a zone", { UASZoneList: [] }, "UASZoneList"],
    [
      "with a height that is none",
      { UASZoneList: [{ ...zone, geometry: [{ ...volume, upperLimit: "high" }] }] },
      "UASZoneList.0.geometry.0.upperLimit",
    ],
    ["with a zone without a shape", { UASZoneList: [{ ...zone, geometry: [] }] }, "UASZoneList.0.geometry"],
  ])("is refused %s, and names the place", (_, document, place) => {
    expect(messageOf(document)).toMatch(new RegExp(`^The ED-269 file is not valid at \`${place}\`: .+\\.$`));
  });
});

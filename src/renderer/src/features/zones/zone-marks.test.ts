import { describe, expect, it } from "vitest";
import type { UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import type { ZoneProperties } from "../../../../../server/contracts/zones.ts";
import { zoneShapeOf } from "../../map/zones.draw.ts";
import { applicableMarks, marksAt as marksOf, type RestrictedZone, restrictedZonesOf } from "./zone-marks.ts";

const SQUARE = [
  [
    [
      [14, 50],
      [15, 50],
      [15, 51],
      [14, 51],
      [14, 50],
    ],
  ],
];
const INSIDE = { latitude: 50.5, longitude: 14.5 };

function zone(restriction: ZoneProperties["restriction"], limits: Partial<ZoneProperties> = {}) {
  const properties = {
    id: restriction,
    name: restriction,
    restriction,
    lower: null,
    upper: null,
    periods: [],
    ...limits,
  };
  return { properties: properties as ZoneProperties, shape: zoneShapeOf(restriction, restriction, SQUARE) };
}
const AT_MS = Date.UTC(2026, 4, 1, 12);
const marksAt = (place: typeof INSIDE, altitudes: UaTelemetry["altitudes"], zones: readonly RestrictedZone[]) =>
  marksOf({ place, altitudes, atMs: AT_MS }, zones);
const at = (type: string, value: number) => [{ type, value, accuracy: null }] as UaTelemetry["altitudes"];
const TO_120_M = { upper: { value: 120, reference: "ground" } } as const;

describe("an aircraft is marked", () => {
  it("inside of a prohibited or restricted zone only, the prohibited one first", () => {
    const zones = restrictedZonesOf([zone("authorisation"), zone("airspace"), zone("conditional"), zone("prohibited")]);
    expect(marksAt(INSIDE, [], zones).map((mark) => mark.zone.name)).toEqual(["prohibited", "authorisation"]);
    expect(marksAt({ latitude: 49.9, longitude: 14.5 }, [], zones)).toEqual([]);
  });

  it("below the upper limit, and not above it", () => {
    const zones = restrictedZonesOf([zone("prohibited", TO_120_M)]);
    expect(marksAt(INSIDE, at("AGL", 119), zones)).toMatchObject([{ height: "within" }]);
    expect(marksAt(INSIDE, at("AGL", 121), zones)).toEqual([]);
  });

  it("as of unknown height where the limit has another reference: never as outside", () => {
    const zones = restrictedZonesOf([zone("prohibited", TO_120_M)]);
    expect(marksAt(INSIDE, at("WGS84", 900), zones)).toMatchObject([{ height: "unknown" }]);
    expect(marksAt(INSIDE, [], zones)).toMatchObject([{ height: "unknown" }]);
  });

  it("above the lower limit; a zone from the ground has none", () => {
    const lower = { value: 300, reference: "sea_level" } as const;
    const zones = restrictedZonesOf([zone("prohibited", { lower })]);
    expect(marksAt(INSIDE, at("MSL", 299), zones)).toEqual([]);
    expect(marksAt(INSIDE, at("MSL", 301), zones)).toMatchObject([{ height: "within" }]);
    const ground = restrictedZonesOf([zone("prohibited", { lower: { value: 0, reference: "ground" } })]);
    expect(marksAt(INSIDE, [], ground)).toMatchObject([{ height: "within" }]);
  });

  it("with whether the zone applies at the time", () => {
    const within = (start: string, end: string) => ({ periods: [{ start, end, daily: [] }] });
    const over = zone("prohibited", { name: "over", ...within("2026-01-01T00:00:00Z", "2026-05-01T11:59:00Z") });
    const now = zone("authorisation", { name: "now", ...within("2026-05-01T11:59:00Z", "2026-05-01T12:01:00Z") });
    const local = zone("authorisation", { name: "local", ...within("2026-05-01T11:59:00", "2026-05-01T12:01:00") });
    const marks = marksAt(INSIDE, [], restrictedZonesOf([over, now, local]));
    expect(marks.map(({ zone: { name }, force }) => [name, force])).toEqual([
      ["now", "in_force"],
      ["local", "unknown"],
      ["over", "not_in_force"],
    ]);
    expect(applicableMarks(marks).map(({ zone: { name } }) => name)).toEqual(["now", "local"]);
  });
});

import type { ZoneProperties } from "../../../../../server/contracts/zones.ts";
import type { UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import { type ZoneShape, zonesAt } from "../../map/zones.draw.ts";
import { type LatLon, toMercator } from "../../tracks/mercator.ts";
import { forceAt, type ZoneForce } from "./zone-times.ts";

/** A zone that limits flying, with the box around it: most aircraft are outside of most zones. */
export interface RestrictedZone {
  readonly properties: ZoneProperties;
  readonly shape: ZoneShape;
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

/** A zone whose outline contains the horizontal position of an aircraft. */
export interface ZoneMark {
  readonly zone: ZoneProperties;
  /** Whether its height is between the limits of the zone; not known where they have no common reference. */
  readonly height: "within" | "unknown";
  /** Whether the zone applied at the time of the position. */
  readonly force: ZoneForce;
}

type Altitudes = UaTelemetry["altitudes"];
type Limit = NonNullable<ZoneProperties["lower"]>;

const RESTRICTED: readonly ZoneProperties["restriction"][] = ["prohibited", "authorisation"];
const ALTITUDE_OF: Readonly<Record<Limit["reference"], string>> = {
  ground: "AGL",
  sea_level: "MSL",
  ellipsoid: "WGS84",
  standard_pressure: "pressure",
};

/** The zones that are prohibited or need an authorisation. */
export function restrictedZonesOf(
  zones: readonly { readonly properties: ZoneProperties; readonly shape: ZoneShape }[],
): readonly RestrictedZone[] {
  return zones
    .filter(({ properties }) => RESTRICTED.includes(properties.restriction))
    .map(({ properties, shape }) => {
      const corners = shape.polygons.flatMap(([outline = []]) => outline);
      const box = { west: Infinity, east: -Infinity, north: Infinity, south: -Infinity };
      for (const { x, y } of corners) {
        box.west = Math.min(box.west, x);
        box.east = Math.max(box.east, x);
        box.north = Math.min(box.north, y);
        box.south = Math.max(box.south, y);
      }
      return { properties, shape, ...box };
    });
}

/** Where an aircraft is, how high, and when, Unix milliseconds. */
export interface AircraftAt {
  readonly place: LatLon;
  readonly altitudes: Altitudes;
  readonly atMs: number;
}

/**
 * The restricted zones that contain an aircraft: those in force first, among them the prohibited ones first. A zone is
 * not excluded by an unknown height or unknown times.
 */
export function marksAt({ place, altitudes, atMs }: AircraftAt, zones: readonly RestrictedZone[]): readonly ZoneMark[] {
  const { x, y } = toMercator(place);
  const marks: ZoneMark[] = [];
  for (const { properties, shape, west, east, north, south } of zones) {
    if (x < west || x > east || y < north || y > south || zonesAt([shape], place).length === 0) continue;
    const height = heightIn(properties, altitudes);
    if (height !== "outside") marks.push({ zone: properties, height, force: forceAt(properties, atMs) });
  }
  return marks.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The zones that apply to an aircraft inside them, as far as is known. */
export function applicableMarks(marks: readonly ZoneMark[]): readonly ZoneMark[] {
  return marks.filter(({ force }) => force !== "not_in_force");
}

function heightIn({ lower, upper }: ZoneProperties, altitudes: Altitudes): "within" | "outside" | "unknown" {
  const valueFor = (limit: Limit) => altitudes.find(({ type }) => type === ALTITUDE_OF[limit.reference])?.value;
  const low = lower && !isGround(lower) ? valueFor(lower) : Infinity;
  const high = upper ? valueFor(upper) : -Infinity;
  if (lower && low !== undefined && low < lower.value) return "outside";
  if (upper && high !== undefined && high > upper.value) return "outside";
  return low === undefined || high === undefined ? "unknown" : "within";
}

function isGround({ value, reference }: Limit): boolean {
  return reference === "ground" && value <= 0;
}

function rankOf({ zone, force }: ZoneMark): number {
  return RESTRICTED.indexOf(zone.restriction) + (force === "not_in_force" ? RESTRICTED.length : 0);
}

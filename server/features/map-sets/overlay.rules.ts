import { isRecord } from "../../kernel/is-record.ts";
import { plainText, usableBounds, WORLD } from "./tile-metadata.rules.ts";
import { type Bounds, UnusableTileFileError } from "./tile-file.ts";

export const MAX_FEATURES = 20_000;
export const MAX_POSITIONS = 300_000;
/** Geometry collections within each other. */
const MAX_NESTING = 8;
/** A centimetre: more digits than a drawing needs. */
const DIGITS = 1e7;
/** A single point has bounds too. */
const MIN_DEGREES = 1e-4;
const COLOUR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;
/** Properties that other programs use as the name of features, the most usual one first. */
const NAMES = ["name", "Name", "NAME", "title", "label"];

type Position = readonly [number, number];
type Coordinates = Position | readonly Coordinates[];
type Geometry = { readonly type: keyof typeof DEPTHS; readonly coordinates: Coordinates };

export type OverlayFeature = {
  readonly type: "Feature";
  readonly geometry: Geometry;
  readonly properties: Readonly<Record<string, string | number>>;
};

/** How deep the positions of each geometry are (RFC 7946, 3.1). */
const DEPTHS = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 } as const;

/** The features of a GeoJSON document that are drawn, and their bounds; throws a sentence where there are none. */
export function overlayOf(document: unknown): {
  readonly output: { readonly type: "FeatureCollection"; readonly features: readonly OverlayFeature[] };
  readonly bounds: Bounds;
} {
  const reader = createReader();
  const features = featuresIn(document).flatMap((feature, index) => reader.read(feature, index + 1));
  if (features.length === 0) throw new UnusableTileFileError("The file has no points, lines or polygons to draw.");
  return { output: { type: "FeatureCollection", features }, bounds: reader.bounds() };
}

/** A document is a collection, one feature or one geometry. */
function featuresIn(document: unknown): readonly unknown[] {
  if (!isRecord(document) || typeof document["type"] !== "string") {
    throw new UnusableTileFileError("The file is no GeoJSON: it does not say what it is (type).");
  }
  const { type, features } = document;
  if (type === "FeatureCollection") {
    if (!Array.isArray(features))
      throw new UnusableTileFileError("The file is no GeoJSON: it has no list of features.");
    if (features.length > MAX_FEATURES) {
      throw new UnusableTileFileError(
        `The file has ${features.length} features, and an overlay may have ${MAX_FEATURES}.`,
      );
    }
    return features;
  }
  if (type === "Feature") return [document];
  if (type in DEPTHS || type === "GeometryCollection") return [{ type: "Feature", geometry: document }];
  throw new UnusableTileFileError(`The file is no GeoJSON: its type is ${plainText(type).slice(0, 40)}.`);
}

function createReader() {
  let positions = 0;
  let features = 0;
  const covered = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };

  function read(feature: unknown, number: number): readonly OverlayFeature[] {
    if (!isRecord(feature) || feature["type"] !== "Feature") throw wrong(number, "is none");
    const { geometry } = feature;
    // A feature may have no place (RFC 7946, 3.2).
    if (geometry === null || geometry === undefined) return [];
    const properties = propertiesOf(feature["properties"]);
    return geometriesIn(geometry, number, 0).map((one) => ({ type: "Feature", geometry: one, properties }));
  }

  function geometriesIn(geometry: unknown, number: number, nesting: number): readonly Geometry[] {
    if (!isRecord(geometry)) throw wrong(number, "has no geometry");
    const { type, geometries, coordinates } = geometry;
    if (type === "GeometryCollection" && Array.isArray(geometries)) {
      if (nesting === MAX_NESTING) throw wrong(number, "is nested too deeply");
      return geometries.flatMap((one: unknown) => geometriesIn(one, number, nesting + 1));
    }
    if (typeof type !== "string" || !(type in DEPTHS)) throw wrong(number, "has a geometry of an unknown type");
    features += 1;
    if (features > MAX_FEATURES) {
      throw new UnusableTileFileError(`The file has more than ${MAX_FEATURES} features, which is too many.`);
    }
    const known = type as Geometry["type"];
    return [{ type: known, coordinates: coordinatesOf(coordinates, DEPTHS[known], number) }];
  }

  function coordinatesOf(value: unknown, depth: number, number: number): Coordinates {
    if (!Array.isArray(value)) throw wrong(number, "has no coordinates");
    if (depth > 0) return value.map((one: unknown) => coordinatesOf(one, depth - 1, number));
    positions += 1;
    if (positions > MAX_POSITIONS) {
      throw new UnusableTileFileError(`The file has more than ${MAX_POSITIONS} positions, which is too many.`);
    }
    const [longitude, latitude] = value as readonly unknown[];
    if (typeof longitude !== "number" || typeof latitude !== "number") throw wrong(number, "has no coordinates");
    if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) {
      throw wrong(number, `has the coordinates ${longitude}, ${latitude}, which are no degrees (WGS84)`);
    }
    covered.west = Math.min(covered.west, longitude);
    covered.east = Math.max(covered.east, longitude);
    covered.south = Math.min(covered.south, latitude);
    covered.north = Math.max(covered.north, latitude);
    return [Math.round(longitude * DIGITS) / DIGITS, Math.round(latitude * DIGITS) / DIGITS];
  }

  return {
    read,
    bounds: (): Bounds =>
      usableBounds({
        west: covered.west - MIN_DEGREES,
        south: covered.south - MIN_DEGREES,
        east: covered.east + MIN_DEGREES,
        north: covered.north + MIN_DEGREES,
      }) ?? WORLD,
  };
}

/** A name, a description, and the colours of simplestyle 1.1, which KML is converted to as well. */
function propertiesOf(value: unknown): OverlayFeature["properties"] {
  if (!isRecord(value)) return {};
  const name = NAMES.map((key) => plainText(textOf(value[key]))).find((text) => text !== "");
  const { description } = value;
  const about = plainText(isRecord(description) ? description["value"] : description);
  return {
    ...(name === undefined ? {} : { name }),
    ...(about === "" ? {} : { description: about }),
    ...colour("stroke", value["stroke"] ?? value["marker-color"] ?? value["icon-color"]),
    ...colour("fill", value["fill"]),
    ...number("fill-opacity", value["fill-opacity"], 1),
    ...number("stroke-width", value["stroke-width"], 20),
  };
}

function textOf(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

function colour(key: string, value: unknown): Readonly<Record<string, string>> {
  return typeof value === "string" && COLOUR.test(value) ? { [key]: value.toLowerCase() } : {};
}

function number(key: string, value: unknown, max: number): Readonly<Record<string, number>> {
  return typeof value === "number" && value >= 0 && value <= max ? { [key]: value } : {};
}

function wrong(number: number, what: string): UnusableTileFileError {
  return new UnusableTileFileError(`The file cannot be drawn: its feature ${number} ${what}.`);
}

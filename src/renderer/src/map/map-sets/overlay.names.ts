import type { FeatureCollection, Geometry, Position } from "geojson";
import { type MercatorPoint, toMercator } from "../../tracks/mercator.ts";
import { Occupancy } from "../occupancy.ts";
import { type MapMode, mapPalettes } from "../palettes.ts";
import type { View } from "../view.layer.ts";
import { MAP_FONT } from "../map-text.ts";

/** A name and its place. */
export interface FeatureName extends MercatorPoint {
  readonly name: string;
  /** A point is not covered by its own name. */
  readonly isPoint: boolean;
}

const FONT = `600 12px ${MAP_FONT}`;
const TEXT_PX = 14;
const MAX_CHARS = 40;
const BESIDE_PX = 9;

/** The names of features: at a point, in the middle of a line, and in the middle of an area. */
export function featureNamesOf({ features }: FeatureCollection): readonly FeatureName[] {
  return features.flatMap(({ geometry, properties }) => {
    const name: unknown = properties?.["name"];
    const place = typeof name === "string" ? placeOf(geometry) : undefined;
    if (typeof name !== "string" || !place) return [];
    const [longitude = 0, latitude = 0] = place;
    const text = name.length > MAX_CHARS ? `${name.slice(0, MAX_CHARS - 1)}…` : name;
    return [{ name: text, isPoint: geometry.type.endsWith("Point"), ...toMercator({ latitude, longitude }) }];
  });
}

/** Draws the names that have room; the others appear when the person zooms in. */
export function drawNames(view: View, names: readonly FeatureName[], mode: MapMode): void {
  const { context, widthPx, heightPx } = view;
  const palette = mapPalettes[mode];
  const occupancy = new Occupancy();
  context.save();
  context.font = FONT;
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3.5;
  context.strokeStyle = palette.labelHalo;
  context.fillStyle = palette.label;
  for (const label of names) {
    const x = view.xOf(label);
    const y = view.yOf(label);
    if (x < 0 || y < 0 || x > widthPx || y > heightPx) continue;
    const textPx = context.measureText(label.name).width;
    const left = label.isPoint ? x + BESIDE_PX : x - textPx / 2;
    if (!occupancy.claim(left, y - TEXT_PX / 2, textPx, TEXT_PX)) continue;
    context.strokeText(label.name, left, y);
    context.fillText(label.name, left, y);
  }
  context.restore();
}

function placeOf(geometry: Geometry): Position | undefined {
  switch (geometry.type) {
    case "Point":
      return geometry.coordinates;
    case "MultiPoint":
      return geometry.coordinates[0];
    case "LineString":
      return geometry.coordinates[Math.floor(geometry.coordinates.length / 2)];
    case "MultiLineString":
      return geometry.coordinates[0]?.[Math.floor(geometry.coordinates[0].length / 2)];
    case "Polygon":
      return middleOf(geometry.coordinates[0] ?? []);
    case "MultiPolygon":
      return middleOf(geometry.coordinates[0]?.[0] ?? []);
    case "GeometryCollection":
      return undefined;
  }
}

function middleOf(ring: readonly Position[]): Position | undefined {
  if (ring.length === 0) return undefined;
  const middle = (axis: 0 | 1) => {
    let [least, greatest] = [Infinity, -Infinity];
    for (const position of ring) {
      least = Math.min(least, position[axis] ?? 0);
      greatest = Math.max(greatest, position[axis] ?? 0);
    }
    return (least + greatest) / 2;
  };
  return [middle(0), middle(1)];
}

import { type LatLon, type MercatorPoint, toMercator } from "../tracks/mercator.ts";
import { isInsideRings } from "./inside-rings.ts";
import { Occupancy } from "./occupancy.ts";
import type { PlacedName } from "./reference.draw.ts";
import { type MapMode, mapPalettes } from "./palettes.ts";
import type { View } from "./view.layer.ts";
import { MAP_FONT } from "./map-text.ts";

/** The restriction of a zone for drones, which determines its colour on the map. */
export type ZoneMeaning = "prohibited" | "authorisation" | "conditional" | "none" | "airspace";

/** A zone as the map draws it: polygons of rings, the outline first. */
export interface ZoneShape {
  readonly id: string;
  readonly meaning: ZoneMeaning;
  readonly polygons: readonly (readonly (readonly MercatorPoint[])[])[];
  /** The position of its name; undefined for a zone without a name. */
  readonly label: ZoneLabel | undefined;
}

/** A name in the middle of what a zone covers, and how wide that is, as a fraction of the world. */
export interface ZoneLabel extends MercatorPoint {
  readonly name: string;
  readonly width: number;
}

const NAME_FONT = `600 12px ${MAP_FONT}`;
const NAME_PX = 14;
const MAX_NAME_CHARS = 32;

/** No green: a zone without restrictions is not necessarily safe. */
const COLOURS: Readonly<Record<MapMode, Readonly<Record<ZoneMeaning, string>>>> = {
  day: {
    prohibited: "#c4122f",
    authorisation: "#b85c00",
    conditional: "#8a6d00",
    none: "#5b6570",
    airspace: "#4b5fa8",
  },
  night: {
    prohibited: "#ff5d55",
    authorisation: "#f2994a",
    conditional: "#d8b64a",
    none: "#8d969f",
    airspace: "#8c9be0",
  },
  red: {
    prohibited: "#ff5141",
    authorisation: "#e0382b",
    conditional: "#c22c21",
    none: "#8e1a13",
    airspace: "#a5211a",
  },
};
/** The dashes distinguish them without colour. */
const DASHES: Readonly<Record<ZoneMeaning, readonly number[]>> = {
  prohibited: [],
  authorisation: [9, 4],
  conditional: [4, 4],
  none: [2, 6],
  airspace: [14, 4, 3, 4],
};

/** Positions of GeoJSON: longitude first. */
export function zoneShapeOf(
  id: string,
  meaning: ZoneMeaning,
  coordinates: readonly (readonly (readonly (readonly number[])[])[])[],
  name = "",
): ZoneShape {
  const pointOf = ([longitude = 0, latitude = 0]: readonly number[]) => toMercator({ latitude, longitude });
  const polygons = coordinates.map((rings) => rings.map((ring) => ring.map(pointOf)));
  return { id, meaning, polygons, label: name === "" ? undefined : labelOf(name, polygons[0]?.[0] ?? []) };
}

function labelOf(name: string, outline: readonly MercatorPoint[]): ZoneLabel | undefined {
  const [first] = outline;
  if (!first) return undefined;
  const box = { west: first.x, east: first.x, north: first.y, south: first.y };
  for (const { x, y } of outline) {
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.north = Math.min(box.north, y);
    box.south = Math.max(box.south, y);
  }
  const text = name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS - 1)}…` : name;
  return {
    name: text,
    x: (box.west + box.east) / 2,
    y: (box.north + box.south) / 2,
    width: box.east - box.west,
  };
}

export function drawZones(view: View, zones: readonly ZoneShape[], mode: MapMode): void {
  const { context } = view;
  context.save();
  for (const { meaning, polygons } of zones) {
    context.fillStyle = COLOURS[mode][meaning];
    context.strokeStyle = COLOURS[mode][meaning];
    context.beginPath();
    for (const ring of polygons.flat()) addRing(view, ring);
    context.globalAlpha = meaning === "airspace" || meaning === "none" ? 0.05 : 0.14;
    context.fill("evenodd");
    context.globalAlpha = 0.9;
    context.lineWidth = meaning === "prohibited" ? 2.2 : 1.6;
    context.setLineDash([...DASHES[meaning]]);
    context.stroke();
  }
  context.restore();
}

/** Draws the names of zones that are wide enough and have room; returns these. */
export function drawZoneNames(view: View, zones: readonly ZoneShape[], mode: MapMode): readonly PlacedName[] {
  const { context, widthPx, heightPx, worldPx } = view;
  const occupancy = new Occupancy();
  const placed: PlacedName[] = [];
  context.save();
  context.font = NAME_FONT;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3.5;
  context.strokeStyle = mapPalettes[mode].labelHalo;
  for (const { label, meaning } of zones) {
    if (!label) continue;
    const [x, y] = [view.xOf(label), view.yOf(label)];
    if (x < 0 || y < 0 || x > widthPx || y > heightPx) continue;
    const textPx = context.measureText(label.name).width;
    if (textPx > label.width * worldPx) continue;
    if (!occupancy.claim(x - textPx / 2, y - NAME_PX / 2, textPx, NAME_PX)) continue;
    context.fillStyle = COLOURS[mode][meaning];
    context.strokeText(label.name, x, y);
    context.fillText(label.name, x, y);
    placed.push({ place: label, leftPx: -textPx / 2, topPx: -NAME_PX / 2, widthPx: textPx, heightPx: NAME_PX });
  }
  context.restore();
  return placed;
}

/** The zones over a place. */
export function zonesAt(zones: readonly ZoneShape[], place: LatLon): readonly string[] {
  const point = toMercator(place);
  return zones.filter(({ polygons }) => polygons.some((rings) => isInsideRings(point, rings))).map(({ id }) => id);
}

/** All points use the copy of the world in which the first one is drawn: a zone is never split. */
function addRing(view: View, ring: readonly MercatorPoint[]): void {
  const [first] = ring;
  if (!first) return;
  const x = view.xOf(first);
  for (const [index, point] of ring.entries()) {
    const px = x + (point.x - first.x) * view.worldPx;
    if (index === 0) view.context.moveTo(px, view.yOf(point));
    else view.context.lineTo(px, view.yOf(point));
  }
  view.context.closePath();
}

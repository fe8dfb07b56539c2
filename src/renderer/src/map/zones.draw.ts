import { type LatLon, type MercatorPoint, toMercator } from "../tracks/mercator.ts";
import type { MapMode } from "./palettes.ts";
import type { View } from "./view.layer.ts";

/** What a zone means for a drone; the map colours by it. */
export type ZoneMeaning = "prohibited" | "authorisation" | "conditional" | "none" | "airspace";

/** A zone as the map draws it: polygons of rings, the outline first. */
export interface ZoneShape {
  readonly id: string;
  readonly meaning: ZoneMeaning;
  readonly polygons: readonly (readonly (readonly MercatorPoint[])[])[];
}

/** No green: a zone without restrictions is not therefore safe. */
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
): ZoneShape {
  const pointOf = ([longitude = 0, latitude = 0]: readonly number[]) => toMercator({ latitude, longitude });
  return { id, meaning, polygons: coordinates.map((rings) => rings.map((ring) => ring.map(pointOf))) };
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

/** The zones over a place. */
export function zonesAt(zones: readonly ZoneShape[], place: LatLon): readonly string[] {
  const point = toMercator(place);
  return zones.filter(({ polygons }) => polygons.some((rings) => isInside(point, rings))).map(({ id }) => id);
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

/** The even-odd rule: a hole is outside. */
function isInside({ x, y }: MercatorPoint, rings: readonly (readonly MercatorPoint[])[]): boolean {
  let isIn = false;
  for (const ring of rings) {
    for (const [index, a] of ring.entries()) {
      const b = ring[(index + 1) % ring.length] ?? a;
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isIn = !isIn;
    }
  }
  return isIn;
}

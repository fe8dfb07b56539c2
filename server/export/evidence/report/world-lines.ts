import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { VectorTile, type VectorTileFeature } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import type { Position } from "../../../kernel/geo.ts";
import type { MapFrame, WorldLines } from "./svg-map.ts";

const unpack = promisify(gunzip);

/**
 * Cells of the built-in map (`scripts/build-world.mjs`): 2^level each way, and the greatest width of a view for the
 * level, degrees.
 */
const LEVELS = [
  { level: 5, maxSpan: 12 },
  { level: 2, maxSpan: 90 },
  { level: 0, maxSpan: Infinity },
];
const LAYERS = ["coast", "border", "lake", "river"] as const;
const MAX_TOWNS = 12;
const MAX_LATITUDE = 85.05;

/** The coasts, borders, lakes, rivers and towns in a frame. Throws the system's error where the map is not there. */
export async function readWorldLines(folder: string, frame: MapFrame): Promise<WorldLines> {
  const { level } = LEVELS.find(({ maxSpan }) => frame.east - frame.west <= maxSpan)!;
  const lines: WorldLines["lines"][number][] = [];
  const towns: (Position & { readonly name: string; readonly population: number })[] = [];
  for (const { x, y } of cellsOf(frame, level)) {
    const bytes = await unpack(await readFile(join(folder, `${level}-${x}-${y}.mvt.gz`)));
    const { layers } = new VectorTile(new PbfReader(bytes));
    for (const kind of LAYERS) {
      for (const feature of featuresOf(layers[kind])) {
        for (const line of linesOf(feature, { x, y, level })) {
          lines.push(...partsInside(line, frame).map((points) => ({ kind, points })));
        }
      }
    }
    for (const feature of featuresOf(layers["town"])) {
      const [place] = linesOf(feature, { x, y, level })[0] ?? [];
      if (place === undefined || !isIn(frame, place)) continue;
      const { name, population } = feature.properties;
      towns.push({ ...place, name: String(name), population: Number(population) });
    }
  }
  return { lines, towns: towns.toSorted((a, b) => b.population - a.population).slice(0, MAX_TOWNS) };
}

type Cell = { readonly level: number; readonly x: number; readonly y: number };

function cellsOf({ west, east, south, north }: MapFrame, level: number): readonly { x: number; y: number }[] {
  const across = 2 ** level;
  const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * across);
  const row = (latitude: number) => Math.min(across - 1, Math.max(0, Math.floor(mercatorY(latitude) * across)));
  const cells: { x: number; y: number }[] = [];
  for (let x = column(west); x <= column(east); x++) {
    for (let y = row(north); y <= row(south); y++) cells.push({ x: ((x % across) + across) % across, y });
  }
  return cells.filter((cell, index) => cells.findIndex(({ x, y }) => x === cell.x && y === cell.y) === index);
}

function featuresOf(layer: VectorTile["layers"][string] | undefined): readonly VectorTileFeature[] {
  return layer === undefined ? [] : Array.from({ length: layer.length }, (_, index) => layer.feature(index));
}

function linesOf(feature: VectorTileFeature, { level, x, y }: Cell): readonly (readonly Position[])[] {
  const across = 2 ** level;
  return feature.loadGeometry().map((line) =>
    line.map((point) => ({
      latitude: latitudeOf((y + point.y / feature.extent) / across),
      longitude: ((x + point.x / feature.extent) / across) * 360 - 180,
    })),
  );
}

/** The parts of a line that may have an end or a crossing in the frame. */
function partsInside(line: readonly Position[], frame: MapFrame): readonly (readonly Position[])[] {
  const parts: Position[][] = [];
  let part: Position[] | undefined;
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [line[index - 1]!, line[index]!];
    if (!mayCross(frame, from, to)) {
      part = undefined;
      continue;
    }
    if (part === undefined) parts.push((part = [from]));
    part.push(to);
  }
  return parts;
}

function mayCross({ west, east, south, north }: MapFrame, from: Position, to: Position): boolean {
  if (Math.max(from.latitude, to.latitude) < south || Math.min(from.latitude, to.latitude) > north) return false;
  const low = Math.min(from.longitude, to.longitude);
  const high = Math.max(from.longitude, to.longitude);
  // A frame may reach beyond the antimeridian.
  return [-360, 0, 360].some((shift) => high + shift >= west && low + shift <= east);
}

function isIn(frame: MapFrame, place: Position): boolean {
  return mayCross(frame, place, place);
}

/** From 0 in the north to 1 in the south. */
function mercatorY(latitude: number): number {
  const sine = Math.sin((Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

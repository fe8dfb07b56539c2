import { fromGeojsonVt } from "@maplibre/vt-pbf";
import GeoJSONVT from "geojson-vt";
import { gzipSync } from "node:zlib";

/** @typedef {import("geojson").Feature} Feature */

/** The part of a cell's width by which it overlaps its neighbours: a tile is drawn beyond its border from its own cell. */
const BUFFER_SHARE = 0.018;

/**
 * The cells of one level, 2^level each way, as Mapbox vector tiles.
 *
 * @param {readonly Feature[]} features
 * @param {{ readonly level: number, readonly extent: number, readonly tolerance: number }} options units of a cell's
 *   width, and the largest error in such units; 0 keeps every point
 * @returns {{ readonly name: string, readonly bytes: Uint8Array }[]}
 */
export function cutCells(features, { level, extent, tolerance }) {
  // geojson-vt keeps every point at its last level, so a level that simplifies must not be the last.
  const index = new GeoJSONVT(
    { type: "FeatureCollection", features: [...features] },
    {
      maxZoom: tolerance === 0 ? level : level + 1,
      indexMaxZoom: 0,
      indexMaxPoints: 0,
      extent,
      tolerance,
      buffer: Math.round(extent * BUFFER_SHARE),
    },
  );
  const across = 2 ** level;
  return Array.from({ length: across * across }, (_, cell) => {
    const x = cell % across;
    const y = Math.floor(cell / across);
    return { name: `${level}-${x}-${y}.mvt.gz`, bytes: encode(index.getTileRaw(level, x, y)?.features ?? [], extent) };
  });
}

/**
 * One file for each cell, gzipped: the layers of both, each with its own units. A vector tile is a list of layers, so
 * two tiles one behind the other are one tile.
 *
 * @param {ReturnType<typeof cutCells>} cells
 * @param {ReturnType<typeof cutCells>} others of the same level
 */
export function joinCells(cells, others) {
  return cells.map(({ name, bytes }, index) => ({
    name,
    bytes: gzipSync(Buffer.concat([bytes, others[index]?.bytes ?? new Uint8Array()]), { level: 9 }),
  }));
}

/** @param {readonly import("geojson-vt").RawFeature[]} features @param {number} extent */
function encode(features, extent) {
  /** @type {Record<string, { features: unknown[] }>} */
  const layers = {};
  for (const { layer, ...tags } of features.map(withGeometry)) {
    layers[layer] ??= { features: [] };
    layers[layer].features.push(tags);
  }
  return fromGeojsonVt(/** @type {Parameters<typeof fromGeojsonVt>[0]} */ (layers), { version: 2, extent });
}

/** @param {import("geojson-vt").RawFeature} raw */
function withGeometry(raw) {
  const { layer, ...tags } = /** @type {Record<string, string | number>} */ (raw.tags ?? {});
  const shape =
    "geometry" in raw
      ? { type: raw.type, geometry: /** @type {Int32Array[]} */ (raw.geometry).map((line) => pairsOf(line)) }
      : { type: 1, geometry: [[raw.x, raw.y]] };
  return { layer: String(layer), tags, ...shape };
}

/** @param {ArrayLike<number>} flat */
function pairsOf(flat) {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? 0, flat[2 * at + 1] ?? 0]);
}

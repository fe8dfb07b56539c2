import GeoJSONVT, { type RawFeature } from "geojson-vt";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { Position } from "geojson";
import { toMercator } from "../tracks/mercator.ts";
import { unwrapLines, unwrapPolygons } from "./unwrap.ts";
import type { CountryLabel } from "./world.messages.ts";

export const TILE_EXTENT = 4096;
/** In tile units: wide enough that shore bands do not end at tile borders. */
const TILE_BUFFER = 256;
const MAX_ZOOM = 18;

export interface WorldTile {
  readonly land: readonly RawFeature[];
  readonly coasts: readonly RawFeature[];
  readonly borders: readonly RawFeature[];
}

/** The countries of Natural Earth, cut into tiles on demand. */
export class WorldAtlas {
  readonly #topology: Topology;
  readonly #land: GeoJSONVT;
  readonly #coasts: GeoJSONVT;
  readonly #borders: GeoJSONVT;

  constructor(topology: Topology) {
    this.#topology = topology;
    const countries = countriesOf(topology);
    const options = { maxZoom: MAX_ZOOM, extent: TILE_EXTENT, buffer: TILE_BUFFER, tolerance: 4, indexMaxZoom: 4 };
    this.#land = new GeoJSONVT(
      unwrapPolygons(feature(topology, topology.objects["land"] as GeometryCollection)),
      options,
    );
    this.#coasts = new GeoJSONVT(unwrapLines(mesh(topology, countries, (one, other) => one === other)), options);
    this.#borders = new GeoJSONVT(unwrapLines(mesh(topology, countries, (one, other) => one !== other)), options);
  }

  /** Tile of the usual XYZ scheme, zoom 0 to 18. */
  tile(z: number, x: number, y: number): WorldTile {
    return {
      land: this.#land.getTileRaw(z, x, y)?.features ?? [],
      coasts: this.#coasts.getTileRaw(z, x, y)?.features ?? [],
      borders: this.#borders.getTileRaw(z, x, y)?.features ?? [],
    };
  }

  /** The position of each country's name: the middle of its largest part. */
  labels(): readonly CountryLabel[] {
    const { features } = unwrapPolygons(feature(this.#topology, countriesOf(this.#topology)));
    return features.flatMap(({ geometry, properties }) => {
      const name: unknown = properties.name;
      if (typeof name !== "string") return [];
      const rings =
        geometry.type === "Polygon"
          ? [geometry.coordinates[0]]
          : geometry.type === "MultiPolygon"
            ? geometry.coordinates.map(([outer]) => outer)
            : [];
      const places = rings.flatMap((ring) => (ring ? [middleOf(ring)] : []));
      const largest = places.toSorted((a, b) => b.area - a.area)[0];
      return largest ? [{ name, x: largest.x, y: largest.y, span: largest.span }] : [];
    });
  }
}

function countriesOf(topology: Topology): GeometryCollection<{ name: string }> {
  return topology.objects["countries"] as GeometryCollection<{ name: string }>;
}

function middleOf(ring: readonly Position[]): { x: number; y: number; span: number; area: number } {
  let area = 0;
  let x = 0;
  let y = 0;
  let west = Infinity;
  let east = -Infinity;
  const points = ring.map(([longitude = 0, latitude = 0]) => toMercator({ latitude, longitude }));
  let before = points.at(-1) ?? { x: 0, y: 0 };
  for (const point of points) {
    const cross = before.x * point.y - point.x * before.y;
    area += cross / 2;
    x += (before.x + point.x) * cross;
    y += (before.y + point.y) * cross;
    west = Math.min(west, point.x);
    east = Math.max(east, point.x);
    before = point;
  }
  return { x: x / (6 * area), y: y / (6 * area), span: east - west, area: Math.abs(area) };
}

import { VectorTile, type VectorTileFeature } from "@mapbox/vector-tile";
import type { Feature } from "geojson";
import GeoJSONVT, { type RawFeature } from "geojson-vt";
import { PbfReader } from "pbf";
import { withoutSeam } from "./world.seam.ts";
import type { WorldNames } from "./world.names.ts";

/** What a tile of the built-in world is drawn of; `scripts/build-world.mjs` writes these layers. */
export const AREA_LAYERS = [
  "land",
  "coast",
  "border",
  "lake",
  "nearshore",
  "river",
  "glacier",
  "urban",
  "park",
  "runway",
] as const;
export type AreaLayer = (typeof AREA_LAYERS)[number];

export interface CellAddress {
  /** 2^level cells each way. */
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** The features of one tile by layer, and where the tile lies in their coordinates. */
export interface WorldTile {
  readonly layers: Readonly<Record<AreaLayer, readonly RawFeature[]>>;
  /** Tiles deeper than the data are a part of a larger one: its origin in `TILE_EXTENT` units of that one, and the magnification. */
  readonly left: number;
  readonly top: number;
  readonly magnification: number;
}

export const TILE_EXTENT = 4096;
/** In tile units: wide enough that shore bands do not end at tile borders. */
const TILE_BUFFER = 256;
/** The deepest tiles that are cut; deeper ones are a magnified part of them. */
const MAX_CUT_ZOOM = 9;

/** The cell that a tile of the XYZ scheme, with 512 pixels, is drawn from: the wider the view, the coarser. */
export function cellOf(z: number, x: number, y: number): CellAddress {
  const level = z <= 1 ? 0 : z <= 5 ? 2 : 5;
  const shift = 2 ** (z - level);
  return { level, x: Math.floor(x / shift), y: Math.floor(y / shift) };
}

export function cellName({ level, x, y }: CellAddress): string {
  return `${level}-${x}-${y}.mvt.gz`;
}

/**
 * One cell of the built-in world. It is read when something is asked of it: of the widest one often only countries are.
 */
export class WorldCell {
  readonly #layers: VectorTile["layers"];
  readonly #address: CellAddress;
  #areas: GeoJSONVT | undefined;
  #names: WorldNames | undefined;

  /** @param bytes a Mapbox vector tile, as `scripts/build-world.mjs` writes it */
  constructor(bytes: Uint8Array, address: CellAddress) {
    this.#layers = new VectorTile(new PbfReader(bytes)).layers;
    this.#address = address;
  }

  get names(): WorldNames {
    this.#names ??= {
      countries: this.#featuresOf("country").map((one) => ({
        ...placeOf(one, this.#address),
        ...textAnd(one, "span"),
        code: String(one.properties["code"] ?? ""),
      })),
      towns: this.#placesOf("town", "population"),
      airfields: this.#placesOf("airfield", "length"),
    };
    return this.#names;
  }

  tile(z: number, x: number, y: number): WorldTile {
    const shift = Math.max(0, z - MAX_CUT_ZOOM);
    const magnification = 2 ** shift;
    const cutX = Math.floor(x / magnification);
    const cutY = Math.floor(y / magnification);
    const layers = Object.fromEntries(AREA_LAYERS.map((layer) => [layer, [] as RawFeature[]])) as Record<
      AreaLayer,
      RawFeature[]
    >;
    for (const feature of this.#index().getTileRaw(z - shift, cutX, cutY)?.features ?? []) {
      layers[feature.tags?.["layer"] as AreaLayer].push(feature);
    }
    return {
      layers,
      magnification,
      left: (x / magnification - cutX) * TILE_EXTENT,
      top: (y / magnification - cutY) * TILE_EXTENT,
    };
  }

  /** The features that areas are drawn of, which tiles are cut from. */
  #index(): GeoJSONVT {
    if (this.#areas !== undefined) return this.#areas;
    const { level, x, y } = this.#address;
    const features = AREA_LAYERS.flatMap((layer) =>
      this.#featuresOf(layer).map((one): Feature => {
        const shape = one.toGeoJSON(x, y, level);
        const geometry = layer === "coast" ? withoutSeam(shape.geometry) : shape.geometry;
        return { ...shape, geometry, properties: { ...shape.properties, layer } };
      }),
    );
    this.#areas = new GeoJSONVT(
      { type: "FeatureCollection", features },
      { maxZoom: MAX_CUT_ZOOM, indexMaxZoom: 0, extent: TILE_EXTENT, buffer: TILE_BUFFER, tolerance: 3 },
    );
    return this.#areas;
  }

  #featuresOf(name: string): VectorTileFeature[] {
    const layer = this.#layers[name];
    return layer ? Array.from({ length: layer.length }, (_, index) => layer.feature(index)) : [];
  }

  #placesOf<K extends string>(layer: string, key: K): readonly (PlacePoint & NameAnd<K>)[] {
    return this.#featuresOf(layer).map((one) => ({ ...placeOf(one, this.#address), ...textAnd(one, key) }));
  }
}

interface PlacePoint {
  readonly x: number;
  readonly y: number;
}

type NameAnd<K extends string> = { readonly name: string } & Readonly<Record<K, number>>;

function placeOf(feature: VectorTileFeature, { level, x, y }: CellAddress): PlacePoint {
  const point = feature.loadGeometry()[0]?.[0];
  const across = 2 ** level;
  return {
    x: (x + (point?.x ?? 0) / feature.extent) / across,
    y: (y + (point?.y ?? 0) / feature.extent) / across,
  };
}

function textAnd<K extends string>({ properties }: VectorTileFeature, key: K): NameAnd<K> {
  const name = { name: String(properties["name"]) };
  return { ...name, [key]: Number(properties[key]) } as NameAnd<K>;
}

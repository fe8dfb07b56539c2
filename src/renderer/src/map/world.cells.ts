import { VectorTile, type VectorTileFeature } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { type CellLine, createCellLine, type CutWindow, cutLine } from "./world.cut.ts";
import { linesWithoutSeam } from "./world.seam.ts";
import type { WorldNames } from "./world.names.ts";

/** The layers of the built-in map, which `scripts/build-world.mjs` writes. */
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

/** A line or an area of a tile. */
export interface TileFeature {
  readonly type: 2 | 3;
  readonly tags: Readonly<Record<string, unknown>>;
  /** x and y in turns for each line or ring, in `TILE_EXTENT` units. */
  readonly geometry: readonly (readonly number[])[];
}

/** The features of one tile by layer, and where the tile lies in their coordinates. */
export interface WorldTile {
  readonly layers: Readonly<Record<AreaLayer, readonly TileFeature[]>>;
  /** Tiles deeper than the data are a part of a larger one: its origin in `TILE_EXTENT` units of that one, and the magnification. */
  readonly left: number;
  readonly top: number;
  readonly magnification: number;
}

export const TILE_EXTENT = 4096;
/** In tile units: wide enough that shore bands do not end at tile borders. */
const TILE_BUFFER = 256;
/** In tile units: less than half of a pixel. */
const TOLERANCE = 3;
/** The deepest tiles that are cut; deeper ones are a magnified part of them. */
const MAX_CUT_ZOOM = 9;

/** The cell for a 512-pixel tile of the XYZ scheme: the wider the view, the coarser the cell. */
export function cellAddressOf(z: number, x: number, y: number): CellAddress {
  const level = z <= 1 ? 0 : z <= 5 ? 2 : 5;
  const shift = 2 ** (z - level);
  return { level, x: Math.floor(x / shift), y: Math.floor(y / shift) };
}

export function cellName({ level, x, y }: CellAddress): string {
  return `${level}-${x}-${y}.mvt.gz`;
}

/**
 * One cell of the built-in map. Each layer is read on demand: of the widest cell often only the countries are needed.
 */
export class WorldCell {
  readonly #layers: VectorTile["layers"];
  readonly #address: CellAddress;
  readonly #shapes = new Map<AreaLayer, readonly CellShape[]>();
  #last: { readonly key: string; readonly layers: WorldTile["layers"] } | undefined;
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
    return {
      layers: this.#layersOf(z - shift, cutX, cutY),
      magnification,
      left: (x / magnification - cutX) * TILE_EXTENT,
      top: (y / magnification - cutY) * TILE_EXTENT,
    };
  }

  /** Neighbours are often parts of the same tile. */
  #layersOf(z: number, x: number, y: number): WorldTile["layers"] {
    const key = `${z}/${x}/${y}`;
    if (this.#last?.key === key) return this.#last.layers;
    const layers = Object.fromEntries(
      AREA_LAYERS.map((layer) => [layer, this.#cut(layer, { z, x, y })]),
    ) as unknown as WorldTile["layers"];
    this.#last = { key, layers };
    return layers;
  }

  #cut(name: AreaLayer, { z, x, y }: { readonly z: number; readonly x: number; readonly y: number }): TileFeature[] {
    const extent = this.#layers[name]?.extent ?? TILE_EXTENT;
    // Converted to the units of the cell: each layer may have its own.
    const side = extent / 2 ** (z - this.#address.level);
    const west = x * side - this.#address.x * extent;
    const north = y * side - this.#address.y * extent;
    const unit = side / TILE_EXTENT;
    const buffer = TILE_BUFFER * unit;
    const window: CutWindow = {
      west: west - buffer,
      north: north - buffer,
      east: west + side + buffer,
      south: north + side + buffer,
      tolerance: z === MAX_CUT_ZOOM ? 0 : TOLERANCE * unit,
    };
    return this.#shapesOf(name).flatMap(({ type, tags, lines }) => {
      const geometry = lines
        .map((line) => cutLine(line, window))
        .filter(({ length }) => length >= 4)
        .map((line) => line.map((value, at) => (value - (at % 2 === 0 ? west : north)) / unit));
      return geometry.length === 0 ? [] : [{ type, tags, geometry }];
    });
  }

  /** The features that areas are drawn of, which tiles are cut from. */
  #shapesOf(name: AreaLayer): readonly CellShape[] {
    const known = this.#shapes.get(name);
    if (known !== undefined) return known;
    const shapes = this.#featuresOf(name).flatMap((one): CellShape[] => {
      if (one.type !== 2 && one.type !== 3) return [];
      const lines = one.loadGeometry();
      const own = name === "coast" ? linesWithoutSeam(lines, one.extent, this.#address) : lines;
      return [{ type: own === lines ? one.type : 2, tags: one.properties, lines: own.map(createCellLine) }];
    });
    this.#shapes.set(name, shapes);
    return shapes;
  }

  #featuresOf(name: string): VectorTileFeature[] {
    const layer = this.#layers[name];
    return layer ? Array.from({ length: layer.length }, (_, index) => layer.feature(index)) : [];
  }

  #placesOf<K extends string>(layer: string, key: K): readonly (PlacePoint & NameAnd<K>)[] {
    return this.#featuresOf(layer).map((one) => ({ ...placeOf(one, this.#address), ...textAnd(one, key) }));
  }
}

interface CellShape {
  readonly type: 2 | 3;
  readonly tags: Readonly<Record<string, unknown>>;
  readonly lines: readonly CellLine[];
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

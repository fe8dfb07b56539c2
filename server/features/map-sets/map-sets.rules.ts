import type { MapLayer, MapSet } from "../../contracts/map-sets.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { MapSetModel } from "./map-sets.store.ts";
import type { TileFileFacts } from "./tile-file.ts";

const GIB = 1024 ** 3;

/** More than a person can distinguish in a list. */
export const MAX_MAP_SETS = 50;
/** Space that an upload leaves free on the disk, so that recording continues. */
export const RESERVED_BYTES = GIB;
/** The most that a person who does not administer the station may store. */
export const MAX_BYTES_OF_USER = 8 * GIB;

/** Only the Protomaps basemap has all of these layers; its styles draw them. */
const PROTOMAPS_LAYERS = ["earth", "water", "roads"];
/** The attribution of every map of that schema, which its licence requires (ODbL 4.3). */
const PROTOMAPS_CREDIT = "Protomaps © OpenStreetMap contributors";
const MAX_NAME = 255;

/** How vector tiles are to be drawn. */
export function styleOf({ format, layers }: Pick<TileFileFacts, "format" | "layers">): MapSetModel["style"] {
  if (format !== "pbf") return null;
  const ids = new Set(layers.map(({ id }: MapLayer) => id));
  return PROTOMAPS_LAYERS.every((id) => ids.has(id)) ? "protomaps" : "generic";
}

/** The owner of the data: as the file declares, otherwise that of the well-known schema. */
export function attributionOf(
  { attribution }: Pick<TileFileFacts, "attribution">,
  style: MapSetModel["style"],
): string {
  return attribution === "" && style === "protomaps" ? PROTOMAPS_CREDIT : attribution;
}

/** The name a person gave, otherwise the one in the file, otherwise that of the file. */
export function nameOf(given: string | undefined, inFile: string, fileName: string | undefined): string {
  const base = (fileName ?? "").replace(/^.*[/\\]/, "").replace(/\.(pmtiles|mbtiles|gpkg|kml|kmz|geojson|json)$/i, "");
  const name = [given, inFile, base].map((text) => text?.trim() ?? "").find((text) => text !== "");
  return (name ?? "Map").slice(0, MAX_NAME);
}

export function canChange(set: Pick<MapSetModel, "ownerId">, caller: Principal): boolean {
  return caller.isAdministrator || caller.userId === set.ownerId;
}

/** The space of sets on the station's disk; a linked file does not count. */
export function storedBytes(sets: readonly MapSetModel[]): number {
  return sets.reduce((sum, { bytes, path }) => (path === null ? sum + bytes : sum), 0);
}

/** How many bytes a caller may upload now; below 0 where there is less than the reserve already. */
export function uploadRoom(
  caller: Principal,
  stored: { readonly ofCaller: number; readonly freeBytes: number },
): number {
  const onDisk = stored.freeBytes - RESERVED_BYTES;
  return caller.isAdministrator ? onDisk : Math.min(onDisk, MAX_BYTES_OF_USER - stored.ofCaller);
}

/** The drawing order after one set was moved to another place. */
export function movedTo(ids: readonly string[], id: string, place: number): readonly string[] {
  const others = ids.filter((one) => one !== id);
  const at = Math.min(place, others.length);
  return [...others.slice(0, at), id, ...others.slice(at)];
}

function kindOf({ format }: Pick<MapSetModel, "format">): MapSet["kind"] {
  if (format === "geojson") return "overlay";
  return format === "pbf" ? "vector" : "raster";
}

/** A set as a caller sees it. */
export function wireOf(set: MapSetModel, isReady: boolean, caller: Principal): MapSet {
  return {
    id: set.id,
    name: set.name,
    container: set.container,
    kind: kindOf(set),
    format: set.format,
    min_zoom: set.minZoom,
    max_zoom: set.maxZoom,
    bounds: [set.west, set.south, set.east, set.north],
    attribution: set.attribution,
    tile_size: set.tileSize,
    style: set.style,
    layers: set.layers.map(({ id, fields }) => ({ id, fields: [...fields] })),
    bytes: set.bytes,
    order: set.position,
    opacity: set.opacity,
    is_linked: set.path !== null,
    path: caller.isAdministrator ? set.path : null,
    state: isReady ? "ready" : "missing",
    may_change: canChange(set, caller),
    added: new Date(set.addedMs).toISOString(),
  };
}

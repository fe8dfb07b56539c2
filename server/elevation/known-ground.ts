import { GROUND_TILE } from "../contracts/elevation.ts";
import {
  type GroundTile,
  groundHeightIn,
  groundTileOf,
  insideOf,
  type TileAddress,
  type TileInside,
} from "../contracts/ground-tile.ts";
import type { Clock } from "../kernel/clock.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import type { Position } from "../kernel/geo.ts";
import { type KnownGround, UNKNOWN_GROUND } from "../kernel/ground.ts";
import type { GroundTiles } from "./ground-tiles.ts";

/** A tile has 133 kB: 68 MB, a square of 150 km at 47° north. */
const MAX_TILES = 512;
/**
 * A tile that was used within this time is not dropped for another: with aircraft all over a continent, tiles would be
 * reloaded constantly.
 */
const KEEP_MS = MINUTE_MS;
/** Files are added to the folder now and then. */
const ABSENT_MS = 10 * MINUTE_MS;

/** `null` where nothing is known. */
type Read = GroundTile | null;
type Found = { readonly tile: Read; readonly inside: TileInside };
type Kept = { readonly tile: Read; readonly readAtMs: number; usedAtMs: number };

/**
 * The ground from the same tiles as in the console. Tiles in use stay in memory; where there would be too many, the
 * ground counts as unknown, so that tiles are not reloaded constantly.
 *
 * @param monotonic a monotonic clock
 */
export function createKnownGround(
  { hasFolder, readTile }: Pick<GroundTiles, "hasFolder" | "readTile">,
  monotonic: Clock,
  maxTiles = MAX_TILES,
): KnownGround {
  if (!hasFolder) return UNKNOWN_GROUND;
  const tiles = new Map<number, Kept>();

  function find(key: number): Kept | undefined {
    const kept = tiles.get(key);
    if (kept === undefined) return undefined;
    kept.usedAtMs = monotonic.now();
    if (kept.tile !== null || kept.usedAtMs - kept.readAtMs < ABSENT_MS) return kept;
    tiles.delete(key);
    return undefined;
  }

  /** Drops the least recently used tile, if one has to be dropped; false where all are in use. */
  function makeRoom(): boolean {
    if (tiles.size < maxTiles) return true;
    let oldest: readonly [number, Kept] | undefined;
    for (const entry of tiles) if (oldest === undefined || entry[1].usedAtMs < oldest[1].usedAtMs) oldest = entry;
    if (oldest === undefined || monotonic.now() - oldest[1].usedAtMs < KEEP_MS) return false;
    return tiles.delete(oldest[0]);
  }

  async function read(address: TileAddress): Promise<Read> {
    const key = keyOf(address);
    const kept = find(key);
    if (kept !== undefined) return kept.tile;
    const bytes = await readTile(address);
    const tile = bytes === undefined ? null : { ...address, bytes: viewOf(bytes) };
    const nowMs = monotonic.now();
    if (makeRoom()) tiles.set(key, { tile, readAtMs: nowMs, usedAtMs: nowMs });
    return tile;
  }

  return {
    isReady: (place) => find(keyOf(groundTileOf(place))) !== undefined || !makeRoom(),
    at: (place) => heightIn(find(keyOf(groundTileOf(place)))?.tile, place),
    async over(places) {
      const found = new Map<number, Found>();
      for (const place of alongTiles(places)) {
        const address = groundTileOf(place);
        const key = keyOf(address);
        if (!found.has(key)) found.set(key, { tile: await read(address), inside: insideOf(address) });
      }
      let last: Found | undefined;
      return (place) => {
        if (last === undefined || !isIn(last.inside, place)) last = found.get(keyOf(groundTileOf(place)));
        return heightIn(last?.tile, place);
      };
    },
  };
}

/** The first of successive places in the same tile: nearly all records of a track are beside the one before. */
function* alongTiles(places: Iterable<Position>): Iterable<Position> {
  let inside: TileInside | undefined;
  for (const place of places) {
    if (inside !== undefined && isIn(inside, place)) continue;
    inside = insideOf(groundTileOf(place));
    yield place;
  }
}

const isIn = ({ west, east, south, north }: TileInside, { latitude, longitude }: Position): boolean =>
  longitude > west && longitude < east && latitude > south && latitude < north;

function heightIn(tile: Read | undefined, place: Position): number {
  return tile ? groundHeightIn(tile, place) : NaN;
}

const keyOf = ({ x, y }: TileAddress): number => x * 2 ** GROUND_TILE.maxZoom + y;

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

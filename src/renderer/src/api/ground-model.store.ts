import { defineStore } from "pinia";
import { computed, ref, shallowRef } from "vue";
import { type GroundModel, GROUND_TILE } from "../../../../server/contracts/elevation.ts";
import {
  type Ground,
  type GroundTile,
  groundIn,
  groundTileOf,
  type TileAddress,
} from "../../../../server/contracts/ground-tile.ts";
import { fromMercator, type LatLon } from "../tracks/mercator.ts";
import { call, openFile, routes } from "./station.client.ts";

/** A tile has 133 kB. */
const MAX_TILES = 128;
/** A tile used within this time is not evicted: with aircraft all over a continent, tiles would evict each other. */
const KEEP_MS = 30_000;
const RETRY_AFTER_MS = 30_000;
/** Tiles that arrive within this time cause one redraw of the heights. */
const CHANGE_EVERY_MS = 100;

interface KeptTile {
  readonly loading: Promise<GroundTile | undefined>;
  /** Undefined while the tile is being loaded, and where no heights are known. */
  tile: GroundTile | undefined;
  usedAtMs: number;
}

/** The station's model of the ground, tile by tile as it is needed; the tiles are outside of Vue's reactivity. */
export const useGroundModel = defineStore("ground-model", () => {
  const model = shallowRef<GroundModel>();
  /** Increases whenever `find` may return other values. */
  const version = ref(0);
  const cells = computed(() => new Set(model.value?.cells.map(({ south, west }) => `${south} ${west}`)));
  const tiles = new Map<string, KeptTile>();
  let asked: Promise<void> | undefined;
  let change: ReturnType<typeof setTimeout> | undefined;

  /** Asks the station once for which areas it has heights; after a failure it asks again later. */
  function load(): Promise<void> {
    asked ??= call(routes.getGroundModel).then((answer) => {
      if (answer.kind === "ok") model.value = answer.value;
      else setTimeout(() => (asked = undefined), RETRY_AFTER_MS);
    });
    return asked;
  }

  /** The heights of a tile at zoom 9 to 12; undefined if none are known, or too many other tiles are in use. */
  async function tileOf(address: TileAddress): Promise<GroundTile | undefined> {
    await load();
    return keep(address)?.loading;
  }

  /** The ground height at a place if its tile is loaded; otherwise starts loading it, after which `version` changes. */
  function find(place: LatLon): Ground | undefined {
    void load();
    const tile = keep(groundTileOf(place))?.tile;
    return tile && groundIn(tile, place);
  }

  /** Loads the tiles that `find` needs for some places; resolves when they are loaded. */
  async function prepare(places: readonly LatLon[]): Promise<void> {
    await load();
    const addresses = new Map(places.map(groundTileOf).map((address) => [keyOf(address), address]));
    await Promise.all([...addresses.values()].flatMap((address) => keep(address)?.loading ?? []));
  }

  function keep(address: TileAddress): KeptTile | undefined {
    const key = keyOf(address);
    const known = tiles.get(key);
    const nowMs = Date.now();
    if (known) {
      known.usedAtMs = nowMs;
      return known;
    }
    if (address.z < GROUND_TILE.minZoom || !covers(address) || !makeRoom(nowMs)) return undefined;
    const kept: KeptTile = { loading: fetchTile(address), tile: undefined, usedAtMs: nowMs };
    tiles.set(key, kept);
    kept.loading.then(
      (tile) => {
        kept.tile = tile;
        change ??= setTimeout(() => {
          change = undefined;
          version.value += 1;
        }, CHANGE_EVERY_MS);
      },
      () => setTimeout(() => tiles.delete(key), RETRY_AFTER_MS),
    );
    return kept;
  }

  /** Whether the station has heights in a part of the tile, as far as it has answered. */
  function covers(address: TileAddress): boolean {
    return isCovered(address, cells.value);
  }

  function makeRoom(nowMs: number): boolean {
    if (tiles.size < MAX_TILES) return true;
    const [oldest] = [...tiles].toSorted(([, a], [, b]) => a.usedAtMs - b.usedAtMs);
    if (!oldest || nowMs - oldest[1].usedAtMs < KEEP_MS) return false;
    return tiles.delete(oldest[0]);
  }

  return { model, version, load, tileOf, find, prepare, covers };
});

const keyOf = ({ z, x, y }: TileAddress) => `${z}/${x}/${y}`;

async function fetchTile({ z, x, y }: TileAddress): Promise<GroundTile | undefined> {
  const params = { z: String(z), x: String(x), y: String(y) };
  const answer = await openFile(routes.getGroundTile, "*/*", { params });
  if (answer.kind !== "ok") throw new Error(`the ground was not loaded: ${answer.kind}`);
  const bytes = await new Response(answer.value.stream).arrayBuffer();
  return bytes.byteLength === 0 ? undefined : { z, x, y, bytes: new DataView(bytes) };
}

/** Whether the tile overlaps one of the 1° cells for which the station has heights. */
function isCovered({ z, x, y }: TileAddress, cells: ReadonlySet<string>): boolean {
  const scale = 2 ** z;
  const northWest = fromMercator({ x: x / scale, y: y / scale });
  const southEast = fromMercator({ x: (x + 1 - 1e-9) / scale, y: (y + 1) / scale });
  for (let south = Math.floor(southEast.latitude); south <= Math.floor(northWest.latitude); south++) {
    for (let west = Math.floor(northWest.longitude); west <= Math.floor(southEast.longitude); west++) {
      if (cells.has(`${south} ${west}`)) return true;
    }
  }
  return false;
}

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
/** A tile that was used within this time is not dropped for another: aircraft all over a continent would take turns. */
const KEEP_MS = 30_000;
const RETRY_AFTER_MS = 30_000;
/** Tiles that arrive together are one change for whoever shows heights. */
const CHANGE_EVERY_MS = 100;

interface KeptTile {
  readonly loading: Promise<GroundTile | undefined>;
  /** Undefined while it is loaded, and where nothing is known. */
  tile: GroundTile | undefined;
  usedAtMs: number;
}

/** The station's model of the ground, tile by tile as it is needed; the tiles are outside of Vue's reactivity. */
export const useGroundModel = defineStore("ground-model", () => {
  const model = shallowRef<GroundModel>();
  /** Counts changes of what `find` answers. */
  const version = ref(0);
  const cells = computed(() => new Set(model.value?.cells.map(({ south, west }) => `${south} ${west}`)));
  const tiles = new Map<string, KeptTile>();
  let asked: Promise<void> | undefined;
  let change: ReturnType<typeof setTimeout> | undefined;

  /** Asks once where the ground is known; again some time after a failure. */
  function load(): Promise<void> {
    asked ??= call(routes.getGroundModel).then((answer) => {
      if (answer.kind === "ok") model.value = answer.value;
      else setTimeout(() => (asked = undefined), RETRY_AFTER_MS);
    });
    return asked;
  }

  /** The heights of a tile at zoom 9 to 12; undefined where nothing is known, or too many others are in use. */
  async function tileOf(address: TileAddress): Promise<GroundTile | undefined> {
    await load();
    return keep(address)?.loading;
  }

  /** The ground at a place, if it is here; otherwise it is loaded, and `version` changes. */
  function find(place: LatLon): Ground | undefined {
    void load();
    const tile = keep(groundTileOf(place))?.tile;
    return tile && groundIn(tile, place);
  }

  /** Loads what `find` needs for some places, and is done when it is here. */
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

  /** Whether the ground is known in a part of a tile, as far as that was answered yet. */
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

/** Whether the tile has a part of one of the square degrees that are known. */
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

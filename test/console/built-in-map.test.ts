import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type LatLon, toMercator } from "../../src/renderer/src/tracks/mercator.ts";
import { TILE_EXTENT, type TileFeature, type WorldTile } from "../../src/renderer/src/map/world.cells.ts";
import { SHORE_ERROR_M } from "../../src/renderer/src/map/world.detail.ts";
import { WorldStore } from "../../src/renderer/src/map/world.store.ts";

const FOLDER = join(import.meta.dirname, "../../src/renderer/public/world");
const EQUATOR_M = 40_075_016.686;
/** Leaflet's zooms, with tiles of 512 pixels. */
const ZOOMS = Array.from({ length: 18 }, (_, index) => index + 2);
const TILE_PX = 512;

const store = new WorldStore(async (name) => gunzipSync(readFileSync(join(FOLDER, name))));

const land: Readonly<Record<string, LatLon>> = {
  "Bremerton, Washington": { latitude: 47.567, longitude: -122.632 },
  Prague: { latitude: 50.0875, longitude: 14.4214 },
  "Amsterdam, below the sea": { latitude: 52.3676, longitude: 4.9041 },
  "Bergen, between fjords": { latitude: 60.3913, longitude: 5.3221 },
  "Flåm, at the end of a fjord": { latitude: 60.8628, longitude: 7.1136 },
  "Lausanne, at a lake": { latitude: 46.5197, longitude: 6.6323 },
  "Murmansk, at a bay": { latitude: 68.979, longitude: 33.0925 },
  "Mombasa, an island": { latitude: -4.0547, longitude: 39.6636 },
  "Suva, near the antimeridian": { latitude: -18.1416, longitude: 178.4419 },
  "Venice, in a lagoon": { latitude: 45.4371, longitude: 12.3326 },
};

/** A pixel of a wider view is wider than what is missing in the outlines there. */
const NARROW_VIEW_ZOOM = 6;
const smallLand: Readonly<Record<string, LatLon>> = {
  "Lelystad, on land that was sea": { latitude: 52.5185, longitude: 5.4714 },
  "Ålesund, on islands": { latitude: 62.4722, longitude: 6.1549 },
  "Funafuti, an atoll": { latitude: -8.5243, longitude: 179.1942 },
  "Tarawa, an atoll": { latitude: 1.3278, longitude: 172.977 },
};

/** Parks of the United States only: the data has no others. */
const parks: Readonly<Record<string, LatLon>> = {
  "Death Valley": { latitude: 36.5, longitude: -117.05 },
  "Denali, with its glaciers": { latitude: 63.2, longitude: -151 },
  Everglades: { latitude: 25.4, longitude: -80.9 },
  "Crater Lake, whose lake is water": { latitude: 42.94, longitude: -122.1 },
};
const PARK_ZOOM = 5;

describe("the built-in map", () => {
  it.each(Object.entries(land))("never shows %s as water, at any zoom", async (_, place) => {
    expect(await groundsAt(place)).not.toContain("sea");
    expect(await groundsAt(place)).not.toContain("lake");
  });

  it.each(Object.entries(smallLand))("never shows %s as water, as soon as a pixel is smaller", async (_, place) => {
    const grounds = (await groundsAt(place)).slice(ZOOMS.indexOf(NARROW_VIEW_ZOOM));
    expect(grounds).not.toContain("sea");
    expect(grounds).not.toContain("lake");
  });

  it("has water in Lake Geneva as soon as it can be seen", async () => {
    const grounds = await groundsAt({ latitude: 46.44, longitude: 6.52 });
    expect(new Set(grounds.slice(4))).toEqual(new Set(["lake"]));
  });

  it.each(Object.entries(parks))("has %s as a protected area, from a view of some states on", async (_, place) => {
    const isParks = await Promise.all(
      ZOOMS.slice(ZOOMS.indexOf(PARK_ZOOM)).map(async (zoom) => {
        const { tile, at } = await tileAt(place, zoom);
        return isIn(tile.layers.park, at);
      }),
    );
    expect(new Set(isParks)).toEqual(new Set([true]));
  });

  it("has water in Crater Lake, in the middle of a protected area", async () => {
    const grounds = await groundsAt(parks["Crater Lake, whose lake is water"]!);
    expect(new Set(grounds.slice(ZOOMS.indexOf(8)))).toEqual(new Set(["lake"]));
  });

  it("keeps the open sea a sea", async () => {
    for (const place of [
      { latitude: 56.5, longitude: 3.2 },
      { latitude: 30, longitude: -179.99 },
    ])
      expect(new Set(await groundsAt(place))).toEqual(new Set(["sea"]));
  });

  it("names the towns and airfields of an area once, the largest first", async () => {
    const { x, y } = toMercator({ latitude: 50.08, longitude: 14.42 });
    const area = { west: x - 0.002, east: x + 0.002, north: y - 0.002, south: y + 0.002 };
    const { towns, airfields, countries } = await store.namesIn(area, 9, 20);
    expect(towns[0]?.name).toBe("Prague");
    expect(towns).toHaveLength(20);
    expect(new Set(towns.map((town) => `${town.name} ${town.x}`)).size).toBe(20);
    expect(airfields[0]?.name).toMatch(/^LKPR /);
    expect(countries.length).toBeGreaterThan(200);
    expect(countries.find(({ name }) => name === "Germany")?.code).toBe("DE");
  });

  it("has the names on the other side of the antimeridian", async () => {
    const { y } = toMercator({ latitude: -18.14, longitude: 0 });
    const { towns } = await store.namesIn({ west: 0.99, east: 1.01, north: y - 0.01, south: y + 0.01 }, 9, 5);
    expect(towns.map(({ name }) => name)).toContain("Suva");
  });
});

/** What each zoom shows at a place. */
async function groundsAt(place: LatLon): Promise<readonly Ground[]> {
  return Promise.all(
    ZOOMS.map(async (zoom) => {
      const { tile, at } = await tileAt(place, zoom);
      return groundOf(tile, at);
    }),
  );
}

/** A place in the units of the tile that shows it. */
interface PlaceInTile {
  readonly u: number;
  readonly v: number;
  readonly zoom: number;
  readonly place: LatLon;
}

async function tileAt(place: LatLon, zoom: number): Promise<{ readonly tile: WorldTile; readonly at: PlaceInTile }> {
  const z = zoom - 1;
  const point = toMercator(place);
  const [x, y] = [Math.floor(point.x * 2 ** z), Math.floor(point.y * 2 ** z)];
  const tile = (await store.cellOfTile(z, x, y)).tile(z, x, y);
  const at = {
    u: tile.left + ((point.x * 2 ** z - x) * TILE_EXTENT) / tile.magnification,
    v: tile.top + ((point.y * 2 ** z - y) * TILE_EXTENT) / tile.magnification,
    zoom,
    place,
  };
  return { tile, at };
}

type Ground = "land" | "sea" | "lake" | "near the shore";

function groundOf({ layers, magnification }: WorldTile, at: PlaceInTile): Ground {
  const { u, v, zoom, place } = at;
  const tileM = (EQUATOR_M * Math.cos((place.latitude * Math.PI) / 180) * magnification) / 2 ** (zoom - 1);
  // The belt along the shore has at least the width of two pixels.
  const beltUnits = Math.max((SHORE_ERROR_M / tileM) * TILE_EXTENT, (2 / TILE_PX) * (TILE_EXTENT / magnification));
  if (isIn(layers.nearshore, at)) return "near the shore";
  if (isIn(layers.lake, at)) return "lake";
  if (isIn(layers.land, at)) return "land";
  return layers.coast.some((one) => distanceTo(one, u, v) <= beltUnits) ? "near the shore" : "sea";
}

function isIn(features: readonly TileFeature[], { u, v, zoom }: PlaceInTile): boolean {
  return features.filter(({ tags }) => Number(tags?.["zoom"] ?? 0) <= zoom).some((one) => isInside(one, u, v));
}

function linesOf(feature: TileFeature): readonly ArrayLike<number>[] {
  return feature.geometry;
}

function isInside(feature: TileFeature, u: number, v: number): boolean {
  let isIn = false;
  for (const ring of linesOf(feature)) {
    forEachEdge(ring, ([x1, y1, x2, y2]) => {
      if (y1 > v !== y2 > v && u < ((x2 - x1) * (v - y1)) / (y2 - y1) + x1) isIn = !isIn;
    });
  }
  return isIn;
}

function distanceTo(feature: TileFeature, u: number, v: number): number {
  let nearest = Infinity;
  for (const line of linesOf(feature)) {
    forEachEdge(line, ([x1, y1, x2, y2]) => {
      const [dx, dy] = [x2 - x1, y2 - y1];
      const share = Math.max(0, Math.min(1, ((u - x1) * dx + (v - y1) * dy) / (dx * dx + dy * dy || 1)));
      nearest = Math.min(nearest, Math.hypot(u - x1 - share * dx, v - y1 - share * dy));
    });
  }
  return nearest;
}

function forEachEdge(line: ArrayLike<number>, visit: (edge: readonly [number, number, number, number]) => void): void {
  for (let at = 2; at + 1 < line.length; at += 2) {
    visit([line[at - 2] ?? 0, line[at - 1] ?? 0, line[at] ?? 0, line[at + 1] ?? 0]);
  }
}

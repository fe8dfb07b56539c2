import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  CELL_NODES,
  decodeCell,
  heightOfCode,
  reliefCellName,
  reliefGrid,
  type ReliefLevel,
} from "../../src/renderer/src/map/relief/relief.cells.ts";
import { FIELD_SAMPLES } from "../../src/renderer/src/map/relief/relief.field.ts";
import { ReliefStore } from "../../src/renderer/src/map/relief/relief.store.ts";
import { type LatLon, toMercator } from "../../src/renderer/src/tracks/mercator.ts";

const FOLDER = join(import.meta.dirname, "../../src/renderer/public/relief");
const MAX_BYTES = 1_300_000;
const LEVELS = [0, 1, 2] as const;

const store = new ReliefStore(async (name) => gunzipSync(readFileSync(join(FOLDER, name))));

/** Between which heights the ground of a place is, in metres; ETOPO5 has one for nine kilometres. */
const places: readonly (readonly [name: string, place: LatLon, lowestM: number, highestM: number])[] = [
  ["the region of Everest", { latitude: 27.99, longitude: 86.92 }, 5_300, 6_600],
  ["the region of Mont Blanc", { latitude: 45.83, longitude: 6.86 }, 1_700, 3_000],
  ["the Andes at Aconcagua", { latitude: -32.65, longitude: -70 }, 3_500, 5_000],
  ["the ice of Greenland", { latitude: 72.5, longitude: -38 }, 2_800, 3_400],
  ["Amsterdam", { latitude: 52.3676, longitude: 4.9041 }, -10, 15],
  ["the valley of the Dead Sea", { latitude: 31.5, longitude: 35.42 }, -440, -150],
  ["Denver", { latitude: 39.74, longitude: -104.99 }, 1_400, 2_000],
  ["Titicaca, by its shores", { latitude: -15.8, longitude: -69.4 }, 3_750, 3_950],
  ["Lake Superior, by its shores", { latitude: 47.7, longitude: -87.5 }, 100, 350],
];

describe("the heights of the built-in map", () => {
  it.each(places)("are right in %s", (_, place, lowestM, highestM) => {
    const heightM = nodeAt(place, 2);
    expect(heightM).toBeGreaterThanOrEqual(lowestM);
    expect(heightM).toBeLessThanOrEqual(highestM);
  });

  it.each([
    ["the Atlantic", { latitude: 30, longitude: -40 }],
    ["the North Sea", { latitude: 56.5, longitude: 3.2 }],
    ["the Mariana Trench", { latitude: 11.35, longitude: 142.2 }],
    ["the antimeridian in the Pacific", { latitude: 30, longitude: -180 }],
  ])("are none in %s", (_, place) => {
    for (const level of LEVELS) expect(nodeAt(place, level)).toBeUndefined();
  });

  it("are what a tile shows of them, at every zoom", async () => {
    for (const z of [1, 3, 5, 7, 8]) {
      const himalaya = await fieldHeight({ latitude: 30, longitude: 86 }, z);
      expect(himalaya).toBeGreaterThan(4_000);
      const plain = await fieldHeight({ latitude: 52, longitude: 21 }, z);
      expect(plain).toBeLessThan(250);
    }
  });

  it("need no picture in the open sea", async () => {
    expect(await store.fieldOf({ z: 6, x: 12, y: 30 })).toBeUndefined();
  });

  it("are small, and all there", () => {
    const names = readdirSync(FOLDER);
    const expected = LEVELS.flatMap((level) => {
      const { columns, rows } = reliefGrid(level);
      const [across, down] = [columns / CELL_NODES, rows / CELL_NODES];
      return Array.from({ length: across * down }, (_, at) =>
        reliefCellName({ level, column: at % across, row: Math.floor(at / across) }),
      );
    });
    expect(names.toSorted()).toEqual(expected.toSorted());
    const total = names.reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0);
    expect(total).toBeLessThan(MAX_BYTES);
  });

  it("are asked for again after they could not be read", async () => {
    let isBroken = true;
    const flaky = new ReliefStore(async (name) => {
      if (isBroken) throw new Error("the station restarts");
      return gunzipSync(readFileSync(join(FOLDER, name)));
    });
    await expect(flaky.fieldOf({ z: 4, x: 8, y: 5 })).rejects.toThrow("restarts");
    isBroken = false;
    expect(await flaky.fieldOf({ z: 4, x: 8, y: 5 })).toBeDefined();
  });
});

/** The height that is nearest to a place. */
function nodeAt({ latitude, longitude }: LatLon, level: ReliefLevel): number | undefined {
  const { columns, rows } = reliefGrid(level);
  const x = Math.round(((longitude + 180) / 360) * columns) % columns;
  const y = Math.round(((90 - latitude) / 180) * rows);
  const address = { level, column: Math.floor(x / CELL_NODES), row: Math.floor(y / CELL_NODES) };
  const codes = decodeCell(gunzipSync(readFileSync(join(FOLDER, reliefCellName(address)))));
  return heightOfCode(codes[(y % CELL_NODES) * CELL_NODES + (x % CELL_NODES)]!);
}

async function fieldHeight(place: LatLon, z: number): Promise<number> {
  const point = toMercator(place);
  const [x, y] = [point.x * 2 ** z, point.y * 2 ** z];
  const field = await store.fieldOf({ z, x: Math.floor(x), y: Math.floor(y) });
  const side = FIELD_SAMPLES - 2;
  const [column, row] = [Math.floor((x % 1) * side) + 1, Math.floor((y % 1) * side) + 1];
  return field!.heightsM[row * FIELD_SAMPLES + column]!;
}

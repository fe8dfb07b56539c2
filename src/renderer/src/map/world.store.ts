import { type CellAddress, cellName, cellAddressOf, WorldCell } from "./world.cells.ts";
import type { MercatorArea, WorldNames } from "./world.names.ts";

/** Cells are about a megabyte each when they are read; this many cover the largest screen. */
const MAX_CELLS = 40;
const WIDEST: CellAddress = { level: 0, x: 0, y: 0 };

/** Reads the cells of the built-in map when they are needed, and keeps those that were used last. */
export class WorldStore {
  readonly #cells = new Map<string, Promise<WorldCell>>();
  readonly #read: (name: string) => Promise<Uint8Array>;

  /** @param read returns the unpacked bytes of a cell */
  constructor(read: (name: string) => Promise<Uint8Array>) {
    this.#read = read;
  }

  /** The cell of a tile. Rejects if it cannot be read; the next call tries again. */
  cellOfTile(z: number, x: number, y: number): Promise<WorldCell> {
    return this.#cell(cellAddressOf(z, x, y));
  }

  /** The named features in an area, the largest first, at most `limit` of a kind; `z` is that of the visible tiles. */
  async namesIn(area: MercatorArea, z: number, limit: number): Promise<WorldNames> {
    const [widest, ...cells] = await Promise.all([WIDEST, ...cellsIn(area, z)].map((address) => this.#cell(address)));
    return {
      countries: widest?.names.countries ?? [],
      towns: largestIn(
        area,
        cells.flatMap(({ names }) => names.towns),
        ({ population }) => population,
      ).slice(0, limit),
      airfields: largestIn(
        area,
        cells.flatMap(({ names }) => names.airfields),
        ({ length }) => length,
      ).slice(0, limit),
    };
  }

  #cell(address: CellAddress): Promise<WorldCell> {
    const name = cellName(address);
    const cell = this.#cells.get(name) ?? this.#read(name).then((bytes) => new WorldCell(bytes, address));
    this.#cells.delete(name);
    this.#cells.set(name, cell);
    cell.catch(() => this.#cells.delete(name));
    const [oldest] = this.#cells.keys();
    if (this.#cells.size > MAX_CELLS && oldest !== undefined) this.#cells.delete(oldest);
    return cell;
  }
}

/** The cells that an area touches; its sides may lie beyond the antimeridian. */
export function cellsIn({ west, north, east, south }: MercatorArea, z: number): readonly CellAddress[] {
  const { level } = cellAddressOf(z, 0, 0);
  const across = 2 ** level;
  const clamp = (value: number): number => Math.max(0, Math.min(across - 1, Math.floor(value * across)));
  const first = Math.floor(west * across);
  const last = Math.min(first + across - 1, Math.floor(east * across));
  const found: CellAddress[] = [];
  for (let x = first; x <= last; x += 1) {
    for (let y = clamp(north); y <= clamp(south); y += 1) found.push({ level, x: ((x % across) + across) % across, y });
  }
  return found;
}

/** Removes duplicates: cells overlap a little, so a feature near a border is in two of them. */
function largestIn<T extends { readonly name: string; readonly x: number; readonly y: number }>(
  { west, north, east, south }: MercatorArea,
  all: readonly T[],
  sizeOf: (one: T) => number,
): readonly T[] {
  const seen = new Set<string>();
  return all
    .filter(({ x, y }) => y >= north && y <= south && x - west - Math.floor(x - west) <= east - west)
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))
    .filter(({ name, x, y }) => {
      const key = `${name} ${x.toFixed(5)} ${y.toFixed(5)}`;
      return !seen.has(key) && seen.add(key);
    });
}

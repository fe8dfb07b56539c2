import { cellHeights, type ReliefAddress, reliefCellName } from "./relief.cells.ts";
import { reliefCellsOf, reliefField, type ReliefField, type TileAddress } from "./relief.field.ts";

/** A cell is 130 kB; the tiles around a large screen need fewer. */
const MAX_CELLS = 60;

/** Reads the heights of the built-in map when they are needed, and keeps those that were used last. */
export class ReliefStore {
  readonly #cells = new Map<string, Promise<Float32Array | undefined>>();
  readonly #read: (name: string) => Promise<Uint8Array>;

  /** @param read returns the unpacked bytes of a cell */
  constructor(read: (name: string) => Promise<Uint8Array>) {
    this.#read = read;
  }

  /** Starts to read the cells that a tile needs. */
  read(tile: TileAddress): void {
    for (const address of reliefCellsOf(tile)) void this.#cell(address);
  }

  /**
   * The heights and shades of a tile; undefined if it has no land. Rejects if the heights cannot be read; the next call
   * tries again.
   */
  async fieldOf(tile: TileAddress): Promise<ReliefField | undefined> {
    const addresses = reliefCellsOf(tile);
    const cells = await Promise.all(addresses.map((address) => this.#cell(address)));
    const heights = new Map(addresses.map((address, index) => [reliefCellName(address), cells[index]]));
    if (cells.every((cell) => cell === undefined)) return undefined;
    return reliefField(tile, (address) => heights.get(reliefCellName(address)));
  }

  #cell(address: ReliefAddress): Promise<Float32Array | undefined> {
    const name = reliefCellName(address);
    const cell = this.#cells.get(name) ?? this.#read(name).then(heightsIn);
    this.#cells.delete(name);
    this.#cells.set(name, cell);
    cell.catch(() => this.#cells.delete(name));
    const [oldest] = this.#cells.keys();
    if (this.#cells.size > MAX_CELLS && oldest !== undefined) this.#cells.delete(oldest);
    return cell;
  }
}

/** Returns undefined for a cell of sea. */
function heightsIn(bytes: Uint8Array): Float32Array | undefined {
  return bytes.length === 0 ? undefined : cellHeights(bytes);
}

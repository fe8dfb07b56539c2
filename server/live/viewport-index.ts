import { type Bbox, isInside, type Position, splitAtAntimeridian } from "../kernel/geo.ts";

/** Finds the clients whose viewport contains a position, without checking all of them. */
export type ViewportIndex<K> = {
  /** Replaces the viewport of `key`. */
  readonly set: (key: K, bbox: Bbox) => void;
  readonly remove: (key: K) => void;
  /** Clients whose viewport contains the position, edges included. */
  readonly at: (position: Position) => K[];
  /** Whether there may be any; much faster than `at`. */
  readonly isNear: (position: Position) => boolean;
};

type Viewport<K> = { readonly key: K; readonly bbox: Bbox };
/**
 * The viewports that overlap a cell; also as a list, made when it is needed, because iterating a list takes half the
 * time.
 */
type Cell<K> = { readonly viewports: Map<K, Viewport<K>>; list: readonly Viewport<K>[] | undefined };

/** A grid of one degree: the largest viewport covers about 700 cells near the equator and 4,500 around a pole. */
export function createViewportIndex<K>(): ViewportIndex<K> {
  const cells = new Map<number, Cell<K>>();
  const viewports = new Map<K, Bbox>();

  const remove = (key: K) => {
    const bbox = viewports.get(key);
    if (bbox === undefined) return;
    viewports.delete(key);
    for (const at of cellsOf(bbox)) {
      const cell = cells.get(at);
      if (cell === undefined) continue;
      cell.viewports.delete(key);
      cell.list = undefined;
      if (cell.viewports.size === 0) cells.delete(at);
    }
  };
  return {
    remove,
    set(key, bbox) {
      remove(key);
      viewports.set(key, bbox);
      const viewport = { key, bbox };
      for (const at of cellsOf(bbox)) {
        const cell = cells.get(at);
        if (cell === undefined) {
          cells.set(at, { viewports: new Map([[key, viewport]]), list: undefined });
        } else {
          cell.viewports.set(key, viewport);
          cell.list = undefined;
        }
      }
    },
    isNear: ({ latitude, longitude }) => cells.has(cellAt(latitude, longitude)),
    at(position) {
      const found: K[] = [];
      const cell = cells.get(cellAt(position.latitude, position.longitude));
      if (cell === undefined) return found;
      cell.list ??= [...cell.viewports.values()];
      for (const { key, bbox } of cell.list) if (isInside(bbox, position)) found.push(key);
      return found;
    },
  };
}

const COLUMNS = 361;

function cellAt(latitude: number, longitude: number): number {
  return Math.floor(latitude + 90) * COLUMNS + Math.floor(longitude + 180);
}

function* cellsOf(bbox: Bbox): Generator<number> {
  for (const { west, south, east, north } of splitAtAntimeridian(bbox)) {
    for (let row = Math.floor(south + 90); row <= Math.floor(north + 90); row++) {
      for (let column = Math.floor(west + 180); column <= Math.floor(east + 180); column++)
        yield row * COLUMNS + column;
    }
  }
}

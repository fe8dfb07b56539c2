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

type Cells<K> = Map<number, Map<K, Bbox>>;

/** A grid of one degree: the largest viewport covers about 700 cells near the equator and 4,500 around a pole. */
export function createViewportIndex<K>(): ViewportIndex<K> {
  const cells: Cells<K> = new Map();
  const viewports = new Map<K, Bbox>();

  const remove = (key: K) => {
    const bbox = viewports.get(key);
    if (bbox === undefined) return;
    viewports.delete(key);
    for (const cell of cellsOf(bbox)) {
      const keys = cells.get(cell);
      keys?.delete(key);
      if (keys?.size === 0) cells.delete(cell);
    }
  };
  return {
    remove,
    set(key, bbox) {
      remove(key);
      viewports.set(key, bbox);
      for (const cell of cellsOf(bbox)) {
        const keys = cells.get(cell);
        if (keys) keys.set(key, bbox);
        else cells.set(cell, new Map([[key, bbox]]));
      }
    },
    isNear: ({ latitude, longitude }) => cells.has(cellAt(latitude, longitude)),
    at(position) {
      const found: K[] = [];
      for (const [key, bbox] of cells.get(cellAt(position.latitude, position.longitude)) ?? []) {
        if (isInside(bbox, position)) found.push(key);
      }
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

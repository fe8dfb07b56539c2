import type { MercatorPoint } from "../tracks/mercator.ts";

/** Aircraft that are drawn as one symbol with their number. */
export interface Cluster {
  /** Pixels from the left and the top: the middle of its aircraft. */
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly track: { readonly position: MercatorPoint | undefined };
}

/** Deeper than this every aircraft is drawn by itself. */
export const MAX_CLUSTER_ZOOM = 7.5;
const CELL_PX = 44;
/** Fewer aircraft can still be distinguished. */
const MIN_COUNT = 4;

/**
 * Joins the aircraft of a cell of the map into one symbol. Cells are fixed to the world, so a cluster does not change
 * while the map is moved.
 *
 * @param isKept aircraft that are always drawn by themselves
 */
export function clusterTracks<T extends Placed>(
  placed: readonly T[],
  view: { readonly zoom: number; readonly worldPx: number },
  isKept: (one: T) => boolean,
): { readonly singles: readonly T[]; readonly clusters: readonly Cluster[] } {
  if (view.zoom > MAX_CLUSTER_ZOOM) return { singles: placed, clusters: [] };
  const cells = new Map<number, T[]>();
  const singles: T[] = [];
  for (const one of placed) {
    const { position } = one.track;
    if (!position || isKept(one)) {
      singles.push(one);
      continue;
    }
    const column = Math.floor((position.x * view.worldPx) / CELL_PX);
    const key = column * 100_003 + Math.floor((position.y * view.worldPx) / CELL_PX);
    const cell = cells.get(key);
    if (cell) cell.push(one);
    else cells.set(key, [one]);
  }
  const clusters: Cluster[] = [];
  for (const cell of cells.values()) {
    if (cell.length < MIN_COUNT) singles.push(...cell);
    else clusters.push(middleOf(cell));
  }
  return { singles, clusters };
}

function middleOf(cell: readonly Placed[]): Cluster {
  const sum = cell.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / cell.length, y: sum.y / cell.length, count: cell.length };
}

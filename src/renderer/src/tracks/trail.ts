import { type LatLon, nearestX, toMercator } from "./mercator.ts";

/**
 * The past positions of an aircraft: parallel columns in time order, x and y as fractions of the Mercator world. Beyond
 * the antimeridian x continues, below 0 or above 1.
 */
export interface Trail {
  readonly timesMs: ArrayLike<number>;
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
}

export interface TrailPoint extends LatLon {
  readonly timeMs: number;
}

/** Points that are closer together cannot be told apart on the map, and a 10 Hz receiver would fill the memory. */
const SPACING_MS = 900;

/** A trail that grows. One per aircraft; bounded in points and, while live, in age. */
export class GrowingTrail implements Trail {
  readonly timesMs: number[] = [];
  readonly xs: number[] = [];
  readonly ys: number[] = [];
  readonly #maxPoints: number;
  readonly #spacingMs: number;

  constructor(limits: { readonly maxPoints: number; readonly spacingMs?: number }) {
    this.#maxPoints = limits.maxPoints;
    this.#spacingMs = limits.spacingMs ?? SPACING_MS;
  }

  /** Adds a point, in any order of time. The newest point is kept even when it is close to the one before. */
  add(point: TrailPoint): void {
    const at = this.#placeFor(point.timeMs);
    if (this.timesMs[at - 1] === point.timeMs) return;
    const isNewest = at === this.timesMs.length;
    if (isNewest && this.#isCrowded(at)) this.#remove(at - 1);
    else if (!isNewest && this.#wouldCrowd(at, point.timeMs)) return;
    const { x, y } = toMercator(point);
    const place = isNewest ? this.timesMs.length : at;
    this.timesMs.splice(place, 0, point.timeMs);
    this.xs.splice(place, 0, nearestX(x, this.xs[place - 1] ?? this.xs[place] ?? x));
    this.ys.splice(place, 0, y);
    if (this.timesMs.length > this.#maxPoints) this.#remove(0, this.timesMs.length - this.#maxPoints);
  }

  /** Removes everything before a time. */
  trimBefore(timeMs: number): void {
    // From the oldest on: once a second there is one to remove, of hundreds.
    let count = 0;
    while ((this.timesMs[count] ?? Infinity) < timeMs) count += 1;
    if (count > 0) this.#remove(0, count);
  }

  /** The index at which a point of this time is inserted. Live points are the newest, so the end is tried first. */
  #placeFor(timeMs: number): number {
    let at = this.timesMs.length;
    while (at > 0 && (this.timesMs[at - 1] ?? 0) > timeMs) at -= 1;
    return at;
  }

  /** Whether the newest point is too close to its predecessor to be kept once a newer one arrives. */
  #isCrowded(length: number): boolean {
    const last = this.timesMs[length - 1];
    const before = this.timesMs[length - 2];
    return last !== undefined && before !== undefined && last - before < this.#spacingMs;
  }

  #wouldCrowd(at: number, timeMs: number): boolean {
    const before = this.timesMs[at - 1] ?? -Infinity;
    const after = this.timesMs[at] ?? Infinity;
    return timeMs - before < this.#spacingMs / 2 || after - timeMs < this.#spacingMs / 2;
  }

  #remove(from: number, count = 1): void {
    this.timesMs.splice(from, count);
    this.xs.splice(from, count);
    this.ys.splice(from, count);
  }
}

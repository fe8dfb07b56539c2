import type { Fix, Sample } from "./alert.model.ts";
import { inOrder } from "./episodes.rules.ts";
import { fixOrder } from "./fixes.rules.ts";

/** How an entry is written as numbers; the first of them is its time. */
type Packing<T> = {
  readonly width: number;
  readonly write: (values: Float64Array, at: number, entry: T) => void;
  readonly read: (values: Float64Array, at: number) => T;
  /** 0 for an entry that is already in the track. */
  readonly order: (a: T, b: T) => number;
};

const MIN_ENTRIES = 16;

/**
 * The recent entries of an aircraft, in order of time, as numbers in one block of memory: a third of the size of
 * objects, and nothing for the garbage collector to trace. Each read creates a new entry.
 */
export class PackedTrack<T extends { readonly timeMs: number }> {
  private readonly packing: Packing<T>;
  private values: Float64Array;
  private count = 0;
  /** Cached, because it is read most often. */
  private last: T | undefined;

  constructor(packing: Packing<T>) {
    this.packing = packing;
    this.values = new Float64Array(MIN_ENTRIES * packing.width);
  }

  get length(): number {
    return this.count;
  }

  /** Its memory outside of the heap. */
  get bytes(): number {
    return this.values.byteLength;
  }

  get newest(): T | undefined {
    if (this.last === undefined && this.count > 0) this.last = this.read(this.count - 1);
    return this.last;
  }

  timeMs(index: number): number {
    return this.values[index * this.packing.width]!;
  }

  /** The entries from one on, and before another. */
  list(from = 0, to = Infinity): T[] {
    const entries: T[] = [];
    const end = Math.min(to, this.count);
    for (let index = from; index < end; index++) entries.push(this.read(index));
    return entries;
  }

  /** Inserts an entry at its place; false when it is already in the track. */
  insert(entry: T): boolean {
    let index = this.count;
    for (; index > 0 && this.timeMs(index - 1) >= entry.timeMs; index--) {
      if (this.timeMs(index - 1) > entry.timeMs) continue;
      const order = this.packing.order(this.read(index - 1), entry);
      if (order === 0) return false;
      if (order < 0) break;
    }
    const { width } = this.packing;
    if ((this.count + 1) * width > this.values.length) this.resize(this.count + (this.count >> 1));
    if (index === this.count) this.last = entry;
    else this.values.copyWithin((index + 1) * width, index * width, this.count * width);
    this.packing.write(this.values, index * width, entry);
    this.count++;
    return true;
  }

  /** Replaces everything by entries that are in order, each once. */
  replace(entries: readonly T[]): void {
    this.last = undefined;
    this.count = 0;
    this.resize(entries.length);
    for (const entry of entries) this.packing.write(this.values, this.count++ * this.packing.width, entry);
  }

  removeFirst(count: number): void {
    const { width } = this.packing;
    this.values.copyWithin(0, count * width, this.count * width);
    this.count -= count;
    if (this.count === 0) this.last = undefined;
    // The memory is large because much was once received in a short time.
    if (this.count * width * 4 < this.values.length) this.resize(this.count * 2);
  }

  /** How many entries are before a time. */
  countBefore(timeMs: number): number {
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.timeMs(middle) < timeMs) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** The newest entry that is at or before a time, and not older than allowed. */
  newestAt(timeMs: number, maxAgeMs = Infinity): T | undefined {
    const { newest } = this;
    if (newest === undefined) return undefined;
    if (newest.timeMs <= timeMs) return timeMs - newest.timeMs <= maxAgeMs ? newest : undefined;
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.timeMs(middle) <= timeMs) from = middle + 1;
      else to = middle;
    }
    return from > 0 && timeMs - this.timeMs(from - 1) <= maxAgeMs ? this.read(from - 1) : undefined;
  }

  private read(index: number): T {
    return this.packing.read(this.values, index * this.packing.width);
  }

  private resize(entries: number): void {
    const { width } = this.packing;
    const length = Math.max(MIN_ENTRIES, entries) * width;
    if (length === this.values.length) return;
    const values = new Float64Array(length);
    values.set(this.values.subarray(0, this.count * width));
    this.values = values;
  }
}

const SAMPLES: Packing<Sample> = {
  width: 8,
  write(values, at, sample) {
    values[at] = sample.timeMs;
    values[at + 1] = sample.suboperation;
    values[at + 2] = sample.latitude;
    values[at + 3] = sample.longitude;
    values[at + 4] = sample.mslM;
    values[at + 5] = sample.wgs84M;
    values[at + 6] = sample.aglM;
    values[at + 7] = sample.atoM;
  },
  read: (values, at) => ({
    timeMs: values[at]!,
    suboperation: values[at + 1]!,
    latitude: values[at + 2]!,
    longitude: values[at + 3]!,
    mslM: values[at + 4]!,
    wgs84M: values[at + 5]!,
    aglM: values[at + 6]!,
    atoM: values[at + 7]!,
  }),
  order: inOrder,
};

/** Without heights: nothing compares those of an operator. */
const OPERATOR_FIXES: Packing<Fix> = {
  width: 3,
  write(values, at, { timeMs, latitude, longitude }) {
    values[at] = timeMs;
    values[at + 1] = latitude;
    values[at + 2] = longitude;
  },
  read: (values, at) => ({
    timeMs: values[at]!,
    latitude: values[at + 1]!,
    longitude: values[at + 2]!,
    wgs84M: NaN,
  }),
  order: fixOrder,
};

export const packedSamples = (): PackedTrack<Sample> => new PackedTrack(SAMPLES);
export const packedOperator = (): PackedTrack<Fix> => new PackedTrack(OPERATOR_FIXES);

import type { ByteSink } from "./segment-bytes.ts";
import { DELTAS, DOUBLES, HAS_EXCEPTIONS, HAS_NULLS, HAS_REFERENCE, SECOND_DELTAS, VALUES } from "./column-form.ts";

/** Larger numbers are written as they are, so that no difference of two of them is inexact. */
const MAX_MAGNITUDE = 2 ** 48;
/** Bits that an exception takes beside its value: a byte of position, and what rounds its value up to bytes. */
const EXCEPTION_BITS = 12;

type Predicted = { readonly mode: number; readonly isReferenced: boolean; readonly bits: number };
type Packing = { readonly width: number; readonly base: number };

let known = new Float64Array(256);
let references = new Float64Array(256);
let candidate = new Float64Array(256);
let chosen = new Float64Array(256);
let sorted = new Float64Array(256);

function reserve(count: number): void {
  if (known.length >= count) return;
  const length = Math.max(count, 2 * known.length);
  known = new Float64Array(length);
  references = new Float64Array(length);
  candidate = new Float64Array(length);
  chosen = new Float64Array(length);
  sorted = new Float64Array(length);
}

/**
 * Writes a column of whole numbers; at least one of them is known. Throws a `RangeError` where one is not whole.
 *
 * @param reference values of the column that these are compared with, if there is one
 */
export function writeIntegers(
  sink: ByteSink,
  values: readonly (number | null)[],
  reference: readonly (number | null)[] | undefined,
): void {
  const count = takeKnown(values, reference);
  const hasNulls = count.known < values.length;
  const nulls = hasNulls ? HAS_NULLS : 0;
  if (!count.areSmall) {
    sink.byte(DOUBLES | nulls);
    if (hasNulls) writeNullMask(sink, values);
    for (let index = 0; index < count.known; index++) sink.float64(known[index]!);
    return;
  }
  if (count.areEqual) {
    sink.byte(VALUES | nulls);
    if (hasNulls) writeNullMask(sink, values);
    sink.byte(0);
    sink.signed(known[0]!);
    return;
  }
  const { mode, isReferenced } = bestPrediction(count.known, count.isReferenced);
  predict(chosen, count.known, { mode, isReferenced });
  const first = mode === VALUES ? 0 : mode === DELTAS ? 1 : 2;
  const packing = bestPacking(count.known, first);
  const exceptions = countExceptions(count.known, first, packing);
  sink.byte(mode | nulls | (isReferenced ? HAS_REFERENCE : 0) | (exceptions > 0 ? HAS_EXCEPTIONS : 0));
  if (hasNulls) writeNullMask(sink, values);
  sink.byte(packing.width);
  for (let index = 0; index < first; index++) sink.signed(chosen[index]!);
  sink.signed(packing.base);
  writePacked(sink, count.known, first, { ...packing, exceptions });
}

function takeKnown(values: readonly (number | null)[], reference: readonly (number | null)[] | undefined) {
  reserve(values.length);
  let count = 0;
  let areSmall = true;
  let areEqual = true;
  let isReferenced = reference !== undefined;
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    if (value === null) continue;
    known[count] = value;
    if (value !== known[0]) areEqual = false;
    if (!Number.isInteger(value)) throw new RangeError(`${value} is not a whole number`);
    if (value > MAX_MAGNITUDE || value < -MAX_MAGNITUDE) areSmall = false;
    if (isReferenced) {
      const other = reference![index]!;
      if (other === null || !Number.isInteger(other) || other > MAX_MAGNITUDE || other < -MAX_MAGNITUDE) {
        isReferenced = false;
      } else references[count] = other;
    }
    count++;
  }
  return { known: count, areSmall, areEqual, isReferenced };
}

function writeNullMask(sink: ByteSink, values: readonly unknown[]): void {
  for (let from = 0; from < values.length; from += 8) {
    let byte = 0;
    for (let bit = 0; bit < 8 && from + bit < values.length; bit++) if (values[from + bit] === null) byte |= 1 << bit;
    sink.byte(byte);
  }
}

/** Values, or their first or second differences; the first one or two stay what they are. */
function predict(into: Float64Array, count: number, { mode, isReferenced }: Omit<Predicted, "bits">): void {
  if (isReferenced) for (let index = 0; index < count; index++) into[index] = known[index]! - references[index]!;
  else for (let index = 0; index < count; index++) into[index] = known[index]!;
  if (mode === VALUES) return;
  for (let index = count - 1; index >= 1; index--) into[index]! -= into[index - 1]!;
  if (mode === DELTAS) return;
  for (let index = count - 1; index >= 2; index--) into[index]! -= into[index - 1]!;
}

/** The prediction whose rest takes the fewest bits, without regard to how it is packed. */
function bestPrediction(count: number, canReference: boolean): Predicted {
  let best: Predicted | undefined;
  for (const isReferenced of canReference ? [true, false] : [false]) {
    predict(candidate, count, { mode: VALUES, isReferenced });
    for (let mode: number = VALUES; mode <= SECOND_DELTAS && mode < Math.max(1, count); mode++) {
      if (mode > VALUES) {
        for (let index = count - 1; index >= mode; index--) candidate[index]! -= candidate[index - 1]!;
      }
      const bits = estimate(count, mode);
      if (best === undefined || bits < best.bits) best = { mode, isReferenced, bits };
      if (bits === 0) return best;
    }
  }
  return best!;
}

/** Bits of the differences to the middle one of the values, or to zero where they are differences already. */
function estimate(count: number, first: number): number {
  const middle = first === VALUES ? candidate[count >> 1]! : 0;
  // An earlier prediction is better where it is as good: its values take less time to read.
  let bits = 24 * first;
  for (let index = first; index < count; index++) {
    bits += bitsOf(Math.abs(candidate[index]! - middle));
  }
  return bits;
}

function bitsOf(value: number): number {
  if (value < 0x8000_0000) return 32 - Math.clz32(value);
  return 64 - Math.clz32(Math.floor(value / 0x1_0000_0000));
}

/** The range of 2^width values that leaves the fewest bits, where each value outside of it is an exception. */
function bestPacking(count: number, first: number): Packing {
  const length = count - first;
  if (length <= 0) return { width: 0, base: 0 };
  const order = sorted;
  sortChosen(first, count);
  const low = order[0]!;
  const high = order[length - 1]!;
  let best = { width: bitsOf(high - low), base: low };
  let bestBits = length * best.width;
  for (let width = best.width - 1; width >= 0 && length * width < bestBits; width--) {
    const span = 2 ** width - 1;
    let inside = 0;
    let base = low;
    for (let from = 0, to = 0; to < length; to++) {
      while (order[to]! - order[from]! > span) from++;
      if (to - from + 1 > inside) {
        inside = to - from + 1;
        base = order[from]!;
      }
    }
    // A narrower range leaves at least as many.
    if ((length - inside) * EXCEPTION_BITS >= bestBits) break;
    const farthest = bitsOf(Math.max(high - base, base - low)) + 1;
    const bits = length * width + (length - inside) * (EXCEPTION_BITS + farthest);
    if (bits < bestBits) {
      bestBits = bits;
      best = { width, base };
    }
  }
  return best;
}

/** Up to this many numbers, as runs have, are sorted faster one by one than by a call of the engine's own sorting. */
const FEW_NUMBERS = 24;

/** Writes the chosen numbers from `first` on into `sorted`, in ascending order. */
function sortChosen(first: number, count: number): void {
  const length = count - first;
  if (length > FEW_NUMBERS) {
    const order = sorted.subarray(0, length);
    order.set(chosen.subarray(first, count));
    order.sort();
    return;
  }
  for (let index = 0; index < length; index++) {
    const value = chosen[first + index]!;
    let place = index;
    for (; place > 0 && sorted[place - 1]! > value; place--) sorted[place] = sorted[place - 1]!;
    sorted[place] = value;
  }
}

function countExceptions(count: number, first: number, { width, base }: Packing): number {
  const end = base + 2 ** width;
  let exceptions = 0;
  for (let index = first; index < count; index++) {
    if (chosen[index]! < base || chosen[index]! >= end) exceptions++;
  }
  return exceptions;
}

function writePacked(
  sink: ByteSink,
  count: number,
  first: number,
  { width, base, exceptions }: Packing & { readonly exceptions: number },
): void {
  const end = base + 2 ** width;
  if (exceptions > 0) sink.varint(exceptions);
  let previous = first;
  for (let index = first; index < count; index++) {
    const value = chosen[index]!;
    const isException = value < base || value >= end;
    candidate[index - first] = isException ? 0 : value - base;
    if (!isException) continue;
    sink.varint(index - previous);
    sink.signed(value - base);
    previous = index;
  }
  sink.packed(candidate, Math.max(0, count - first), width);
}

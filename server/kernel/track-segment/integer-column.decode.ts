import { DELTAS, DOUBLES, HAS_EXCEPTIONS, HAS_NULLS, HAS_REFERENCE, MODE_BITS, VALUES } from "./column-form.ts";
import { constantColumn, nullsOf } from "./constant-columns.ts";
import { readPacked, readSigned, readVarint, type Reader } from "./segment-bytes.ts";

let scratch = new Float64Array(256);

/** Reads the times of a segment, which are all known. */
export function readTimes(reader: Reader, count: number): Float64Array {
  const form = reader.bytes[reader.at++]!;
  const times = new Float64Array(count);
  readKnown(reader, form, times, count);
  return times;
}

/**
 * Reads a column of whole numbers.
 *
 * @param referenceOf reads the column that this one may be compared with
 */
export function readIntegers(
  reader: Reader,
  count: number,
  referenceOf: () => ArrayLike<number | null>,
): readonly (number | null)[] {
  const form = reader.bytes[reader.at++]!;
  if (form === VALUES && reader.bytes[reader.at] === 0) {
    reader.at++;
    return constantColumn(readSigned(reader), count);
  }
  const values: (number | null)[] = nullsOf(count);
  const reference = (form & HAS_REFERENCE) !== 0 ? referenceOf() : undefined;
  if ((form & HAS_NULLS) === 0) {
    readKnown(reader, form, reserve(count), count);
    if (reference === undefined) for (let index = 0; index < count; index++) values[index] = scratch[index]!;
    else for (let index = 0; index < count; index++) values[index] = scratch[index]! + reference[index]!;
    return values;
  }
  const { bytes, at: mask } = reader;
  reader.at += Math.ceil(count / 8);
  let known = 0;
  for (let index = 0; index < count; index++) if (isKnown(bytes, mask, index)) known++;
  readKnown(reader, form, reserve(count), known);
  for (let index = 0, next = 0; index < count; index++) {
    if (!isKnown(bytes, mask, index)) continue;
    const value = scratch[next++]!;
    values[index] = reference === undefined ? value : value + reference[index]!;
  }
  return values;
}

function reserve(count: number): Float64Array {
  if (scratch.length < count) scratch = new Float64Array(count);
  return scratch;
}

function isKnown(bytes: Uint8Array, mask: number, index: number): boolean {
  return (bytes[mask + (index >> 3)]! & (1 << (index & 7))) === 0;
}

function readKnown(reader: Reader, form: number, into: Float64Array, count: number): void {
  const mode = form & MODE_BITS;
  if (mode === DOUBLES) {
    for (let index = 0; index < count; index++, reader.at += 8) into[index] = reader.view.getFloat64(reader.at, true);
    return;
  }
  const width = reader.bytes[reader.at++]!;
  const first = mode;
  const start = mode === VALUES ? 0 : readSigned(reader);
  const startDelta = mode > DELTAS ? readSigned(reader) : 0;
  const base = readSigned(reader);
  const exceptions = (form & HAS_EXCEPTIONS) !== 0 ? readExceptions(reader) : undefined;
  const packed = Math.max(0, count - first);
  const rest = into.subarray(first);
  if (width === 0) rest.fill(0, 0, packed);
  else readPacked(reader, width, rest, packed);
  if (exceptions !== undefined) {
    for (let at = 0; at < exceptions.length; at += 2) rest[exceptions[at]!] = exceptions[at + 1]!;
  }
  if (mode === VALUES) for (let index = 0; index < count; index++) into[index]! += base;
  else if (mode === DELTAS) {
    let value = start;
    into[0] = value;
    for (let index = 1; index < count; index++) into[index] = value += into[index]! + base;
  } else {
    let delta = startDelta;
    let value = start;
    into[0] = value;
    into[1] = value += delta;
    for (let index = 2; index < count; index++) into[index] = value += delta += into[index]! + base;
  }
}

/** Positions and values of the exceptions, alternately. */
function readExceptions(reader: Reader): readonly number[] {
  const exceptions: number[] = [];
  let place = 0;
  for (let left = readVarint(reader); left > 0; left--) {
    place += readVarint(reader);
    exceptions.push(place, readSigned(reader));
  }
  return exceptions;
}

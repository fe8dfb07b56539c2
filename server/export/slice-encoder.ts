import type { Slice, TrackOrigin } from "../kernel/telemetry.ts";
import type { ByteWriter, EncodedText } from "./byte-writer.ts";

/** What a document says about itself. */
export type DocumentAbout = {
  readonly name: string;
  /** Unix milliseconds. */
  readonly generatedAtMs: number;
};

/** One document in the making: `begin`, then `points` for every slice in order, then `end`. Used once. */
export type SliceEncoder<P> = {
  readonly begin: (out: ByteWriter) => void;
  readonly points: (out: ByteWriter, slice: Slice<P>) => void;
  readonly end: (out: ByteWriter) => void;
};

/** Writes one record without what separates it from the next; `ids` is what `encodeIds` made of its origin. */
export type RecordWriter<P> = {
  readonly encodeIds: (origin: TrackOrigin) => EncodedText;
  readonly write: (out: ByteWriter, point: P, ids: EncodedText) => void;
};

export function originOf(slice: Slice<unknown>, track: number): TrackOrigin {
  const origin = slice.origins.get(track);
  if (origin === undefined) throw new Error(`A slice has points of track ${track} but no origin of it`);
  return origin;
}

/** Encodes an origin once for all slices that carry the same object. */
export function createOriginEncoder(
  encode: (origin: TrackOrigin) => EncodedText,
): (origin: TrackOrigin) => EncodedText {
  const known = new WeakMap<TrackOrigin, EncodedText>();
  return (origin) => {
    const found = known.get(origin);
    if (found) return found;
    const encoded = encode(origin);
    known.set(origin, encoded);
    return encoded;
  };
}

/** Devices say a handful of words; one that says ever new ones must not fill the memory. */
const MAX_CACHED_LABELS = 256;

/** Encodes a label (a state, a type) once. */
export function createLabelEncoder(encode: (label: string) => EncodedText): (label: string) => EncodedText {
  const known = new Map<string, EncodedText>();
  return (label) => {
    const found = known.get(label);
    if (found) return found;
    const encoded = encode(label);
    if (known.size >= MAX_CACHED_LABELS) known.clear();
    known.set(label, encoded);
    return encoded;
  };
}

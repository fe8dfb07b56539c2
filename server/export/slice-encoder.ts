import type { Slice, TrackOrigin } from "../kernel/telemetry.ts";
import type { ByteWriter, EncodedText } from "./byte-writer.ts";

/** Metadata of a document. */
export type DocumentAbout = {
  readonly name: string;
  /** Unix milliseconds. */
  readonly generatedAtMs: number;
};

/** An encoder of one document: `begin`, then `points` for every slice in order, then `end`. Used once. */
export type SliceEncoder<P> = {
  readonly begin: (out: ByteWriter) => void;
  readonly points: (out: ByteWriter, slice: Slice<P>) => void;
  readonly end: (out: ByteWriter) => void;
};

/** Writes one record without the separator from the next; `ids` is the result of `encodeIds` for its origin. */
export type RecordWriter<P> = {
  readonly encodeIds: (origin: TrackOrigin) => EncodedText;
  readonly write: (out: ByteWriter, point: P, ids: EncodedText) => void;
};

export function originOf(slice: Slice<unknown>, track: number): TrackOrigin {
  const origin = slice.origins.get(track);
  if (origin === undefined) throw new Error(`A slice has points of track ${track} but no origin of it`);
  return origin;
}

/** Encodes an origin once for all slices that have the same object. */
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

/** Devices normally send few different labels; one that keeps sending new ones must not fill the memory. */
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

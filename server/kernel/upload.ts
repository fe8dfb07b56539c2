import type { Format } from "../contracts/formats.ts";
import type { TrackPoints } from "./track-points.ts";

/** A decompressed request body, read as it arrives. */
export type Upload = {
  readonly format: Format | "file";
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Name of a file in a form, known once its first bytes were read. */
  readonly fileName?: () => string | undefined;
};

/** A completely decoded track, or a sentence on what is wrong with it. */
export type DecodedPoints =
  | { readonly kind: "points"; readonly points: TrackPoints }
  | { readonly kind: "invalid"; readonly message: string };

/** Completely decoded records, or a sentence on what is wrong. `isOne`: a single record, not a list with one entry. */
export type DecodedRecords<T> =
  | { readonly kind: "records"; readonly records: readonly T[]; readonly isOne: boolean }
  | { readonly kind: "invalid"; readonly message: string };

/**
 * `no_file`: a form without the file; `too_many`: the same person has too many uploads at once; `no_room`: the disk is
 * full.
 */
export type UploadFault = "too_large" | "unreadable" | "no_file" | "too_many" | "no_room";

/** Thrown while reading an upload. */
export class UploadError extends Error {
  override readonly name = "UploadError";
  readonly reason: UploadFault;
  constructor(reason: UploadFault) {
    super(`upload: ${reason}`);
    this.reason = reason;
  }
}

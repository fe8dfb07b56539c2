import type { Format } from "../contracts/formats.ts";
import type { TrackPoints } from "./track-points.ts";

/** A body that is read as it comes in, decompressed. */
export type Upload = { readonly format: Format | "file"; readonly chunks: AsyncIterable<Uint8Array> };

/** A track that was read whole, or what is wrong with it in one sentence. */
export type DecodedPoints =
  | { readonly kind: "points"; readonly points: TrackPoints }
  | { readonly kind: "invalid"; readonly message: string };

/** Records that were read whole, or what is wrong with them in one sentence. `isOne`: one alone, not a list of one. */
export type DecodedRecords<T> =
  | { readonly kind: "records"; readonly records: readonly T[]; readonly isOne: boolean }
  | { readonly kind: "invalid"; readonly message: string };

/** Thrown while an upload is read. */
export class UploadError extends Error {
  override readonly name = "UploadError";
  readonly reason: "too_large" | "unreadable";
  constructor(reason: "too_large" | "unreadable") {
    super(`upload: ${reason}`);
    this.reason = reason;
  }
}

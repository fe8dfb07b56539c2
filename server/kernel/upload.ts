import type { Format } from "../contracts/route.ts";

/** A body that is read as it comes in, decompressed. */
export type Upload = { readonly format: Format; readonly chunks: AsyncIterable<Uint8Array> };

/** Thrown while an upload is read. */
export class UploadError extends Error {
  override readonly name = "UploadError";
  readonly reason: "too_large" | "unreadable";
  constructor(reason: "too_large" | "unreadable") {
    super(`upload: ${reason}`);
    this.reason = reason;
  }
}

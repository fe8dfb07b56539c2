import { type Reading, slicesOf } from "./byte.slices.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";

const MAX_MB = 512;

/** A file as one piece, for formats that have to be read from both ends. */
export async function readWholeFile(chunks: AsyncIterable<Uint8Array>, reading: Reading): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const slice of slicesOf(chunks, reading)) {
    pieces.push(slice);
    length += slice.length;
    if (length > MAX_MB * 1024 * 1024) throw new UnreadableFileError(`The file is larger than ${MAX_MB} MB.`);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

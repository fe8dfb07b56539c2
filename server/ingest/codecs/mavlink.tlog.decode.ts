import { createTlogParser, type TlogRecord } from "../../kernel/mavlink.tlog.ts";
import type { Decoded } from "../decoded.ts";
import { decodeMavlinkFrame } from "./mavlink.decode.ts";

/** The Remote ID messages of a whole telemetry log, with the log's times. */
export function* decodeTlog(bytes: Uint8Array): Generator<Decoded> {
  const parser = createTlogParser();
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    yield* decodeChunk(parser.push(bytes.subarray(from, from + CHUNK_BYTES)));
  }
  yield* decodeChunk(parser.end());
}

const CHUNK_BYTES = 65_536;

function* decodeChunk(records: readonly TlogRecord[]): Generator<Decoded> {
  for (const { frame, timeMs } of records) {
    const decoded = decodeMavlinkFrame(frame, timeMs);
    if (decoded !== undefined) yield decoded;
  }
}

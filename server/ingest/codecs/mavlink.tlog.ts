import { createTlogParser, type TlogRecord } from "../../kernel/mavlink.tlog.ts";
import type { Heard } from "../heard.ts";
import { decodeMavlinkFrame } from "./mavlink.decode.ts";

/** What a whole telemetry log says of Remote ID, with the log's times. */
export function* decodeTlog(bytes: Uint8Array): Generator<Heard> {
  const parser = createTlogParser();
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    yield* heardIn(parser.push(bytes.subarray(from, from + CHUNK_BYTES)));
  }
  yield* heardIn(parser.end());
}

const CHUNK_BYTES = 65_536;

function* heardIn(records: readonly TlogRecord[]): Generator<Heard> {
  for (const { frame, timeMs } of records) {
    const heard = decodeMavlinkFrame(frame, timeMs);
    if (heard !== undefined) yield heard;
  }
}

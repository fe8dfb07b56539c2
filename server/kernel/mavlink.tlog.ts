import {
  BAD_CHECKSUM,
  frameLengthAt,
  frameOf,
  INCOMPLETE,
  joined,
  type MavlinkCounts,
  type MavlinkFrame,
} from "./mavlink.frame.ts";

export type TlogRecord = {
  /** Unix milliseconds, rounded down; `null` when the timestamp is implausible (before 2000 or after 2100). */
  readonly timeMs: number | null;
  readonly frame: MavlinkFrame;
};

export type TlogParser = {
  push(chunk: Uint8Array): TlogRecord[];
  end(): TlogRecord[];
  counts(): MavlinkCounts;
};

const TIMESTAMP_BYTES = 8;
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

/**
 * A parser for telemetry logs (tlog): each MAVLink frame is preceded by its time in microseconds since 1970 as eight
 * big-endian bytes. Damaged parts are skipped byte by byte until a timestamp is followed by a valid frame again.
 */
export function createTlogParser(): TlogParser {
  let pending: Uint8Array = new Uint8Array(0);
  let frames = 0;
  let badChecksums = 0;
  let skippedBytes = 0;

  const scan = (bytes: Uint8Array, isLast: boolean): TlogRecord[] => {
    const records: TlogRecord[] = [];
    let at = 0;
    while (at < bytes.length) {
      const frameAt = at + TIMESTAMP_BYTES;
      const length = frameAt < bytes.length ? frameLengthAt(bytes, frameAt) : INCOMPLETE;
      if (length > 0) {
        records.push({ timeMs: timestampAt(bytes, at), frame: frameOf(bytes, frameAt, length) });
        at = frameAt + length;
        continue;
      }
      if (length === INCOMPLETE && !isLast) break;
      if (length === BAD_CHECKSUM) badChecksums += 1;
      skippedBytes += 1;
      at += 1;
    }
    frames += records.length;
    pending = bytes.slice(at);
    return records;
  };

  return {
    push: (chunk) => scan(joined(pending, chunk), false),
    end: () => scan(pending, true),
    counts: () => ({ frames, badChecksums, skippedBytes }),
  };
}

function timestampAt(bytes: Uint8Array, at: number): number | null {
  let microseconds = 0;
  for (let index = 0; index < TIMESTAMP_BYTES; index += 1) microseconds = microseconds * 256 + bytes[at + index]!;
  const timeMs = Math.floor(microseconds / 1000);
  return timeMs >= EARLIEST_MS && timeMs < LATEST_MS ? timeMs : null;
}

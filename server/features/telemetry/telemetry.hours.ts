import { createHash, type Hash } from "node:crypto";
import { HOUR_MS } from "../../kernel/clock.ts";
import { OPERATOR_KIND, UA_KIND, type TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { HourSummary, LastPoint } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import { createTrackCounter } from "../../storage/tracks/track-counts.ts";
import { createTrackReader } from "../../storage/tracks/track-reader.ts";

const PAGE = 1000;
/** Digits of the hash that are compared; the two stations are not adversaries. */
const HASH_DIGITS = 32;

export type TrackHours = {
  /** The summary of each hour with records of a track, in order. */
  readonly list: (suboperation: number, range: TimeRange) => Promise<readonly HourSummary[]>;
  /** Number of records, of the aircraft and its operator, until a time, which is included. */
  readonly countUntil: (suboperation: number, untilMs: number) => number;
};

/**
 * Summaries by which two stations compare a track without sending it: the hash of an hour is the SHA-256 over the time
 * and position of its records, first those of the aircraft, then those of the operator.
 */
export function createTrackHours(db: ReadableDb): TrackHours {
  const partsOf = (letter: string, kind: TrackKind) => ({
    letter,
    read: createTrackReader<LastPoint>(db, kind, ["timeMs", "latitudeE7", "longitudeE7"]).read,
    count: createTrackCounter(db, kind),
  });
  const kinds = [partsOf("u", UA_KIND), partsOf("o", OPERATOR_KIND)];

  return {
    async list(suboperation, { fromMs, toMs }) {
      const hours = new Map<number, { count: number; readonly hash: Hash }>();
      for (const { letter, read } of kinds) {
        for (let firstMs = fromMs; ;) {
          const { points, nextMs } = read({ track: suboperation, firstMs, lastMs: toMs }, false, PAGE);
          for (const { timeMs, latitudeE7, longitudeE7 } of points) {
            const hourMs = startOfHour(timeMs);
            let hour = hours.get(hourMs);
            if (hour === undefined) hours.set(hourMs, (hour = { count: 0, hash: createHash("sha256") }));
            hour.count++;
            hour.hash.update(`${letter} ${timeMs} ${latitudeE7} ${longitudeE7}\n`);
          }
          if (nextMs === undefined) break;
          firstMs = nextMs;
          await yieldToEventLoop();
        }
      }
      return [...hours]
        .map(([hourMs, { count, hash }]) => ({ hourMs, count, hash: hash.digest("hex").slice(0, HASH_DIGITS) }))
        .toSorted((a, b) => a.hourMs - b.hourMs);
    },
    countUntil: (suboperation, untilMs) => kinds.reduce((sum, kind) => sum + kind.count(suboperation, untilMs), 0),
  };
}

function startOfHour(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS) * HOUR_MS;
}

import { createHash, type Hash } from "node:crypto";
import { HOUR_MS } from "../../kernel/clock.ts";
import type { HourOfTrack } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import { OPERATOR_TABLE, UA_TABLE } from "./telemetry.columns.ts";

type Row = { readonly timeMs: number; readonly latitudeE7: number; readonly longitudeE7: number };

const PAGE = 1000;
/** Digits of the hash that are compared; the two sides are no adversaries. */
const HASH_DIGITS = 32;

export type TrackHours = {
  /** What there is of a track in each hour with records, in order. */
  readonly list: (suboperation: number, range: TimeRange) => Promise<readonly HourOfTrack[]>;
  /** Number of records, of the aircraft and its operator, until a time, which is included. */
  readonly countUntil: (suboperation: number, untilMs: number) => number;
};

/**
 * Tells whether two stations have the same of a track without sending it: the hash of an hour is the SHA-256 over the
 * time and position of its records, first those of the aircraft, then those of the operator.
 */
export function createTrackHours(db: ReadableDb): TrackHours {
  const pageOf = (table: string) =>
    db.prepare<[number, number, number], Row>(
      `SELECT time_ms AS timeMs, latitude_e7 AS latitudeE7, longitude_e7 AS longitudeE7 FROM ${table}
       WHERE suboperation = ? AND time_ms BETWEEN ? AND ? ORDER BY time_ms LIMIT ${PAGE}`,
    );
  const count = (table: string) =>
    db
      .prepare<[number, number], number>(`SELECT count(*) FROM ${table} WHERE suboperation = ? AND time_ms <= ?`)
      .pluck();
  const kinds = [
    { letter: "u", page: pageOf(UA_TABLE.name), count: count(UA_TABLE.name) },
    { letter: "o", page: pageOf(OPERATOR_TABLE.name), count: count(OPERATOR_TABLE.name) },
  ];

  return {
    async list(suboperation, { fromMs, toMs }) {
      const hours = new Map<number, { count: number; readonly hash: Hash }>();
      for (const { letter, page } of kinds) {
        for (let nextMs = fromMs; ;) {
          const rows = page.all(suboperation, nextMs, toMs);
          for (const { timeMs, latitudeE7, longitudeE7 } of rows) {
            const hourMs = startOfHour(timeMs);
            let hour = hours.get(hourMs);
            if (hour === undefined) hours.set(hourMs, (hour = { count: 0, hash: createHash("sha256") }));
            hour.count++;
            hour.hash.update(`${letter} ${timeMs} ${latitudeE7} ${longitudeE7}\n`);
          }
          if (rows.length < PAGE) break;
          nextMs = rows.at(-1)!.timeMs + 1;
          await yieldToEventLoop();
        }
      }
      return [...hours]
        .map(([hourMs, { count, hash }]) => ({ hourMs, count, hash: hash.digest("hex").slice(0, HASH_DIGITS) }))
        .toSorted((a, b) => a.hourMs - b.hourMs);
    },
    countUntil: (suboperation, untilMs) => kinds.reduce((sum, kind) => sum + kind.count.get(suboperation, untilMs)!, 0),
  };
}

function startOfHour(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS) * HOUR_MS;
}

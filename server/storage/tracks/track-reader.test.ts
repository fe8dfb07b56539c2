import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NOON_MS } from "../../kernel/points.fixture.ts";
import { UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { DATABASE_FILE } from "../database-file.ts";
import { openReader, type ReadableDb } from "../database.ts";
import { openTempStore, type TempStore } from "../temp-store.fixture.ts";
import { createTrackCounter } from "./track-counts.ts";
import { createInsideCheck } from "./track-inside.ts";
import { createTrackPacker } from "./track-packer.ts";
import { createTrackReader } from "./track-reader.ts";
import { createTrackUnpacker } from "./track-unpacker.ts";

const TRACK = 7;
const POINTS = 100;
const LAST_MS = NOON_MS + (POINTS - 1) * 1000;
const WHOLE = { track: TRACK, firstMs: NOON_MS, lastMs: LAST_MS };

let temp: TempStore;
let other: ReadableDb;
beforeEach(() => {
  temp = openTempStore();
  other = openReader(join(temp.dataDir, DATABASE_FILE));
  const insert = temp.store.writer.prepare(
    `INSERT INTO ua_track (suboperation, time_ms, received_ms, operational_state, latitude_e7, longitude_e7)
     VALUES (?, ?, 0, 'airborne', ?, 144000000)`,
  );
  temp.store.writer.transaction(() => {
    for (let index = 0; index < POINTS; index++) insert.run(TRACK, NOON_MS + index * 1000, 500_000_000 + index);
  })();
});
afterEach(() => {
  other.close();
  temp[Symbol.dispose]();
});

const packSome = () => {
  const packer = createTrackPacker(temp.store.writer, UA_KIND, { full: 16, few: 4 });
  return temp.store.writer.transaction(() => packer.pack(TRACK, true))();
};
const unpackAll = () =>
  temp.store.writer.transaction(() =>
    createTrackUnpacker(temp.store.writer, UA_KIND).unpack(TRACK, NOON_MS, LAST_MS),
  )();

/** Makes rows of what is packed, and packs what is not. */
const toggle = () => void (unpackAll() || packSome());

/** A connection on whose every answer something else happens to the file. */
function interrupted(db: ReadableDb, meanwhile: () => void): ReadableDb {
  return new Proxy(db, {
    get(target, name) {
      if (name !== "prepare") return Reflect.get(target, name, target) as unknown;
      return (sql: string) => {
        const statement = target.prepare(sql);
        if (!/SELECT/.test(sql)) return statement;
        for (const way of ["get", "all"] as const) {
          const run = statement[way].bind(statement);
          statement[way] = (...values: readonly unknown[]) => {
            const answer = run(...(values as never[]));
            meanwhile();
            return answer as never;
          };
        }
        return statement;
      };
    },
  });
}

const timesOf = (points: readonly { readonly timeMs: number }[]) => points.map(({ timeMs }) => timeMs);
const ALL = Array.from({ length: POINTS }, (_, index) => NOON_MS + index * 1000);

describe("a reader of another connection", () => {
  it.each([
    ["packed", packSome],
    ["made rows again", toggle],
  ])("finds every point once while they are %s between its statements", (_, meanwhile) => {
    const db = interrupted(other, () => void meanwhile());
    for (const limit of [1000, 200, 7]) {
      for (const isDescending of [false, true]) {
        unpackAll();
        const reader = createTrackReader<UaPoint>(db, UA_KIND, ["timeMs", "latitudeE7"]);
        const read: number[] = [];
        for (let range = WHOLE; ;) {
          const { points, nextMs } = reader.read(range, isDescending, limit);
          read.push(...timesOf(points));
          if (nextMs === undefined) break;
          range = isDescending ? { ...range, lastMs: nextMs } : { ...range, firstMs: nextMs };
        }
        expect(read).toEqual(isDescending ? ALL.toReversed() : ALL);
      }
    }
  });

  it("counts every point once while they are packed between its statements", () => {
    const count = createTrackCounter(interrupted(other, packSome), UA_KIND);
    for (let round = 0; round < 4; round++) expect(count(TRACK, LAST_MS - 500)).toBe(POINTS - 1);
  });

  it("finds the one point in a box while it is made a row between its statements", () => {
    const box = { west: 144_000_000, east: 144_000_000, south: 500_000_060, north: 500_000_060 };
    const isInside = createInsideCheck(interrupted(other, toggle), UA_KIND);
    for (let round = 0; round < 10; round++) {
      while (packSome() > 0);
      expect(isInside(WHOLE, box)).toBe(true);
    }
    expect(isInside(WHOLE, { ...box, south: 500_000_100, north: 500_000_200 })).toBe(false);
  });
});

describe("a segment whose bytes were damaged", () => {
  it("is an error of the recording, not a gap", () => {
    packSome();
    temp.store.writer.exec("UPDATE packed_segment SET bytes = zeroblob(length(bytes))");
    const { read } = createTrackReader<UaPoint>(other, UA_KIND, ["timeMs"]);
    expect(() => read(WHOLE, false, 200)).toThrow(expect.objectContaining({ code: "SQLITE_CORRUPT" }));
  });
});

describe("a segment", () => {
  it("replaces its rows and returns all that they had", () => {
    const select = temp.store.reader.prepare("SELECT * FROM ua_track ORDER BY time_ms");
    const before = select.all();
    for (let packed = packSome(); packed > 0; packed = packSome());
    expect(select.all()).toEqual([]);
    expect(unpackAll()).toBe(true);
    expect(select.all()).toEqual(before);
    expect(temp.store.reader.prepare("SELECT * FROM packed_segment").all()).toEqual([]);
  });
});

import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { packAllTelemetry } from "../../../test/support/packed-tracks.ts";
import { NOON_MS } from "../../kernel/points.fixture.ts";
import { DATABASE_FILE } from "../database-file.ts";
import { checkDatabase } from "../integrity.ts";
import { openTempStore, type TempStore } from "../temp-store.fixture.ts";
import { findDamagedSegments } from "./segment-check.ts";

const TRACKS = 3;
const POINTS = 512;

let temp: TempStore;
beforeEach(() => {
  temp = openTempStore();
  const { writer } = temp.store;
  const insert = writer.prepare(
    `INSERT INTO ua_track (suboperation, time_ms, received_ms, operational_state, latitude_e7, longitude_e7)
     VALUES (?, ?, 0, 'airborne', ?, 144000000)`,
  );
  writer.transaction(() => {
    for (let track = 1; track <= TRACKS; track++) {
      for (let index = 0; index < POINTS; index++) insert.run(track, NOON_MS + index * 1000, 500_000_000 + index);
    }
  })();
  packAllTelemetry(writer);
});
afterEach(() => temp[Symbol.dispose]());

const check = () => checkDatabase(join(temp.dataDir, DATABASE_FILE), "full");

it("an intact recording has no damaged segment", () => {
  expect(check()).toEqual([]);
});

it("a changed byte of a segment is found by a full check, though no page of SQLite is damaged", () => {
  temp.store.writer.exec(
    `UPDATE packed_segment SET bytes = CAST(substr(bytes, 1, 60) || x'ff' || substr(bytes, 62) AS BLOB) WHERE id = 4`,
  );
  expect(checkDatabase(join(temp.dataDir, DATABASE_FILE), "quick")).toEqual([]);
  expect(check()).toEqual(["segment 4 of packed telemetry: wrong checksum"]);
});

it("a segment that differs from its row is found, and no more are listed than requested", () => {
  temp.store.writer.exec("UPDATE packed_segment SET point_count = point_count + 1");
  expect(check()).toHaveLength(5);
  expect(findDamagedSegments(temp.store.reader, 2)).toEqual([
    "segment 1 of packed telemetry: not what its row says",
    "segment 2 of packed telemetry: not what its row says",
  ]);
});

import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DATABASE_FILE } from "../database-file.ts";
import { checkDatabase } from "../integrity.ts";
import { openTempStore, type TempStore } from "../temp-store.fixture.ts";
import { findDamagedSegments } from "./segment-check.ts";
import { damageSegment, insertSegments } from "./segments.fixture.ts";

let temp: TempStore;
beforeEach(() => {
  temp = openTempStore();
  insertSegments(temp.store.writer, { tracks: 3, segments: 2 });
});
afterEach(() => temp[Symbol.dispose]());

const check = () => checkDatabase(join(temp.dataDir, DATABASE_FILE), "full");

it("an intact recording has no damaged segment", () => {
  expect(check()).toEqual([]);
});

it("a changed byte of a segment is found by a full check, though no page of SQLite is damaged", () => {
  damageSegment(temp.store.writer, 4);
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

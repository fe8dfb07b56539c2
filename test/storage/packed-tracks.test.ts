import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NOON_MS } from "../../server/kernel/points.fixture.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import { type Answerer, createAnswerer, EVERYTHING, type Question } from "./packed-tracks.answers.ts";
import { FIRST_MS, historyOf, LAST_MS, openSide, type Side, type Step, take } from "./packed-tracks.histories.ts";

/**
 * The reference is the same store whose rows are never packed: then each answer is read from the tables alone.
 * PACKED_HISTORIES is the number of histories, and STATION_TEST_SEED another seed; the whole is 10,000 of them:
 * PACKED_HISTORIES=10000 npm test -- test/storage/packed-tracks.test.ts
 */
const HISTORIES = Number(process.env["PACKED_HISTORIES"] ?? 100);
const SEED = Number(process.env["STATION_TEST_SEED"] ?? 17);

let rows: Side;
let packed: Side;
beforeAll(() => {
  rows = openSide(false);
  packed = openSide(true);
});
afterAll(() => {
  rows.temp[Symbol.dispose]();
  packed.temp[Symbol.dispose]();
});

/** What another table says of a track; the same for both stores. */
function addTrack(side: Side, track: number): void {
  const { writer } = side.temp.store;
  writer.prepare("INSERT INTO operation VALUES (?, ?, 1, 1, 1000, 2000, NULL)").run(track, randomUUID());
  writer
    .prepare(
      `INSERT INTO suboperation (id, uuid, operation, sensor_id, technology, source_type, created_ms, updated_ms, first_ms,
         last_ms, record_count, west_e7, south_e7, east_e7, north_e7, identifiers, descriptions, authentication, warnings,
         link_reason, link_confidence)
       VALUES (?, ?, ?, 'roof', 'wifi_beacon', 'air', 1, 1, ?, ?, 1, 0, 0, 1, 1, '[]', '[]', '[]', '[]', 'first', 1)`,
    )
    .run(track, randomUUID(), track, FIRST_MS, LAST_MS);
}

/** The next history reuses the tracks: what the sensor received is asked of all of them. */
function removeTracks(side: Side, tracks: readonly number[]): void {
  const { writer } = side.temp.store;
  for (const track of tracks) {
    take(side, { kind: "purge", track });
    writer.prepare("DELETE FROM track_line WHERE suboperation = ?").run(track);
    writer.prepare("DELETE FROM suboperation WHERE id = ?").run(track);
    writer.prepare("DELETE FROM operation WHERE id = ?").run(track);
  }
}

function questionOf(random: () => number, tracks: readonly [number, number]): Question {
  const timeMs = () => NOON_MS - 50 + Math.trunc(random() * [100, 1000, 20_000, 200_000][Math.trunc(random() * 4)]!);
  const [a, b] = [timeMs(), timeMs()];
  const isWhole = random() < 0.4;
  const west = 14.39999 + Math.trunc(random() * 4) * 1e-7;
  return {
    tracks,
    ...(isWhole ? EVERYTHING : { fromMs: Math.min(a, b), toMs: Math.max(a, b) }),
    isDescending: random() < 0.5,
    limit: random() < 0.5 ? Infinity : 1 + Math.trunc(random() * 300),
    offset: random() < 0.6 ? 0 : Math.trunc(random() * 100),
    spacingMs: [0, 100, 6000][Math.trunc(random() * 3)]!,
    bbox: { west, south: 50 + Math.trunc(random() * 3) * 1e-4, east: west + 1e-5, north: 50.0002 },
  };
}

function describeSteps(steps: readonly Step[], index: number): string {
  return steps
    .slice(0, index + 1)
    .map((step) => step.kind)
    .join(" ");
}

it(`returns the same from segments as from rows, after ${HISTORIES} random histories`, async () => {
  const random = createSeededRandom(SEED);
  const answerers: [Answerer, Answerer] = [createAnswerer(rows), createAnswerer(packed)];
  let segments = 0;
  for (let history = 0; history < HISTORIES; history++) {
    const tracks = [history * 2 + 1, history * 2 + 2] as const;
    for (const side of [rows, packed]) for (const track of tracks) addTrack(side, track);
    const steps = historyOf(random, tracks);
    for (const [index, step] of steps.entries()) {
      const context = `history ${history} of seed ${SEED}: ${describeSteps(steps, index)}`;
      const answer = take(packed, step);
      if (step.kind === "reopen") answerers[1] = createAnswerer(packed);
      else if (step.kind !== "pack") expect({ context, answer }).toEqual({ context, answer: take(rows, step) });
      const isLast = index === steps.length - 1;
      if (!isLast && random() > 0.05) continue;
      segments += packed.temp.store.reader
        .prepare<[number], number>("SELECT count(*) FROM packed_segment WHERE suboperation = ?")
        .pluck()
        .get(tracks[0])!;
      const question = questionOf(random, tracks);
      const [expected, actual] = [await answerers[0](question), await answerers[1](question)];
      for (const name of Object.keys(expected)) {
        // Comparing with `toEqual` takes longer than everything else together.
        if (isDeepStrictEqual(actual[name], expected[name])) continue;
        expect({ context, name, answer: actual[name] }).toEqual({ context, name, answer: expected[name] });
      }
      expect({ context, overlaps: overlaps(packed) }).toEqual({ context, overlaps: [] });
    }
    for (const side of [rows, packed]) removeTracks(side, tracks);
  }
  expect(rows.temp.store.reader.prepare("SELECT count(*) FROM packed_segment").pluck().get()).toBe(0);
  expect(segments).toBeGreaterThan(HISTORIES * 2);
}, 3_600_000);

/** Segments that contain a row or a part of another one. */
function overlaps(side: Side): readonly unknown[] {
  return side.temp.store.reader
    .prepare(
      `SELECT s.id FROM packed_segment AS s JOIN ua_track AS r ON r.suboperation = s.suboperation
         AND r.time_ms BETWEEN s.first_ms AND s.last_ms WHERE s.kind = 0
       UNION ALL SELECT s.id FROM packed_segment AS s JOIN operator_track AS r ON r.suboperation = s.suboperation
         AND r.time_ms BETWEEN s.first_ms AND s.last_ms WHERE s.kind = 1
       UNION ALL SELECT a.id FROM packed_segment AS a JOIN packed_segment AS b ON b.suboperation = a.suboperation
         AND b.kind = a.kind AND b.id <> a.id AND b.first_ms <= a.last_ms AND b.last_ms >= a.first_ms`,
    )
    .all();
}

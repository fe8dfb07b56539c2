import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { isoFromMs } from "../../server/kernel/clock.ts";
import { openStore } from "../../server/storage/database.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import { startTestStation } from "../support/station.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";

const START_MS = Date.UTC(2025, 4, 1, 10);
const SENDERS = 4;
const PUSHES_PER_SENDER = 150;
const ROUNDS = 3;

/** Chooses the moments of the kills; a run is repeated with the seed it has printed. */
const seed = Number(process.env["STATION_TEST_SEED"] ?? Math.trunc(Math.random() * 1e9));

let dataDir = "";
beforeAll(async () => {
  dataDir = makeDataDir("durability");
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const serialOf = (sender: number) => `1596F35190193631036${sender}`;

function detectionOf(sender: number, timeMs: number): string {
  const second = (timeMs - START_MS) / 1000;
  return JSON.stringify({
    sn: `SCOUT-000${sender}`,
    tech: "WiFi Beacon",
    rssi: -60,
    timestamp: isoFromMs(timeMs),
    odid: {
      BasicID: [{ UASID: serialOf(sender), IDType: 1, UAType: 2 }],
      Location: { Status: 2, Latitude: 50 + sender / 10 + second * 1e-5, Longitude: 14.4, AltitudeGeo: 300 },
    },
  });
}

/** Pushes one to three detections at a time until the station is gone, and reports those that it has acknowledged. */
async function push(
  url: string,
  { sender, round, random }: { readonly sender: number; readonly round: number; readonly random: () => number },
  onAnswer: (times: string[]) => void,
) {
  for (let index = 0; index < PUSHES_PER_SENDER; index++) {
    const pushed = Array.from(
      { length: 1 + Math.trunc(random() * 3) },
      (_, part) => START_MS + round * 300_000 + index * 1000 + part * 250,
    );
    const body = pushed.map((timeMs) => detectionOf(sender, timeMs)).join("\n");
    let response: Response;
    try {
      response = await fetch(`${url}/station/v1/ingest/scout`, {
        method: "POST",
        headers: { "Content-Type": "application/x-ndjson" },
        body,
      });
      await response.arrayBuffer();
    } catch {
      // The kill: this push was not acknowledged.
      return;
    }
    expect(response.status).toBe(200);
    onAnswer(pushed.map(isoFromMs));
  }
}

it("every detection a station has acknowledged is there after it was killed at any moment", async () => {
  process.stderr.write(`durability: STATION_TEST_SEED=${seed}\n`);
  const random = createSeededRandom(seed);
  const acknowledged = Array.from({ length: SENDERS }, () => new Set<string>());
  let killed = 0;

  for (let round = 0; round < ROUNDS; round++) {
    const station = await startTestStation({ dataDir });
    const killAfter = 20 + Math.trunc(random() * (SENDERS * PUSHES_PER_SENDER * 0.6));
    let answers = 0;
    let ending: Promise<void> | undefined;
    const senders = acknowledged.map((times, sender) =>
      push(station.url, { sender, round, random }, (answered) => {
        for (const time of answered) times.add(time);
        if (++answers >= killAfter) ending ??= station.kill();
      }),
    );
    await Promise.all(senders);
    await ending;
    killed += ending === undefined ? 0 : 1;
  }
  expect(killed).toBe(ROUNDS);

  const station = await startTestStation({ dataDir });
  for (const [sender, times] of acknowledged.entries()) {
    const query = new URLSearchParams({ uas_id: serialOf(sender), from: isoFromMs(START_MS) });
    const response = await fetch(`${station.url}/v2/airspace/telemetry/ua?${query.toString()}`);
    const records = (await response.json()) as readonly UaTelemetry[];
    const stored = new Set(records.map(({ timestamp }) => timestamp));
    expect([...times].filter((time) => !stored.has(time))).toEqual([]);
    expect(records).toHaveLength(stored.size);
    expect(new Set(records.map(({ operation_id }) => operation_id)).size).toBe(1);
  }
  expect(acknowledged.reduce((sum, times) => sum + times.size, 0)).toBeGreaterThan(60);
  expect(await station.stop()).toBe(0);

  const { reader, close } = openStore({ dataDir });
  expect(reader.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(reader.pragma("foreign_key_check")).toEqual([]);
  const halfWritten = reader
    .prepare(
      `SELECT s.id FROM suboperation AS s
       WHERE s.record_count <> (SELECT count(*) FROM ua_track WHERE suboperation = s.id)
          OR s.first_ms > (SELECT min(time_ms) FROM ua_track WHERE suboperation = s.id)
          OR s.last_ms < (SELECT max(time_ms) FROM ua_track WHERE suboperation = s.id)
       UNION ALL SELECT suboperation FROM ua_track WHERE suboperation NOT IN (SELECT id FROM suboperation)`,
    )
    .all();
  expect(halfWritten).toEqual([]);
  const unindexed = reader
    .prepare(
      `SELECT count(*) FROM ua_track AS p WHERE NOT EXISTS (
         SELECT 1 FROM track_extent AS e WHERE e.suboperation = p.suboperation
           AND p.latitude_e7 BETWEEN e.south_e7 AND e.north_e7 AND p.longitude_e7 BETWEEN e.west_e7 AND e.east_e7
           AND p.time_ms / 1000 - 1546300800 BETWEEN e.first_s AND e.last_s)`,
    )
    .pluck()
    .get();
  expect(unindexed).toBe(0);
  close();
});

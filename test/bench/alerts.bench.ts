import type { StoredRule } from "../../server/features/alerts/alert.model.ts";
import { type AlertTracks, createAlertTracks } from "../../server/features/alerts/alert-tracks.store.ts";
import { compileRule } from "../../server/features/alerts/conditions.rules.ts";
import { createLiveAlerts, type StoredRecord } from "../../server/features/alerts/live-alerts.ts";
import type { LiveOperation } from "../../server/features/alerts/live-operations.ts";
import { testRule } from "../../server/features/alerts/rule-test.ts";
import { createTrackFinder } from "../../server/features/telemetry/telemetry.extents.store.ts";
import { UA_KIND } from "../../server/kernel/track-segment/segment-columns.ts";
import { HOUR_MS, SECOND_MS, systemClock } from "../../server/kernel/clock.ts";
import { loadGeoid } from "../../server/kernel/geoid.ts";
import { createGroundTiles } from "../../server/elevation/ground-tiles.ts";
import { createKnownGround } from "../../server/elevation/known-ground.ts";
import { UNKNOWN_GROUND } from "../../server/kernel/ground.ts";
import { systemIds } from "../../server/kernel/ids.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { openReader } from "../../server/storage/database.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { join } from "node:path";
import { writeElevationTile } from "../support/elevation-tile.ts";
import type { Bench, Row } from "./bench.rows.ts";
import { timeRow } from "./bench.rows.ts";
import { CENTRE, FIRST_MS, type Flights, pointOf, temporaryDirectory } from "./flights.fixture.ts";
import { recordPackedFlights } from "./packed-flights.fixture.ts";

const AIRCRAFT = 5000;
const SECONDS = 60;
const DAY_MS = 24 * HOUR_MS;
const POINTS_OF_TRACK = 2000;
const NEVER = new AbortController().signal;

/** 50 rules of a busy station: most are areas and places, with aircraft in some of them. */
function conditions(): readonly StoredRule["condition"][] {
  const place = (n: number) => ({
    latitude: CENTRE.latitude + ((n * 0.618034) % 1) - 0.5,
    longitude: CENTRE.longitude + ((n * 0.754878) % 1) - 0.5,
  });
  return Array.from({ length: 50 }, (_, n): StoredRule["condition"] => {
    const { latitude, longitude } = place(n);
    if (n < 25) {
      const region = { type: "Point" as const, coordinates: [longitude, latitude], radius: 1500 };
      return { kind: "area_entered", region, zone: null };
    }
    if (n < 35) return { kind: "near", to: { latitude, longitude }, horizontal_m: 1000, vertical_m: null };
    if (n < 38) return { kind: "near", to: "own_flights", horizontal_m: 500, vertical_m: 100 };
    if (n < 44) return { kind: "height_above", metres: 70 + n, reference: n % 2 === 0 ? "ATO" : "MSL" };
    if (n < 48) return { kind: "operator_far", metres: 1000 };
    return n === 48 ? { kind: "unknown_id", known: ["BENCH*"] } : { kind: "implausible" };
  });
}

const ABOVE_GROUND = { kind: "height_above", metres: 100, reference: "AGL" } as const;

/** Flat tiles under all flights, so that each height above the ground is computed; 45 m of it are the geoid. */
function knownGround(folder: string) {
  for (const name of ["N49E013", "N49E014", "N49E015", "N50E013", "N50E014", "N50E015"]) {
    writeElevationTile(folder, name, () => 200);
  }
  const tiles = createGroundTiles({ folder, log: silentLog });
  return { ground: createKnownGround(tiles, systemClock), close: tiles.close };
}

async function compiledRules() {
  const geoid = await loadGeoid();
  return [...conditions(), ABOVE_GROUND].map((condition, n) =>
    compileRule(
      {
        id: `rule-${n}`,
        name: `Rule ${n}`,
        isEnabled: true,
        severity: "warning",
        hasSound: true,
        hasNotification: true,
        condition,
        creatorId: "ada",
        createdMs: 0,
        appliesFromMs: 0,
      },
      geoid,
    ),
  );
}

/** The share of a core that judging the rules takes, in percent; ten of the aircraft are own flights. */
async function liveShare(): Promise<number> {
  const flights: Flights = { tracks: AIRCRAFT, pointsOfTrack: SECONDS, startEveryMs: 0, stepMs: 1000, spreadDeg: 0.6 };
  const suboperations = Array.from({ length: AIRCRAFT }, (_, track) => {
    const operation: LiveOperation = { id: track + 1, uuid: String(track + 1), firstMs: FIRST_MS, suboperations: [] };
    const identifiers = [{ value: `BENCH${track}` }];
    const ownerId = track < 10 ? "ada" : null;
    const one = { id: track + 1, ownerId, isPrivate: false, declared: { identifiers }, warnings: [], operation };
    (operation.suboperations as unknown[]).push(one);
    return one;
  });
  let nowMs = FIRST_MS;
  const live = createLiveAlerts({
    clock: { now: () => nowMs },
    ids: systemIds,
    // No rule protects the station, and nothing is read again.
    tracks: { station: { at: () => [], note: () => false }, ground: UNKNOWN_GROUND } as unknown as AlertTracks,
    listAlertsOf: () => [],
    note: () => undefined,
  });
  live.setRules((await compiledRules()).slice(0, 50));
  let spentUs = 0;
  for (let second = 0; second < SECONDS; second++) {
    nowMs = FIRST_MS + second * SECOND_MS;
    const records = suboperations.map((suboperation, track): StoredRecord => ({
      suboperation,
      ua: pointOf(track + 1, second, flights),
      operator: null,
    }));
    const before = process.cpuUsage();
    records.forEach(live.take);
    live.tick();
    const { user, system } = process.cpuUsage(before);
    spentUs += user + system;
  }
  return (spentUs / (SECONDS * 1e6)) * 100;
}

async function testRows(points: number): Promise<readonly Row[]> {
  using directory = temporaryDirectory();
  const tracks = points / POINTS_OF_TRACK;
  const startEveryMs = (DAY_MS - POINTS_OF_TRACK * SECOND_MS) / tracks;
  const flights = { tracks, pointsOfTrack: POINTS_OF_TRACK, startEveryMs, stepMs: 1000, spreadDeg: 0.6 };
  recordPackedFlights(directory.path, flights, 1);
  const { ground, close } = knownGround(directory.path);
  const db = openReader(join(directory.path, DATABASE_FILE));
  const find = createTrackFinder(db);
  const parts = {
    tracks: createAlertTracks(db, {
      readTraffic: async () => [],
      listStationSensors: () => [],
      ground,
    }),
    tracksInside: (...[bbox, range]: Parameters<Parameters<typeof testRule>[2]["tracksInside"]>) =>
      find([UA_KIND], bbox, range),
    clock: { now: () => Date.now() },
    ids: systemIds,
    signal: NEVER,
  };
  const rules = await compiledRules();
  const rows: Row[] = [];
  for (const [what, index] of [
    ["an area", 0],
    ["a height that few reach", 38],
    ["far operators: every record", 44],
    ["a height above the ground, computed for every record over 500 tiles that are read for it", 50],
    ["the same again, with the tiles in memory", 50],
  ] as const) {
    const before = process.cpuUsage();
    await testRule(rules[index]!, { fromMs: FIRST_MS, toMs: FIRST_MS + DAY_MS }, parts);
    rows.push(
      timeRow({
        what: `test a rule on a day of ${points / 1e6} million records: ${what}`,
        unit: "s of CPU",
        ours: cpuSecondsSince(before),
        peer: "nothing",
        theirs: undefined,
        target: { of: "ours", atMost: 5 },
      }),
    );
  }
  db.close();
  await close();
  return rows;
}

/** The processor time of all threads, in which waiting and other work on the machine do not count. */
function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The cost of alerts: live, and of testing a rule on the recording. */
export const alertsBench: Bench = async ({ isFull, reportProgress }) => {
  reportProgress("50 rules on 5,000 aircraft at 1 Hz");
  const share = timeRow({
    what: "50 rules on 5,000 aircraft at 1 Hz",
    unit: "% of a core",
    ours: await liveShare(),
    peer: "nothing",
    theirs: undefined,
    target: { of: "ours", atMost: 10 },
  });
  const points = isFull ? 5_000_000 : 1_000_000;
  reportProgress(`test a rule on ${points} records`);
  return [share, ...(await testRows(points))];
};

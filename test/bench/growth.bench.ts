import { statSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import type { Bench, Row } from "./bench.rows.ts";
import { type Flights, temporaryDirectory } from "./flights.fixture.ts";
import { growthRows } from "./growth.rows.ts";
import { recordPackedFlights } from "./packed-flights.fixture.ts";
import { startChild } from "./processes/child.ts";
import { startRows } from "./start.rows.ts";

/** A million records, over 130 × 90 km and seven hours. */
const MILLION: Flights = { tracks: 500, pointsOfTrack: 2000, startEveryMs: 52_000, stepMs: 1000, spreadDeg: 0.6 };

/** A file of some 10 GB. It takes a quarter of an hour to make, so that it is only made for `--part huge`. */
const HUGE_MILLIONS = 2200;
/** All of it must be in the past: what is later than now counts as being in the air, and a start loads it. */
const CROWDED: Flights = { ...MILLION, startEveryMs: 12_000 };

/** The cost of reads and starts with ten times as many records, and with a hundred times as many. */
export const growthBench: Bench = async ({ isFull, parts, profileDir, reportProgress }) => {
  const unknown = parts.filter((name) => name !== "huge");
  if (unknown.length > 0) throw new Error(`no ${unknown.join(", ")} of growth: huge`);
  const isHuge = parts.length > 0;
  const sizes = isHuge ? [1, HUGE_MILLIONS] : isFull ? [1, 10, 100] : [1, 10];
  const flights = isHuge ? CROWDED : MILLION;
  const recordings = sizes.map((millions) => ({ millions, directory: temporaryDirectory() }));
  try {
    for (const { millions, directory } of recordings) {
      reportProgress(`making ${millions} million records`);
      recordPackedFlights(directory.path, flights, millions);
      reportProgress(`${Math.round(statSync(join(directory.path, DATABASE_FILE)).size / 1e6)} MB`);
    }
    const rows: Row[] = [];
    reportProgress("starts");
    rows.push(...(await startRows(recordings.map((one) => ({ millions: one.millions, dataDir: one.directory.path })))));
    reportProgress("reads");
    await using stations = new AsyncDisposableStack();
    const sized = [];
    for (const { millions, directory } of recordings) {
      const station = stations.use(startChild("station", [directory.path], profileDir));
      sized.push({ millions, station, url: await station.ask<string>("url") });
    }
    rows.push(...(await growthRows(flights, sized)));
    return rows;
  } finally {
    for (const { directory } of recordings) directory[Symbol.dispose]();
  }
};

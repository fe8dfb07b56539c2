import { UNKNOWN_GROUND } from "../../server/kernel/ground.ts";
import { openReader } from "../../server/storage/database.ts";
import { createAlertTracks } from "../../server/features/alerts/alert-tracks.store.ts";

/**
 * Reads a track of a database (its file is the argument) again and again, at first with a collection of young objects while
 * its samples are in use. Prints how many were read, and how much is left of those that were not in use any more.
 */
const READS_IN_USE = 60;
const READS = 100;

const db = openReader(process.argv[2]!);
const { readSamples } = createAlertTracks(db, {
  readTraffic: async () => [],
  listStationSensors: () => [],
  ground: UNKNOWN_GROUND,
});
const whole = { fromMs: 0, toMs: 8.64e15, hasHeights: true, signal: new AbortController().signal };
const collect = globalThis.gc as unknown as (options: { readonly type: "minor" | "major" }) => void;
const usedMb = () => process.memoryUsage().heapUsed / 2 ** 20;

let read = 0;
for (let round = 0; round < READS_IN_USE; round++) {
  const samples = await readSamples([1], whole);
  collect({ type: "minor" });
  read += samples.length;
}
collect({ type: "major" });
const beforeMb = usedMb();
for (let round = 0; round < READS; round++) read += (await readSamples([1], whole)).length;
collect({ type: "minor" });
process.stdout.write(JSON.stringify({ read, leftMb: usedMb() - beforeMb }));
db.close();

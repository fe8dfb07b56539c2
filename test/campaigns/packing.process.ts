import { createTelemetryRecording } from "../../server/features/telemetry/telemetry.recording.store.ts";
import { createTrackPacking } from "../../server/features/telemetry/telemetry.packing.store.ts";
import { systemClock } from "../../server/kernel/clock.ts";
import { uaPoint } from "../../server/kernel/points.fixture.ts";
import { openStore } from "../../server/storage/database.ts";
import { createSeededRandom } from "../support/seeded-random.ts";

/**
 * Packs a recording as a station does, and writes late points in between, so that packed points become rows and are
 * packed again; endlessly. Each point is reported to the parent once its transaction is on disk.
 */
const [dataDir = "", seed = "1", tracks = "1", firstMs = "0", lastMs = "0"] = process.argv.slice(2);
const random = createSeededRandom(Number(seed));
const { writer } = openStore({ dataDir });
const packing = createTrackPacking(writer);
const recording = createTelemetryRecording(writer);
const grow = writer.prepare("UPDATE suboperation SET record_count = record_count + 1 WHERE id = ?");
const below = (n: number) => Math.trunc(random() * n);

const recordLate = writer.transaction((track: number) => {
  const timeMs = Number(firstMs) + below(Number(lastMs) - Number(firstMs));
  const storedMs = recording.recordUa(track, uaPoint({ timeMs, rssiDbm: -1 - below(100) }));
  if (storedMs !== undefined) grow.run(track);
  recording.saveExtents()();
  return storedMs;
});

process.stdout.write("ready\n");
for (;;) {
  const track = 1 + below(Number(tracks));
  for (let left = below(4); left > 0; left--) packing.pack(track, systemClock.now());
  const storedMs = recordLate.immediate(track);
  // Written synchronously: a reported point must have been sent before the process is killed.
  if (storedMs !== undefined) process.stdout.write(`${track} ${storedMs}\n`);
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { openStore } from "../../server/storage/database.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { commandFor } from "./simulation.batch.ts";
import { mixedJobs, sharingJobs } from "./simulation.jobs.ts";
import { runOnThreads } from "./simulation.threads.ts";

/** Mixed runs of the simulation, and a tenth as many between stations; ends with exit code 1 when one failed. */
const { values } = parseArgs({
  options: { runs: { type: "string", default: "20000" }, from: { type: "string", default: "1000" } },
});
const [runs, from] = [Number(values.runs), Number(values.from)];
const PROGRESS_RUNS = 100;

const dataDir = mkdtempSync(join(tmpdir(), "fieldstation-soak-"));
openStore({ dataDir, synchronous: "OFF" }).close();
const image = makeDatabaseImage(join(dataDir, DATABASE_FILE));
rmSync(dataDir, { recursive: true });

const jobs = [...mixedJobs(from, runs), ...sharingJobs(from, Math.ceil(runs / 200))];
const begunMs = performance.now();
let done = 0;
let failed = 0;
await runOnThreads(image, jobs, (result) => {
  done += 1;
  if (result.violations.length > 0) {
    failed += 1;
    const found = result.violations.slice(0, 4).map(({ invariant, msg }) => `  ${invariant}: ${msg}`);
    process.stdout.write(`${[commandFor(result), ...found].join("\n")}\n`);
  }
  if (done % PROGRESS_RUNS === 0 || done === jobs.length) {
    const seconds = (performance.now() - begunMs) / 1000;
    process.stdout.write(`${done} of ${jobs.length} runs, ${failed} failed, ${(done / seconds).toFixed(1)}/s\n`);
  }
});
process.exitCode = failed === 0 ? 0 : 1;

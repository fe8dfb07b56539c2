import os from "node:os";
import { Worker } from "node:worker_threads";
import type { JobResult, SimulationJob } from "./simulation.batch.ts";

/** Does runs on all processors. Rejects when a thread ends before its share is done. */
export async function runOnThreads(
  image: Uint8Array,
  jobs: readonly SimulationJob[],
  onResult: (result: JobResult) => void,
): Promise<void> {
  const count = Math.max(1, Math.min(os.availableParallelism(), jobs.length));
  // What belongs to one seed stays together, because its runs begin with the same days.
  const shares = Array.from({ length: count }, (_, thread) =>
    jobs.filter(({ seed }) => Number(seed) % count === thread),
  );
  await Promise.all(shares.map((share) => runShare(image, share, onResult)));
}

function runShare(
  image: Uint8Array,
  jobs: readonly SimulationJob[],
  onResult: (result: JobResult) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let done = 0;
    const worker = new Worker(new URL("simulation.worker.ts", import.meta.url), {
      workerData: { image, jobs },
      // The objects of a run are garbage after it: with room for some runs, the collector copies hardly any of them.
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    });
    worker.on("message", (result: JobResult) => {
      done += 1;
      onResult(result);
    });
    worker.on("error", reject);
    worker.on("exit", () => {
      if (done === jobs.length) resolve();
      else reject(new Error(`A thread ended after ${done} of ${jobs.length} runs.`));
    });
  });
}

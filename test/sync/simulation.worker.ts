import { Buffer } from "node:buffer";
import { parentPort, workerData } from "node:worker_threads";
import { runJobs, type SimulationJob } from "./simulation.batch.ts";

/** Does a share of the runs on a thread of its own. */
const { image, jobs } = workerData as { readonly image: Uint8Array; readonly jobs: readonly SimulationJob[] };
await runJobs(Buffer.from(image), jobs, { onResult: (result) => parentPort!.postMessage(result) });

import type { Buffer } from "node:buffer";
import { createStationModel } from "./station.model.ts";
import type { FaultName } from "./faults.ts";
import type { Violation } from "./listed.ts";
import type { SimulationOptions } from "./simulation.model.ts";
import { simulateSharing } from "./sharing.simulation.ts";
import { simulate } from "./simulation.ts";

/** Runs to do: each with its seed and faults; of accounts at a cloud, or of what stations receive. */
export type SimulationJob = {
  readonly seed: string;
  readonly faults: readonly FaultName[];
  readonly isSharing?: boolean;
};

export type JobResult = SimulationJob & {
  readonly violations: readonly Violation[];
  readonly requests: number;
  readonly points: number;
};

/** Does runs one after the other, on stations that are emptied between them. */
export async function runJobs(
  image: Buffer,
  jobs: Iterable<SimulationJob>,
  {
    onResult,
    ...options
  }: Pick<SimulationOptions, "mutation" | "trace"> & { readonly onResult: (result: JobResult) => void },
): Promise<void> {
  const stations = [0, 1, 2].map((number) => createStationModel(image, number));
  const beginnings = { last: undefined };
  for (const job of jobs) onResult({ ...job, ...(await runJob({ ...job, ...options, stations, beginnings })) });
}

async function runJob(
  options: SimulationOptions & Pick<SimulationJob, "isSharing">,
): Promise<Omit<JobResult, keyof SimulationJob>> {
  try {
    return await (options.isSharing === true ? simulateSharing(options) : simulate(options));
  } catch (error) {
    const msg = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { violations: [{ invariant: "run", msg }], requests: 0, points: 0 };
  }
}

/** The command that does one run again. */
export const commandFor = ({ seed, faults, isSharing }: SimulationJob): string =>
  `${isSharing === true ? "SYNC_SHARING=1 " : ""}SYNC_SEED=${seed} SYNC_FAULT=${faults.join("+")} npm test -- test/sync/simulation.test.ts`;

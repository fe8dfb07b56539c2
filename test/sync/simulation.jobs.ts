import { FAULT_NAMES, type FaultName } from "./faults.ts";
import { createRandom } from "./random.ts";
import { SHARING_FAULTS } from "./sharing.simulation.ts";
import { groupOf } from "./simulation.begin.ts";
import type { SimulationJob } from "./simulation.batch.ts";

/** Faults one after the other that begin with the same days. */
const IN_GROUPS = FAULT_NAMES.toSorted((one, other) => groupOf([one]).localeCompare(groupOf([other])));

/** As many runs of each fault, with the seeds from 0. */
export const jobsOfFaults = (seeds: number): readonly SimulationJob[] =>
  seedsTo(seeds).flatMap((seed) => IN_GROUPS.map((name) => ({ seed, faults: [name] })));

/** Runs with two to four faults at the same time. */
export function mixedJobs(fromSeed: number, seeds: number): readonly SimulationJob[] {
  return seedsTo(seeds).map((offset) => {
    const seed = String(fromSeed + Number(offset));
    const random = createRandom(`mixture ${seed}`);
    const faults = new Set<FaultName>();
    for (const count = random.between(2, 4); faults.size < count;) faults.add(random.pick(FAULT_NAMES));
    return { seed, faults: [...faults] };
  });
}

/** Runs of stations that exchange what they received: of each fault that concerns them, and of two or three at once. */
export function sharingJobs(fromSeed: number, seeds: number): readonly SimulationJob[] {
  return seedsTo(seeds).flatMap((offset) => {
    const seed = String(fromSeed + Number(offset));
    const random = createRandom(`sharing mixture ${seed}`);
    const mixed = new Set<FaultName>();
    for (const count = random.between(2, 3); mixed.size < count;) mixed.add(random.pick(SHARING_FAULTS));
    return [...SHARING_FAULTS.map((name) => [name]), [...mixed]].map((faults) => ({ seed, faults, isSharing: true }));
  });
}

const seedsTo = (count: number): string[] => Array.from({ length: count }, (_, seed) => String(seed));

/** The run that `SYNC_SEED` and `SYNC_FAULT` ask for; `undefined` when they are not set. */
export function jobOfEnvironment({
  SYNC_SEED: seed,
  SYNC_FAULT: text,
  SYNC_SHARING: sharing,
}: NodeJS.ProcessEnv): SimulationJob | undefined {
  if (seed === undefined || text === undefined) return undefined;
  const faults = text.split("+").map((name) => {
    const found = FAULT_NAMES.find((known) => known === name);
    if (found === undefined) throw new Error(`There is no fault ${name}; there are ${FAULT_NAMES.join(", ")}.`);
    return found;
  });
  return { seed, faults, isSharing: sharing === "1" };
}

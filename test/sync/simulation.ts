import { HOUR_MS } from "../../server/kernel/clock.ts";
import { faultOf } from "./faults.ts";
import { checkInvariants, type RunResult } from "./invariants.ts";
import { makeRandomChange } from "./scenario.changes.ts";
import { beginRun } from "./simulation.begin.ts";
import type { SimulationOptions } from "./simulation.model.ts";
import { passOnceMore, passUntil } from "./simulation.passes.ts";
import { resolveAsPerson, signInAgain } from "./simulation.person.ts";
import { openEngine } from "./simulation.process.ts";

/** Whether a person retries, decides and signs in again once the fault is over. */
const PERSON_CHANCE = 0.6;
const QUIET_MS = 24 * HOUR_MS;
/** Most errors show in the next pass or two, some only after several. */
const FAULTY_PASSES = [1, 1, 2, 2, 4];

/**
 * One run: days offline, faults for some hours, then 24 hours without faults. Throws only when the simulation itself
 * fails.
 */
export async function simulate(options: SimulationOptions): Promise<RunResult> {
  const run = await beginRun(options);
  const { world, faults, mutation } = run;
  const { random, time, stations } = world;
  const healMs = time.nowMs + random.pick(FAULTY_PASSES) * run.faultGapMs;
  const ends = faults.map((name) => faultOf(name).begin?.(run.context(0)));
  run.isFaulty = true;
  await passUntil(run, healMs, () => makeRandomChange(world));
  run.isFaulty = false;
  for (const end of ends) end?.();
  for (const [at, { faults }] of stations.entries()) {
    faults.heal();
    run.engines[at] = openEngine(run, at);
  }
  const hasPerson = random.chance(PERSON_CHANCE) && !faults.every((name) => faultOf(name).isSilent);
  signInAgain(run);
  if (hasPerson) await resolveAsPerson(run);
  for (const resting of run.rest) resting.gapMs = 0;
  await passUntil(run, time.nowMs + 6 * HOUR_MS);
  if (hasPerson) await resolveAsPerson(run);
  await passUntil(run, healMs + QUIET_MS);
  // A second station may learn of what the first one sent with its last pass only.
  const sentAtEnd = await passOnceMore(run);
  await mutation?.atEnd?.(world);
  return checkInvariants(world, { faults, sentAtEnd });
}

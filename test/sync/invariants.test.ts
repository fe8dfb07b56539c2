import { describe, expect, inject, test } from "vitest";
import { makeDatabaseImage } from "./database-image.ts";
import { runJobs, type JobResult } from "./simulation.batch.ts";
import type { SimulationOptions } from "./simulation.model.ts";
import { FAULTY_ENGINES, FAULTY_SHARING_ENGINES } from "./faulty-engine.ts";

const SEEDS = 12;

/** The invariants that were violated in runs with a network that is refused for a while. */
async function violatedBy(mutation?: SimulationOptions["mutation"], isSharing = false): Promise<ReadonlySet<string>> {
  const jobs = Array.from({ length: SEEDS }, (_, seed) => ({
    seed: String(seed),
    faults: ["refused" as const],
    isSharing,
  }));
  const results: JobResult[] = [];
  await runJobs(makeDatabaseImage(inject("emptyDatabase")), jobs, {
    onResult: (result) => void results.push(result),
    ...(mutation === undefined ? {} : { mutation }),
  });
  return new Set(results.flatMap(({ violations }) => violations.map(({ invariant }) => invariant)));
}

describe("the checks of the simulation", () => {
  test("find nothing wrong with the real engine", async () => {
    expect([...(await violatedBy())]).toEqual([]);
  });

  test.each(Object.keys(FAULTY_ENGINES))("find a faulty part that violates %s", async (invariant) => {
    expect([...(await violatedBy(FAULTY_ENGINES[invariant]))]).toContain(invariant);
  });

  test("find nothing wrong between stations", async () => {
    expect([...(await violatedBy(undefined, true))]).toEqual([]);
  });

  test.each(Object.keys(FAULTY_SHARING_ENGINES))("find %s violated between stations", async (invariant) => {
    expect([...(await violatedBy(FAULTY_SHARING_ENGINES[invariant], true))]).toContain(invariant);
  });
});

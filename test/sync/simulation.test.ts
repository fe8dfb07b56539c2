import { describe, expect, inject, test } from "vitest";
import { makeDatabaseImage } from "./database-image.ts";
import { FAULT_NAMES } from "./faults.ts";
import { commandFor, type JobResult, runJobs } from "./simulation.batch.ts";
import { jobOfEnvironment, jobsOfFaults, mixedJobs, sharingJobs } from "./simulation.jobs.ts";
import { runOnThreads } from "./simulation.threads.ts";

/**
 * Runs of each fault. There are a third as many of mixed faults, and a fortieth as many of stations that exchange what they
 * received. Together they take a minute of processor time.
 */
const SEEDS = Number(process.env["SYNC_SEEDS"] ?? 200);
/** Every seed is run, however slow the computer is; this is far above what two processors need. */
const TIMEOUT_MS = 600_000;

const asked = jobOfEnvironment(process.env);

describe.runIf(asked === undefined)("the simulation of synchronisation", () => {
  test("has the 27 faults of the design", () => {
    expect(FAULT_NAMES).toHaveLength(27);
  });

  test(
    `keeps every invariant with ${SEEDS} seeds of each fault, with mixtures, and between stations`,
    { timeout: TIMEOUT_MS },
    async () => {
      const jobs = [
        ...jobsOfFaults(SEEDS),
        ...mixedJobs(0, Math.ceil(SEEDS / 3)),
        ...sharingJobs(0, Math.ceil(SEEDS / 40)),
      ];
      const begunMs = performance.now();
      const failed: string[] = [];
      const total = { runs: 0, requests: 0, points: 0 };
      await runOnThreads(makeDatabaseImage(inject("emptyDatabase")), jobs, (result) => {
        total.runs += 1;
        total.requests += result.requests;
        total.points += result.points;
        if (result.violations.length > 0) failed.push(describeFailure(result));
      });
      const seconds = ((performance.now() - begunMs) / 1000).toFixed(1);
      process.stdout.write(
        `simulation: ${total.runs} runs, ${total.requests} requests, ${total.points} points in ${seconds} s\n`,
      );
      expect(failed.slice(0, 20), `${failed.length} of ${total.runs} runs failed`).toEqual([]);
      expect(total.runs).toBe(jobs.length);
    },
  );
});

describe.runIf(asked !== undefined)("one run of the simulation", () => {
  test("keeps every invariant", async () => {
    const results: JobResult[] = [];
    await runJobs(makeDatabaseImage(inject("emptyDatabase")), [asked!], {
      onResult: (result) => void results.push(result),
      trace: (line) => process.stdout.write(`${line}\n`),
    });
    expect(results.flatMap(({ violations }) => violations)).toEqual([]);
  });
});

function describeFailure(result: JobResult): string {
  return [
    commandFor(result),
    ...result.violations.slice(0, 4).map(({ invariant, msg }) => `  ${invariant}: ${msg}`),
  ].join("\n");
}

import { describe, expect, it } from "vitest";
import { createManualTime } from "../ingest/manual-time.fixture.ts";
import { type FailedRun, runWithBackOff } from "./back-off.ts";
import { RunFailure } from "./run-failure.ts";

/** Something that is kept running, in a time that only the test moves on. */
function kept(
  run: (onRunning: () => void) => Promise<void>,
  { random = 0, isFinal = false }: { readonly random?: number; readonly isFinal?: boolean } = {},
) {
  const time = createManualTime();
  const stop = new AbortController();
  const states: string[] = [];
  const failures: FailedRun[] = [];
  let isOver = false;
  void runWithBackOff(
    {
      signal: stop.signal,
      run,
      setState: (state) => states.push(state),
      onFailure: (failure) => failures.push(failure),
      isFinal: () => isFinal,
    },
    { ...time, random: () => random },
  ).then(() => (isOver = true));
  return { time, stop, states, failures, isOver: () => isOver };
}

const failing = () => Promise.reject(new Error("unplugged"));

describe("what is kept running", () => {
  it("is run again after 1, 2, 4 … and at most 24 seconds", async () => {
    const { time, failures, states } = kept(failing);
    await time.advance(60_000);
    const waits = [1000, 2000, 4000, 8000, 16_000, 24_000, 24_000];
    expect(failures.map(({ delayMs }) => delayMs)).toEqual(waits);
    expect(time.delays).toEqual(waits);
    expect(states.slice(0, 4)).toEqual(["starting", "waiting", "starting", "waiting"]);
  });

  it("waits up to a quarter longer, so that not all are tried again at once", async () => {
    const { time } = kept(failing, { random: 1 });
    await time.advance(60_000);
    expect(time.delays).toEqual([1250, 2500, 5000, 10_000, 20_000, 30_000]);
  });

  it("begins with the shortest wait again after ten seconds in which it worked", async () => {
    let worksMs: number | undefined;
    const { time, failures } = kept(async (onRunning) => {
      if (worksMs !== undefined) {
        onRunning();
        await new Promise<void>((resolve) => void time.schedule(resolve, worksMs!));
      }
      throw new Error("unplugged");
    });
    await time.advance(1000);
    worksMs = 9999;
    await time.advance(2000 + 9999);
    worksMs = 10_000;
    await time.advance(4000 + 10_000);
    expect(failures.map(({ wasGood, delayMs }) => [wasGood, delayMs])).toEqual([
      [false, 1000],
      [false, 2000],
      [false, 4000],
      [true, 1000],
    ]);
  });

  it("waits longest from the first time on after a lasting failure", async () => {
    const { time } = kept(() => Promise.reject(new RunFailure("There is no such file.", { isPersistent: true })));
    await time.advance(0);
    expect(time.delays).toEqual([24_000]);
  });

  it("fails as well when it throws before it returns a promise", async () => {
    const error = new TypeError("no such thing");
    const { time, failures } = kept(() => {
      throw error;
    });
    await time.advance(0);
    expect(failures).toEqual([{ error, wasGood: false, delayMs: 1000 }]);
  });

  it("is not run again once it has ended", async () => {
    const { time, states, failures, isOver } = kept(async (onRunning) => onRunning());
    await time.advance(60_000);
    expect(isOver()).toBe(true);
    expect(states).toEqual(["starting", "running"]);
    expect(failures).toEqual([]);
  });

  it("is not run again after a final failure", async () => {
    const { time, states, failures, isOver } = kept(failing, { isFinal: true });
    await time.advance(60_000);
    expect(isOver()).toBe(true);
    expect(states).toEqual(["starting"]);
    expect(failures).toMatchObject([{ wasGood: false, delayMs: null }]);
  });

  it("ends its wait when it is stopped", async () => {
    const { time, stop, states, isOver } = kept(failing);
    await time.advance(0);
    stop.abort();
    await time.advance(0);
    expect(isOver()).toBe(true);
    expect(states).toEqual(["starting", "waiting"]);
  });

  it("does not count as failed, nor as working, after it was stopped", async () => {
    const stopped = Promise.withResolvers<void>();
    const { time, stop, states, failures, isOver } = kept(async (onRunning) => {
      await stopped.promise;
      onRunning();
      throw new Error("the port was closed");
    });
    stop.abort();
    stopped.resolve();
    await time.advance(0);
    expect(isOver()).toBe(true);
    expect([states, failures]).toEqual([["starting"], []]);
  });
});

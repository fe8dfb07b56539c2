import { describe, expect, it } from "vitest";
import { silentLog } from "../kernel/log.ts";
import type { Refusals } from "./decoded.ts";
import { SourceFailure } from "./source.failure.ts";
import type { SourceContext } from "./source.ts";
import { frame, setUp, source } from "./source.supervisor.fixture.ts";
import { untilAborted } from "./until-aborted.ts";

describe("a supervised source of which something fails", () => {
  it("is restarted after 1, 2, 4 … and at most 24 seconds before jitter, and reports the reason", async () => {
    let runs = 0;
    const { supervisor, time, status } = setUp(async () => {
      runs += 1;
      throw new SourceFailure(`The port went away ${runs} times.`);
    });
    supervisor.start(source);
    const waits: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      await time.advance(0);
      expect(status().state).toBe("waiting");
      const wait = time.delays.at(-1) ?? Number.NaN;
      waits.push(wait);
      await time.advance(wait);
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 24_000, 24_000]);
    expect(runs).toBe(8);
    expect(status().last_error).toBe("The port went away 8 times.");
    expect(status().last_error_at).toBe(new Date(time.clock.now()).toISOString());
  });

  it("begins with the shortest delay again after a successful run", async () => {
    let fail = Promise.withResolvers<void>();
    const { supervisor, time } = setUp(async ({ running }) => {
      running();
      await fail.promise;
    });
    supervisor.start(source);
    const waits: number[] = [];
    for (const uptimeMs of [0, 0, 0, 15_000]) {
      await time.advance(uptimeMs);
      const failing = fail;
      fail = Promise.withResolvers();
      failing.reject(new Error("unplugged"));
      await time.advance(0);
      const wait = time.delays.at(-1) ?? Number.NaN;
      waits.push(wait);
      await time.advance(wait);
    }
    expect(waits).toEqual([1000, 2000, 4000, 1000]);
  });

  it("is retried slowly from the first time on where the failure is permanent", async () => {
    const { supervisor, time } = setUp(async () => {
      throw new SourceFailure("There is no such file.", { isPersistent: true });
    });
    supervisor.start(source);
    await time.advance(0);
    expect(time.delays.at(-1)).toBe(24_000);
  });

  it("is logged once for each new reason, however often it is retried", async () => {
    const warnings: object[] = [];
    let reason = "There is no port COM3; is the device plugged in?";
    const { supervisor, time } = setUp(() => Promise.reject(new SourceFailure(reason)), {
      log: { ...silentLog, warn: (fields) => void warnings.push(fields) },
    });
    supervisor.start(source);
    await time.advance(600_000);
    expect(warnings).toEqual([{ sourceId: source.id, reason, delayMs: 1000 }]);
    reason = "The port COM3 is in use by another program.";
    await time.advance(30_000);
    expect(warnings).toHaveLength(2);
  });

  it("reports a failure when it throws before it returns a promise", async () => {
    const { supervisor, time, status } = setUp(() => {
      throw new TypeError("no such thing");
    });
    supervisor.start(source);
    await time.advance(0);
    expect(status()).toMatchObject({ state: "waiting", last_error: "no such thing" });
  });

  it("ends its back-off at once when it is stopped", async () => {
    const { supervisor, time, status } = setUp(() => Promise.reject(new Error("broken")));
    supervisor.start(source);
    await time.advance(0);
    await supervisor.stop(source.id);
    expect(status()).toMatchObject({ state: "stopped", last_error: "broken" });
  });

  it("is abandoned after five seconds when it does not end", async () => {
    const { supervisor, time, status } = setUp(async ({ running }) => {
      running();
      await new Promise(() => undefined);
    });
    supervisor.start(source);
    await time.advance(0);
    const stopping = supervisor.stop(source.id);
    await time.advance(4999);
    expect(status().state).toBe("running");
    await time.advance(1);
    await stopping;
    expect(status().state).toBe("stopped");
    await supervisor.close();
  });

  it("continues to listen when the store fails, and reports that", async () => {
    let deliver: SourceContext["take"] | undefined;
    const { supervisor, time, status } = setUp(
      async ({ take, signal, running }) => {
        deliver = take;
        running();
        await untilAborted(signal);
      },
      { take: () => Promise.reject(new Error("database or disk is full")) },
    );
    supervisor.start(source);
    await time.advance(0);
    // Not awaited by a live source: an unhandled rejection would fail this test run.
    void deliver?.([frame]);
    await time.advance(0);
    expect(status()).toMatchObject({ state: "running", frames: 0, last_error: "database or disk is full" });
  });

  it("drops and counts the newest frames when the store is slower", async () => {
    const stored = Promise.withResolvers<Refusals>();
    let deliver: SourceContext["take"] | undefined;
    const { supervisor, time, status } = setUp(
      async ({ take, signal, running }) => {
        deliver = take;
        running();
        await untilAborted(signal);
      },
      { take: () => stored.promise },
    );
    supervisor.start(source);
    await time.advance(0);
    void deliver?.(Array.from({ length: 20_000 }, () => frame));
    void deliver?.([frame, frame]);
    stored.resolve(new Map());
    await time.advance(0);
    expect(status()).toMatchObject({ state: "running", frames: 20_000, refused: { overloaded: 2 } });
    expect(status().last_error).toBe("More arrives than can be stored; what came last was dropped.");
  });

  it("survives a listener that throws", async () => {
    const { supervisor, time, status } = setUp(
      async ({ running, signal }) => {
        running();
        await untilAborted(signal);
      },
      {
        onChange: () => {
          throw new Error("listener");
        },
      },
    );
    supervisor.start(source);
    await time.advance(0);
    expect(status().state).toBe("running");
  });
});

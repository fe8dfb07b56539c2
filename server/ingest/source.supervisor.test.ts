import { describe, expect, it } from "vitest";
import { silentLog, type Log } from "../kernel/log.ts";
import type { Decoded, DecodedFrame, Rejections } from "./decoded.ts";
import { createManualTime } from "./manual-time.fixture.ts";
import { SourceFailure } from "./source.failure.ts";
import { createSourceSupervisor, type SupervisedSource } from "./source.supervisor.ts";
import type { SourceContext, SourceRun } from "./source.ts";

const source: SupervisedSource = {
  id: "00000000-0000-4000-8000-0000000000a1",
  name: "Roof",
  sensor_id: "roof",
  settings: { kind: "push" },
};

const frame: DecodedFrame = {
  kind: "frame",
  observedAtMs: null,
  sensorId: null,
  transmitter: null,
  technology: "unknown",
  rssiDbm: null,
  messages: [],
};

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

function setUp(
  run: SourceRun,
  options: { take?: (decoded: readonly Decoded[]) => Promise<Rejections>; onChange?: () => void; log?: Log } = {},
) {
  const time = createManualTime();
  const taken: Decoded[] = [];
  const changes: string[] = [];
  const supervisor = createSourceSupervisor({
    createRun: () => run,
    async take(_, decoded) {
      if (options.take !== undefined) return options.take(decoded);
      taken.push(...decoded);
      return new Map();
    },
    clock: time.clock,
    schedule: time.schedule,
    random: () => 0,
    log: options.log ?? silentLog,
    onChange(id) {
      changes.push(supervisor.status(id).state);
      options.onChange?.();
    },
  });
  return { supervisor, time, taken, changes, status: () => supervisor.status(source.id) };
}

describe("a supervised source", () => {
  it("is stopped and has counted nothing before it was ever started", () => {
    const { status } = setUp(() => Promise.resolve());
    expect(status()).toMatchObject({ state: "stopped", frames: 0, refused: {}, last_error: null });
  });

  it("is starting until it says that it listens, then running, then stopped", async () => {
    const opened = Promise.withResolvers<void>();
    const { supervisor, time, status, changes } = setUp(async ({ running, signal }) => {
      await opened.promise;
      running();
      await untilAborted(signal);
    });
    supervisor.start(source);
    await time.advance(0);
    expect(status().state).toBe("starting");
    opened.resolve();
    await time.advance(0);
    expect(status().state).toBe("running");
    await supervisor.stop(source.id);
    expect(status().state).toBe("stopped");
    expect(changes).toEqual(["starting", "running", "stopped"]);
  });

  it("is finished when it resolves by itself", async () => {
    const { supervisor, time, status } = setUp(async ({ running, progress }) => {
      running();
      progress(1);
    });
    supervisor.start(source);
    await time.advance(0);
    expect(status()).toMatchObject({ state: "finished", progress: 1 });
  });

  it("has everything but refusals handed on as it was decoded, in order", async () => {
    const dated = { ...frame, observedAtMs: 5, sensorId: "north" };
    const { supervisor, time, taken } = setUp(async ({ take }) => {
      await take([frame, { kind: "refused", reason: "bad_checksum", detail: "" }, dated]);
    });
    supervisor.start(source);
    await time.advance(0);
    expect(taken).toEqual([frame, dated]);
  });

  it("counts frames, their rate over ten seconds, and refusals of codec and pipeline by reason", async () => {
    let hear: SourceContext["take"] | undefined;
    const { supervisor, time, status } = setUp(async ({ take, signal, running }) => {
      hear = take;
      running();
      await untilAborted(signal);
    });
    supervisor.start(source);
    await time.advance(0);
    await hear?.([frame, frame, { kind: "refused", reason: "bad_checksum", detail: "" }]);
    supervisor.refused(source.id, "no_position");
    supervisor.refused(source.id, "no_position", 2);
    const heardAt = new Date(time.clock.now()).toISOString();
    await time.advance(4000);
    expect(status()).toMatchObject({
      frames: 2,
      frames_per_second: 0.5,
      refused: { bad_checksum: 1, no_position: 3 },
      last_frame_at: heardAt,
    });
    await time.advance(7000);
    expect(status()).toMatchObject({ frames: 2, frames_per_second: 0 });
  });

  it("counts refusals by reason and field, and reports their share", async () => {
    let hear: SourceContext["take"] | undefined;
    const { supervisor, time, status } = setUp(async ({ take, signal, running }) => {
      hear = take;
      running();
      await untilAborted(signal);
    });
    supervisor.start(source);
    await time.advance(0);
    expect(status().refused_share).toBeNull();
    const refused = { kind: "refused", reason: "missing_field", field: "Location.Latitude", detail: "" } as const;
    const counted = await hear?.([frame, frame, frame, refused]);
    expect([...(counted ?? [])]).toEqual([["missing_field: Location.Latitude", 1]]);
    expect(status()).toMatchObject({ refused: { "missing_field: Location.Latitude": 1 }, refused_share: 0.25 });
    await time.advance(11_000);
    expect(status()).toMatchObject({ refused: { "missing_field: Location.Latitude": 1 }, refused_share: null });
  });

  it("tells of its counters once a second while frames arrive and then falls silent", async () => {
    let hear: SourceContext["take"] | undefined;
    const { supervisor, time, changes } = setUp(async ({ take, signal, running }) => {
      hear = take;
      running();
      await untilAborted(signal);
    });
    supervisor.start(source);
    await time.advance(0);
    const before = changes.length;
    for (let index = 0; index < 50; index += 1) await hear?.([frame]);
    await time.advance(60_000);
    expect(changes.length - before).toBe(10);
  });

  it("is run again after 1, 2, 4 … and at most 24 seconds before jitter, telling why", async () => {
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

  it("starts again at the shortest delay after a good run", async () => {
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

  it("is tried slowly from the first time on where the failure is a lasting one", async () => {
    const { supervisor, time } = setUp(async () => {
      throw new SourceFailure("There is no such file.", { isLasting: true });
    });
    supervisor.start(source);
    await time.advance(0);
    expect(time.delays.at(-1)).toBe(24_000);
  });

  it("is logged once for each new reason, however often it is tried", async () => {
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

  it("fails as a value when it throws before it returns a promise", async () => {
    const { supervisor, time, status } = setUp(() => {
      throw new TypeError("no such thing");
    });
    supervisor.start(source);
    await time.advance(0);
    expect(status()).toMatchObject({ state: "waiting", last_error: "no such thing" });
  });

  it("leaves the back-off at once when it is stopped", async () => {
    const { supervisor, time, status } = setUp(() => Promise.reject(new Error("broken")));
    supervisor.start(source);
    await time.advance(0);
    await supervisor.stop(source.id);
    expect(status()).toMatchObject({ state: "stopped", last_error: "broken" });
  });

  it("is given up after five seconds when it does not end", async () => {
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

  it("hands nothing on after it was stopped", async () => {
    let hear: SourceContext["take"] | undefined;
    const { supervisor, time, taken } = setUp(async ({ take, signal, running }) => {
      hear = take;
      running();
      await untilAborted(signal);
    });
    supervisor.start(source);
    await time.advance(0);
    await supervisor.stop(source.id);
    await hear?.([frame]);
    expect(taken).toEqual([]);
  });

  it("ends its earlier run before a new start opens the port again", async () => {
    const log: string[] = [];
    const { supervisor, time } = setUp(async ({ signal }) => {
      log.push("open");
      await untilAborted(signal);
      log.push("close");
    });
    supervisor.start(source);
    await time.advance(0);
    supervisor.start({ ...source, sensor_id: "other" });
    await time.advance(0);
    expect(log).toEqual(["open", "close", "open"]);
  });

  it("goes on listening when the store fails, and says so", async () => {
    let hear: SourceContext["take"] | undefined;
    const { supervisor, time, status } = setUp(
      async ({ take, signal, running }) => {
        hear = take;
        running();
        await untilAborted(signal);
      },
      { take: () => Promise.reject(new Error("database or disk is full")) },
    );
    supervisor.start(source);
    await time.advance(0);
    // Not awaited by a live source: an unhandled rejection would fail this test run.
    void hear?.([frame]);
    await time.advance(0);
    expect(status()).toMatchObject({ state: "running", frames: 0, last_error: "database or disk is full" });
  });

  it("loses the newest frames, counted, when it outruns the store", async () => {
    const stored = Promise.withResolvers<Rejections>();
    let hear: SourceContext["take"] | undefined;
    const { supervisor, time, status } = setUp(
      async ({ take, signal, running }) => {
        hear = take;
        running();
        await untilAborted(signal);
      },
      { take: () => stored.promise },
    );
    supervisor.start(source);
    await time.advance(0);
    void hear?.(Array.from({ length: 20_000 }, () => frame));
    void hear?.([frame, frame]);
    stored.resolve(new Map());
    await time.advance(0);
    expect(status()).toMatchObject({ state: "running", frames: 20_000, refused: { overloaded: 2 } });
    expect(status().last_error).toBe("More arrives than can be stored; what came last was dropped.");
  });

  it("is forgotten when it is removed", async () => {
    const { supervisor, time, status } = setUp(async ({ take }) => void (await take([frame])));
    supervisor.start(source);
    await time.advance(0);
    expect(status().frames).toBe(1);
    await supervisor.remove(source.id);
    expect(status()).toMatchObject({ state: "stopped", frames: 0 });
  });

  it("does not fall over a listener that throws", async () => {
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

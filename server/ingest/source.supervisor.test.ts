import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import type { SourceContext } from "./source.ts";
import { frame, setUp, source } from "./source.supervisor.fixture.ts";
import { untilAborted } from "./until-aborted.ts";

describe("a supervised source", () => {
  it("is stopped and has counted nothing before its first start", () => {
    const { status } = setUp(() => Promise.resolve());
    expect(status()).toMatchObject({ state: "stopped", frames: 0, refused: {}, last_error: null });
  });

  it("is starting until it reports that it listens, then running, then stopped", async () => {
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

  it("passes on everything but refusals as it was decoded, in order", async () => {
    const dated = { ...frame, observedAtMs: 5, sensorId: "north" };
    const { supervisor, time, taken } = setUp(async ({ take }) => {
      await take([frame, { kind: "refused", reason: "bad_checksum", detail: "" }, dated]);
    });
    supervisor.start(source);
    await time.advance(0);
    expect(taken).toEqual([frame, dated]);
  });

  it("counts frames, their rate over ten seconds, and refusals of codec and pipeline by reason", async () => {
    let deliver: SourceContext["take"] | undefined;
    const { supervisor, time, status } = setUp(async ({ take, signal, running }) => {
      deliver = take;
      running();
      await untilAborted(signal);
    });
    supervisor.start(source);
    await time.advance(0);
    await deliver?.([frame, frame, { kind: "refused", reason: "bad_checksum", detail: "" }]);
    supervisor.refused(source.id, "no_position");
    supervisor.refused(source.id, "no_position", 2);
    const receivedAt = new Date(time.clock.now()).toISOString();
    await time.advance(4000);
    expect(status()).toMatchObject({
      frames: 2,
      frames_per_second: 0.5,
      refused: { bad_checksum: 1, no_position: 3 },
      last_frame_at: receivedAt,
    });
    await time.advance(7000);
    expect(status()).toMatchObject({ frames: 2, frames_per_second: 0 });
  });

  it("reports how far what arrives is behind the station's clock", async () => {
    let deliver: SourceContext["take"] | undefined;
    const { supervisor, time, status } = setUp(async ({ take, signal }) => {
      deliver = take;
      await untilAborted(signal);
    });
    const behind = (ms: number) => ({ ...frame, observedAtMs: time.clock.now() - ms });
    supervisor.start(source);
    await time.advance(0);
    await deliver?.([behind(2 * HOUR_MS)]);
    await deliver?.([frame]);
    await deliver?.([behind(3 * HOUR_MS)]);
    expect(status().behind_s).toBe(7200);
    await deliver?.([behind(2 * MINUTE_MS)]);
    expect(status().behind_s).toBeNull();
    await time.advance(2 * MINUTE_MS);
    await deliver?.([behind(3 * HOUR_MS)]);
    expect(status().behind_s).toBe(10_800);
  });

  it("does not report that about a recording", async () => {
    const { supervisor, time, status } = setUp(async ({ take }) => void (await take([{ ...frame, observedAtMs: 0 }])));
    supervisor.start({ ...source, settings: { kind: "file", path: "/flight.pcap", speed: 1, loop: false } });
    await time.advance(0);
    expect(status()).toMatchObject({ frames: 1, behind_s: null });
  });

  it("counts refusals by reason and field, and reports their share", async () => {
    let deliver: SourceContext["take"] | undefined;
    const { supervisor, time, status } = setUp(async ({ take, signal, running }) => {
      deliver = take;
      running();
      await untilAborted(signal);
    });
    supervisor.start(source);
    await time.advance(0);
    expect(status().refused_share).toBeNull();
    const refused = { kind: "refused", reason: "missing_field", field: "Location.Latitude", detail: "" } as const;
    const counted = await deliver?.([frame, frame, frame, refused]);
    expect([...(counted ?? [])]).toEqual([["missing_field: Location.Latitude", 1]]);
    expect(status()).toMatchObject({ refused: { "missing_field: Location.Latitude": 1 }, refused_share: 0.25 });
    await time.advance(11_000);
    expect(status()).toMatchObject({ refused: { "missing_field: Location.Latitude": 1 }, refused_share: null });
  });

  it("reports its counters once a second while frames arrive, and not afterwards", async () => {
    let deliver: SourceContext["take"] | undefined;
    const { supervisor, time, changes } = setUp(async ({ take, signal, running }) => {
      deliver = take;
      running();
      await untilAborted(signal);
    });
    supervisor.start(source);
    await time.advance(0);
    const before = changes.length;
    for (let index = 0; index < 50; index += 1) await deliver?.([frame]);
    await time.advance(60_000);
    expect(changes.length - before).toBe(10);
  });

  it("passes nothing on after it was stopped", async () => {
    let deliver: SourceContext["take"] | undefined;
    const { supervisor, time, taken } = setUp(async ({ take, signal, running }) => {
      deliver = take;
      running();
      await untilAborted(signal);
    });
    supervisor.start(source);
    await time.advance(0);
    await supervisor.stop(source.id);
    await deliver?.([frame]);
    expect(taken).toEqual([]);
  });

  it("ends its previous run before a new start opens the port again", async () => {
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

  it("is no longer listed when it is removed", async () => {
    const { supervisor, time, status } = setUp(async ({ take }) => void (await take([frame])));
    supervisor.start(source);
    await time.advance(0);
    expect(status().frames).toBe(1);
    await supervisor.remove(source.id);
    expect(status()).toMatchObject({ state: "stopped", frames: 0 });
  });
});

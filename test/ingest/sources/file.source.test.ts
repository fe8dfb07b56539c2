import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { btsnoop, pcapOf } from "../../../server/ingest/codecs/bluetooth.hci.fixture.ts";
import { decodeCapture } from "../../../server/ingest/codecs/capture.decode.ts";
import { heartbeatPayload } from "../../../server/ingest/codecs/mavlink.encode.ts";
import { encodeMavlinkFrame } from "../../../server/kernel/mavlink.frame.encode.ts";
import type { Decoded } from "../../../server/ingest/decoded.ts";
import { createSkippingTime } from "../../../server/ingest/manual-time.fixture.ts";
import { fileSource, replayFile, type FileSettings } from "../../../server/ingest/sources/file.source.ts";
import { systemClock } from "../../../server/kernel/clock.ts";
import { sharedData } from "../../support/shared-data.ts";
import { listenTo } from "./listening.fixture.ts";

const recordings = sharedData("rid-cdc-receiver") !== undefined;
const path = (...parts: readonly string[]) => sharedData(...parts) ?? "";

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "replay-"));
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

async function replayed(file: string, speed = 0) {
  const received: Decoded[] = [];
  const progress: number[] = [];
  const { clock, schedule } = createSkippingTime();
  const startMs = clock.now();
  const summary = await replayFile(file, {
    signal: new AbortController().signal,
    take: async (some) => void received.push(...some),
    onProgress: (fraction) => progress.push(fraction),
    speed,
    clock,
    schedule,
  });
  const times = received.flatMap((one) =>
    one.kind === "refused" || one.observedAtMs === null ? [] : [one.observedAtMs],
  );
  return { summary, received, progress, times, tookMs: clock.now() - startMs };
}

function lines(count: number, stepMs = 100): string {
  const startMs = Date.UTC(2024, 0, 1);
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify({ t: startMs + index * stepMs, mac: "02:00:00:00:00:01", lat: 47, lon: 8, id: `S${index}` }),
  ).join("\n");
}

function written(name: string, content: string | Uint8Array): string {
  const file = join(directory, name);
  writeFileSync(file, content);
  return file;
}

describe.skipIf(!recordings)("a replay of real recordings", () => {
  it.each([
    ["rid-cdc-receiver/parrot_anafi4_real.rid-only.pcap", "pcap", 1140, {}],
    ["rid-cdc-receiver/parrot_anafi4_spoofed.rid-only.pcap", "pcap", 0, { truncated_pack: 26 }],
    ["rid-cdc-receiver/mavic_multiple_spoofed.rid-only.pcap", "pcap", 0, { legacy_dji_drone_id: 77 }],
    ["rid-wireshark-samples/odid_wifi_sample.pcap", "pcap", 42, {}],
    ["rid-wireshark-samples/odid_wifi_bcn_sample.pcap", "pcap", 21, {}],
    ["derived-mavlink-odid/parrot_anafi4_receiver_message_packs.tlog", "tlog", 1140, {}],
    ["derived-mavlink-odid/parrot_anafi4_receiver_message_packs.mavlink", "mavlink", 1140, {}],
    ["derived-mavlink-odid/mini2_individual_messages.tlog", "tlog", 3488, {}],
    ["derived-mavlink-odid/mini2_individual_messages.mavlink", "mavlink", 3488, {}],
  ])("gives all of %s", async (file, format, frames, refused) => {
    const { summary, progress } = await replayed(path(...file.split("/")));
    expect(summary).toEqual({ format, frames, sensors: 0, refused });
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  });

  it("yields the Bluetooth capture's frames and refuses those with a bad checksum", async () => {
    const { summary } = await replayed(path("rid-wireshark-samples", "odid_bt5_lr_sample.pcapng"));
    expect(summary.format).toBe("pcapng");
    expect(summary.refused["bad_checksum"]).toBe(29);
  });

  it("of a flight log without Remote ID reports that, and where to import it", async () => {
    await expect(replayed(path("dronekit-tlog", "flight.tlog"))).rejects.toMatchObject({
      message:
        "Nothing of flight.tlog could be used: it is MAVLink without Remote ID. A log of a flight is imported among the flights.",
      isPersistent: true,
    });
  });

  it("yields the same in pieces as the codec in one piece, with its capture times", async () => {
    const file = path("rid-cdc-receiver", "parrot_anafi4_real.rid-only.pcap");
    const { received, times } = await replayed(file);
    expect(received).toEqual([...decodeCapture(readFileSync(file))]);
    expect(times[0]).toBe(Date.UTC(2023, 3, 1, 16, 15, 30, 415));
  });

  it.each([
    [1, 1],
    [10, 10],
  ])("takes as long as the flight did, divided by a speed of %s", async (speed, divisor) => {
    const { tookMs, times } = await replayed(path("rid-cdc-receiver", "parrot_anafi4_real.rid-only.pcap"), speed);
    const flightMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
    expect(flightMs).toBeGreaterThan(122_000);
    expect(Math.abs(tookMs - flightMs / divisor)).toBeLessThan(10);
  });
});

describe("a replay", () => {
  it("delivers each frame when it is due, and reports its progress by time", async () => {
    const { clock, schedule, delays } = createSkippingTime();
    const startMs = clock.now();
    const at: number[] = [];
    const progress: number[] = [];
    await replayFile(written("paced.jsonl", lines(11)), {
      signal: new AbortController().signal,
      take: async () => void at.push(clock.now() - startMs),
      onProgress: (fraction) => progress.push(Math.round(fraction * 10)),
      speed: 1,
      clock,
      schedule,
    });
    expect(at).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
    expect(delays).toHaveLength(10);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10]);
  });

  it("never holds more than a bounded number of frames, however large the file is", async () => {
    const file = written("large.jsonl", "");
    for (let part = 0; part < 40; part += 1) appendFileSync(file, `${lines(5000)}\n`);
    let [pending, most, delivered] = [0, 0, 0];
    let stored = Promise.withResolvers<void>();
    const { frames } = await replayFile(file, {
      signal: new AbortController().signal,
      async take(received) {
        pending += received.length;
        most = Math.max(most, pending);
        delivered += received.length;
        const group = stored;
        // The store commits in groups, here only when no more may be pending, and at the end.
        if (pending > 10_000 || delivered === 200_000) {
          stored = Promise.withResolvers();
          group.resolve();
        }
        await group.promise;
        pending -= received.length;
      },
      speed: 0,
      clock: systemClock,
    });
    expect([frames, pending]).toEqual([200_000, 0]);
    expect(most).toBeGreaterThan(10_000);
    expect(most).toBeLessThan(20_000);
  });

  it("ends at once when it is aborted while it waits", async () => {
    const abort = new AbortController();
    let frames = 0;
    const summary = await replayFile(written("hours.jsonl", lines(100, 600_000)), {
      signal: abort.signal,
      async take(received) {
        frames += received.length;
        setImmediate(() => abort.abort());
      },
      speed: 1,
      clock: systemClock,
    });
    expect(summary.frames).toBe(1);
    expect(frames).toBe(1);
  });

  it("fails when the frames cannot be stored", async () => {
    const replay = replayFile(written("full.jsonl", lines(10)), {
      signal: new AbortController().signal,
      take: () => Promise.reject(new Error("database or disk is full")),
      speed: 0,
      clock: systemClock,
    });
    await expect(replay).rejects.toThrow("database or disk is full");
  });

  it("reports in one sentence why a file is not a recording", async () => {
    const failure = (file: string) => replayed(file).then(undefined, (error: unknown) => error);
    mkdirSync(join(directory, "folder"));
    expect(await failure(join(directory, "none.pcap"))).toMatchObject({
      message: "The file none.pcap is not there.",
      isPersistent: true,
    });
    expect(await failure(join(directory, "folder"))).toMatchObject({
      message: "folder is a folder or a device, not a recording.",
      isPersistent: true,
    });
    expect(await failure(written("empty.pcap", ""))).toMatchObject({
      message: "empty.pcap is empty.",
      isPersistent: true,
    });
    expect(await failure(written("notes.txt", "Dear diary, ".repeat(100)))).toMatchObject({
      message: expect.stringMatching(/^notes\.txt is neither a capture/),
      isPersistent: true,
    });
  });
});

describe("a recording without usable frames", () => {
  const neighbour = Buffer.concat([
    Buffer.from("80000000ffffffffffff", "hex"),
    Buffer.alloc(26, 2),
    Buffer.of(0, 1, 65),
  ]);
  const heartbeat = encodeMavlinkFrame({ systemId: 1, componentId: 236, sequence: 0 }, heartbeatPayload());

  it.each([
    ["neighbours.pcap", pcapOf([neighbour], 105), "it is a capture without Remote ID."],
    ["wire.pcap", pcapOf([neighbour], 1), "it holds packets of link type 1: neither Wi-Fi nor Bluetooth LE."],
    ["old.pcap", pcapOf([neighbour], 119), /^it holds packets of link type 119: Wi-Fi with a Prism header/],
    [
      "phone.log",
      btsnoop([{ packet: Buffer.of(4, 14, 4, 1, 3, 12, 0), timeMs: 0 }]),
      "it is a capture without Remote ID.",
    ],
    ["line.bin", Buffer.concat([heartbeat, heartbeat]), "it is MAVLink without Remote ID."],
  ])("never ends silently: %s", async (name, content, sentence) => {
    const failure = await replayed(written(name, content)).then(undefined, (error: unknown) => error);
    const { message } = failure as Error;
    const start = `Nothing of ${name} could be used: `;
    expect(message.startsWith(start)).toBe(true);
    if (typeof sentence === "string") expect(message).toBe(start + sentence);
    else expect(message.slice(start.length)).toMatch(sentence);
  });

  it("reports why the pipeline refused all of it", async () => {
    const { clock } = createSkippingTime();
    const replay = replayFile(written("clock.jsonl", lines(3)), {
      signal: new AbortController().signal,
      take: async (received) => new Map([["implausible_time", received.length]]),
      speed: 0,
      clock,
    });
    await expect(replay).rejects.toThrow(
      "Nothing of clock.jsonl could be used: all 3 of its detections were refused (implausible_time).",
    );
  });

  it("is reported by its source", async () => {
    const file: FileSettings = {
      kind: "file",
      path: written("again.pcap", pcapOf([neighbour], 105)),
      speed: 0,
      loop: false,
    };
    const source = listenTo(file, fileSource(file));
    source.start();
    await source.untilState("waiting");
    expect(source.status().last_error).toBe("Nothing of again.pcap could be used: it is a capture without Remote ID.");
    await source.stop();
  });
});

describe("a source that replays a file", () => {
  const settings = (file: string, rest: Partial<FileSettings> = {}): FileSettings => ({
    kind: "file",
    path: file,
    speed: 0,
    loop: false,
    ...rest,
  });

  it("is finished at its end, with everything stored and counted", async () => {
    const file = settings(written("short.jsonl", lines(50)));
    const source = listenTo(file, fileSource(file));
    source.start();
    await source.untilState("finished");
    expect(source.status()).toMatchObject({ frames: 50, progress: 1, refused: {}, last_error: null });
    expect(source.received).toHaveLength(50);
  });

  it("starts again at its end when it is set to loop, until it is stopped", async () => {
    const file = settings(written("loop.jsonl", lines(5)), { loop: true });
    const { schedule } = createSkippingTime();
    const source = listenTo(file, fileSource(file, schedule));
    source.start();
    await source.until(() => source.received.length >= 25);
    await source.stop();
    expect(source.status().state).toBe("stopped");
    expect(source.received.length % 5).toBe(0);
  });

  it("retries with growing pauses while the file does not exist, and replays it once it does", async () => {
    const file = settings(join(directory, "later.jsonl"));
    const source = listenTo(file, fileSource(file));
    source.start();
    await source.untilState("waiting");
    expect(source.status().last_error).toBe("The file later.jsonl is not there.");
    writeFileSync(file.path, lines(3));
    await source.untilState("finished");
    expect(source.status().frames).toBe(3);
  });
});

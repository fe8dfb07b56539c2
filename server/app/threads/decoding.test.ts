import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { found, OPTIONS as TRACK_OPTIONS } from "../../import/tracks/log.fixture.ts";
import { createDecoding, type Decoding } from "./decoding.ts";

const OPTIONS = { ...TRACK_OPTIONS, owner: "ada" };
const LINES = ["time,latitude,longitude,altitude"];
for (let n = 0; n < 5000; n++) LINES.push(`2026-03-01T10:${minute(n)}Z,${50 + n / 1e5},14,${300 + (n % 7)}`);
const LOG = LINES.join("\n");

/** Five points a second. */
function minute(n: number): string {
  const seconds = Math.floor(n / 5);
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}.${(n % 5) * 2}`;
}
function two(value: number): string {
  return String(value).padStart(2, "0");
}

async function* bytesOf(text: string) {
  for (let at = 0; at < text.length; at += 10_000) yield Buffer.from(text.slice(at, at + 10_000));
}

/** A thread that does something else than decode. */
const entryOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`) as unknown as string;
const HEAD = 'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { ';

const threads = () => readdirSync("/proc/self/task").map(Number);

/** Undefined of a thread that has ended. */
function priorityOf(thread: number): number | undefined {
  try {
    return getPriority(thread);
  } catch {
    return undefined;
  }
}

const dataDir = mkdtempSync(join(tmpdir(), "fieldstation-decoding-"));
const opened: Decoding[] = [];
function open(options: Omit<Parameters<typeof createDecoding>[0], "dataDir"> = {}): Decoding {
  const decoding = createDecoding({ dataDir, ...options });
  opened.push(decoding);
  return decoding;
}
afterAll(async () => {
  await Promise.all(opened.map((decoding) => decoding.close()));
  rmSync(dataDir, { recursive: true });
});

describe("a flight log decoded on a thread", () => {
  it("has the same flights as one decoded on the main thread, and reports its progress", async () => {
    const here = await found(LOG);
    const read: number[] = [];
    const there = await open().decodeTracks(bytesOf(LOG), { ...OPTIONS, onProgress: (bytes) => void read.push(bytes) });
    if (there.kind === "invalid") throw new Error(there.message);
    expect(there.flights.map(({ points }) => [...points.slices()].flat())).toEqual(here.tracks);
    expect({ ...there, flights: there.flights.length }).toMatchObject({ format: "csv", flights: here.flights.length });
    expect(read.at(-1)).toBe(LOG.length);
  });

  it.runIf(process.platform === "linux")("has less priority than what is received meanwhile", async () => {
    const before = new Set(threads());
    await open().decodeTracks(bytesOf(LOG), OPTIONS);
    const started = threads().filter((thread) => !before.has(thread));
    expect(started.map(priorityOf)).toContain(getPriority() + 5);
  });

  it("is refused with its sentence, and the thread decodes the next one", async () => {
    const decoding = open({ threads: 1 });
    const [bad, good] = await Promise.all([
      decoding.decodeTracks(bytesOf("<html>"), OPTIONS),
      decoding.decodeTracks(bytesOf(LOG), OPTIONS),
    ]);
    expect(bad).toEqual({ kind: "invalid", message: "The file is XML, but neither GPX nor KML." });
    expect(good.kind).toBe("flights");
  });

  it("rejects with what its upload failed with, or its caller stopped it with", async () => {
    const decoding = open();
    const broken = (async function* () {
      yield Buffer.from(LOG);
      throw new Error("the upload broke");
    })();
    await expect(decoding.decodeTracks(broken, OPTIONS)).rejects.toThrow("the upload broke");
    const signal = AbortSignal.abort(new Error("stopped"));
    await expect(decoding.decodeTracks(bytesOf(LOG), { ...OPTIONS, signal })).rejects.toThrow("stopped");
  });

  it("decodes large files of zones there as well, and refuses those with too many zones or points", async () => {
    const openAir = "AC D\nAN Praha\nAL SFC\nAH 1000 FT\nV X=50:00:00 N 014:00:00 E\nDC 2\n\n".repeat(3000);
    const zones = await open({ heapMb: 64 }).decodeZones(openAir);
    expect(zones.kind === "zones" && zones.zones.length).toBe(3000);
    const decoding = open({ heapMb: 24 });
    const bomb = `{"features":[${"{},".repeat(1_000_000)}{}]}`;
    expect(await decoding.decodeZones(bomb)).toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("too much memory"),
    });
    expect((await decoding.decodeZones(`{"features":${" ".repeat(200_000)}`)).kind).toBe("invalid");
  });

  it("decodes zones of more than 32 kB there, where their circles delay nothing else", async () => {
    const decoding = open({ entry: entryOf(`${HEAD} process.exit(3); });`) });
    const circles = (chars: number) => "V X=50:00:00 N 014:00:00 E\nDC 1000\n".repeat(chars / 35);
    const here = await decoding.decodeZones(`AC D\nAN Praha\nAL SFC\nAH 1000 FT\n${circles(20_000)}`);
    expect(here).not.toMatchObject({ kind: "invalid", message: expect.stringContaining("damaged") });
    // The thread of this test ends at once.
    const there = await decoding.decodeZones(`AC D\nAN Praha\nAL SFC\nAH 1000 FT\n${circles(40_000)}`);
    expect(there).toMatchObject({ kind: "invalid" });
  });

  it.each([
    ["does not come to an end", `${HEAD} for (;;); });`, "takes longer than 0.3 seconds"],
    [
      "fills the memory",
      `${HEAD} const all = []; for (let n = 0; ; n++) all.push({ n, text: "text " + n }); });`,
      "too much memory",
    ],
    ["crashes its decoder", `${HEAD} throw new RangeError("beyond the end"); });`, "damaged"],
    ["ends its thread", `${HEAD} process.exit(3); });`, "damaged"],
  ])("that %s ends the thread and is refused", async (what, code, sentence) => {
    const isEndless = what === "does not come to an end";
    const decoding = open({ entry: entryOf(code), heapMb: 32, pieceMs: isEndless ? 300 : 60_000 });
    const outcome = await decoding.decodeTracks(bytesOf(LOG), OPTIONS);
    expect(outcome).toEqual({ kind: "invalid", message: expect.stringContaining(sentence) });
  });

  it("leaves no timer that keeps the station from ending, however the decoding ends", async () => {
    const pieceMs = 54_321;
    using started = vi.spyOn(globalThis, "setTimeout");
    using cleared = vi.spyOn(globalThis, "clearTimeout");
    const timers = () => {
      const own = started.mock.results.filter((_, at) => started.mock.calls[at]![1] === pieceMs);
      return own.filter(({ value }) => cleared.mock.calls.every(([timer]) => timer !== value)).length;
    };
    const working = `import { parentPort } from "node:worker_threads"; parentPort.on("message", () => parentPort.postMessage({ type: "progress", bytesRead: 1 }));`;
    const decoding = open({ entry: entryOf(working), threads: 1, pieceMs });

    const stopped = new AbortController();
    const begun = Promise.withResolvers<void>();
    const onProgress = () => begun.resolve();
    const aborted = decoding.decodeTracks(bytesOf(LOG), { ...OPTIONS, signal: stopped.signal, onProgress });
    await begun.promise;
    expect(timers()).toBe(1);
    stopped.abort(new Error("stopped"));
    await expect(aborted).rejects.toThrow("stopped");
    expect(timers()).toBe(0);

    const again = Promise.withResolvers<void>();
    const closed = decoding.decodeTracks(bytesOf(LOG), { ...OPTIONS, onProgress: () => again.resolve() });
    await again.promise;
    const next = decoding.decodeTracks(bytesOf(LOG), OPTIONS);
    await decoding.close();
    expect((await closed).kind).toBe("invalid");
    expect(await next).toEqual({ kind: "invalid", message: expect.stringContaining("stopping") });
    expect(timers()).toBe(0);
  });
});

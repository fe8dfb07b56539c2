import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { createSealing } from "../../kernel/sealing.ts";
import { openTempStore, type TempStore } from "../../storage/temp-store.fixture.ts";
import { createEvidenceKeys } from "./evidence-key.store.ts";
import { createRawFrames, type RawFrames } from "./raw-frames.ts";
import { createRawFrameReader } from "./raw-frames.store.ts";

let temp: TempStore;
let nowMs: number;
let frames: RawFrames;
const clock = { now: () => nowMs };
const { signal } = new AbortController();

beforeAll(() => void (temp = openTempStore()));
afterAll(() => temp[Symbol.dispose]());
beforeEach(() => {
  nowMs = 10 * DAY_MS;
  temp.store.writer.exec("DELETE FROM raw_frame; UPDATE raw_frame_total SET frames = 0, bytes = 0");
  frames = createRawFrames(temp.store.writer, clock, silentLog);
});

async function read(fromMs = 0, toMs = 100 * DAY_MS): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const slice of createRawFrameReader(temp.store.reader)({ fromMs, toMs }, signal)) {
    texts.push(...slice.map(({ bytes, sender }) => `${Buffer.from(bytes).toString()} of ${sender}`));
  }
  return texts;
}

it("keeps nothing while it is switched off, and everything in order while it is on", async () => {
  frames.saveSettings({ enabled: false, keep_days: 3 });
  frames.keep("roof", "off", null);
  frames.saveSettings({ enabled: true, keep_days: 3 });
  for (let index = 0; index < 1201; index++) frames.keep("roof", Buffer.from(String(index)), "192.0.2.7");
  expect(await read()).toEqual([]);
  frames.flush();
  expect(await read()).toEqual(Array.from({ length: 1201 }, (_, index) => `${index} of 192.0.2.7`));
  expect(await read(nowMs + 1)).toEqual([]);
  expect(frames.getState()).toMatchObject({ frames: 1201, dropped: 0, oldest_at: new Date(nowMs).toISOString() });
});

it("drops what is too much to wait, and counts it", () => {
  frames.saveSettings({ enabled: true, keep_days: 3 });
  const large = Buffer.alloc(20 * 1024 * 1024);
  frames.keep("roof", large, null);
  frames.keep("roof", large, null);
  frames.flush();
  expect(frames.getState()).toMatchObject({ frames: 1, bytes: large.length, dropped: 1 });
});

it("removes what is older than it is to be kept, also when it is switched off", async () => {
  frames.saveSettings({ enabled: true, keep_days: 3 });
  for (let index = 0; index < 600; index++) frames.keep("roof", "old", null);
  nowMs += DAY_MS;
  frames.keep("roof", "new", null);
  frames.saveSettings({ enabled: false, keep_days: 3 });
  nowMs += 2 * DAY_MS + 1;
  for (const { run } of frames.backgroundJobs) await run(signal);
  expect(await read()).toEqual(["new of null"]);
  expect(frames.getState()).toMatchObject({ frames: 1, bytes: 3 });
});

it("keeps the key that signs packs, and makes another one where its seal cannot be opened", () => {
  const keysWith = (byte: number) =>
    createEvidenceKeys(temp.store.writer, createSealing(Buffer.alloc(32, byte)), clock)();
  const first = keysWith(1);
  expect(keysWith(1)).toEqual(first);
  const stored = temp.store.reader.prepare("SELECT private_pem FROM evidence_key").pluck().all();
  expect(String(stored[0])).not.toContain("PRIVATE");
  const second = keysWith(2);
  expect(second.publicPem).not.toBe(first.publicPem);
  expect(temp.store.reader.prepare("SELECT public_pem FROM evidence_key ORDER BY id").pluck().all()).toEqual([
    first.publicPem,
    second.publicPem,
  ]);
});

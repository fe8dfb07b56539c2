import { beforeEach, describe, expect, it } from "vitest";
import { type Chunk, createReplayChunks, type ReplayChunks, chunkWindowOf } from "./replay-chunks.ts";
import { chunkNumberAt } from "./replay-time.ts";

const timeOf = (clock: string) => Date.parse(`2026-11-20T${clock}:00.000Z`);
const numberOf = (clock: string) => chunkNumberAt(timeOf(clock));

let nowMs: number;
let requested: number[];
let chunks: ReplayChunks;

/** As the station answers: what was received until now. */
const load = (number: number): Promise<Chunk> => {
  requested.push(number);
  const { fromMs } = chunkWindowOf(number);
  return Promise.resolve({ fromMs, knownUntilMs: nowMs, positions: { spacing: 0, tracks: [], sensors: [] } });
};

async function moveTo(clock: string): Promise<void> {
  chunks.need(timeOf(clock), undefined);
  // The loader goes on in the turn after the answers.
  await new Promise((done) => setTimeout(done));
}

beforeEach(() => {
  requested = [];
  chunks = createReplayChunks(load, { loaded: () => undefined, failed: () => undefined });
});

describe("the chunks of a replay", () => {
  it("are loaded again, the earlier one as well, when more has happened than was known when they were", async () => {
    nowMs = timeOf("12:03");
    await moveTo("12:01");
    expect(requested).toEqual([numberOf("12:01"), numberOf("11:56")]);
    const first = chunks.at(timeOf("12:01"));
    expect(first?.isWhole).toBe(true);

    nowMs = timeOf("12:13");
    requested = [];
    await moveTo("12:02");
    expect(requested).toEqual([]);
    chunks.need(timeOf("12:06"), undefined);
    expect(requested).toEqual([numberOf("12:06"), numberOf("12:01")]);
    await moveTo("12:06");
    expect(chunks.at(timeOf("12:06"))).toMatchObject({ isWhole: true, before: { knownUntilMs: nowMs } });
    expect(requested).toHaveLength(2);
  });

  it("are incomplete while one is loaded again, and give a new picture then", async () => {
    nowMs = timeOf("12:06");
    await moveTo("12:06");
    const known = chunks.at(timeOf("12:06"));
    nowMs = timeOf("12:09");
    expect(known?.isWhole).toBe(true);
    expect(chunks.at(timeOf("12:08"))).toMatchObject({ isWhole: false, key: known?.key });
    await moveTo("12:08");
    const whole = chunks.at(timeOf("12:08"));
    expect(whole?.isWhole).toBe(true);
    expect(whole?.key).not.toBe(known?.key);
    requested = [];
    await moveTo("12:08");
    expect(requested).toEqual([]);
  });
});

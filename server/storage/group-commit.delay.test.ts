import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createGroupCommit } from "./group-commit.ts";
import { openTempStore, type TempStore } from "./temp-store.fixture.ts";

let temp: TempStore;
beforeEach(() => {
  temp = openTempStore();
});
afterEach(() => temp[Symbol.dispose]());

describe("items that callers wait for", () => {
  it("are collected for longer while each turn of the event loop brings others", async () => {
    let nowMs = 0;
    const batches: number[] = [];
    const commits = createGroupCommit<number>({
      writer: temp.store.writer,
      apply(items) {
        nowMs += 1;
        return () => void batches.push(items.length);
      },
      maxWaitMs: 60_000,
      elapsedMs: () => nowMs,
      onError: () => undefined,
    });
    commits.add(1);
    await commits.committed();
    /** Adds one in each turn, which takes longer than the pause after the transaction. */
    const bringOthers = async (turns: number) => {
      const waiting: Promise<void>[] = [];
      for (let turn = 0; turn < turns; turn++) {
        commits.add(turn);
        waiting.push(commits.committed());
        const busyUntilMs = performance.now() + 0.1;
        while (performance.now() < busyUntilMs);
        await nextTurn();
      }
      return waiting;
    };
    const waiting = await bringOthers(100);
    expect(batches).toEqual([1]);
    await Promise.all(waiting);
    expect(batches).toEqual([1, 100]);
    // Not for ever.
    const early = await bringOthers(50);
    nowMs += 100;
    const late = await bringOthers(50);
    expect(batches.slice(0, 2)).toEqual([1, 100]);
    expect(batches[2]).toBeGreaterThanOrEqual(50);
    expect(batches[2]).toBeLessThan(100);
    await Promise.all([...early, ...late]);
  });
});

import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addMany } from "./group-commit.fixture.ts";
import { createGroupCommit } from "./group-commit.ts";
import { openTempStore, type TempStore } from "./temp-store.fixture.ts";

let temp: TempStore;
beforeAll(() => {
  temp = openTempStore();
  temp.store.writer.exec("CREATE TABLE item (value INTEGER PRIMARY KEY CHECK (value >= 0)) STRICT");
});
beforeEach(() => void temp.store.writer.exec("DELETE FROM item"));
afterAll(() => temp[Symbol.dispose]());

/** Commits that are on disk only when the test says so, flush by flush. */
function openFlushed() {
  const { writer } = temp.store;
  const insert = writer.prepare("INSERT INTO item (value) VALUES (?)");
  const batches: number[] = [];
  const flushes: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const commits = createGroupCommit<number>({
    writer,
    apply(items) {
      for (const item of items) insert.run(item);
      return () => void batches.push(items.length);
    },
    flush() {
      const flush = Promise.withResolvers<void>();
      flushes.push(flush);
      return flush.promise;
    },
    maxWaitMs: 60_000,
    retryMs: 5,
    elapsedMs: () => 0,
    onError: (error) => errors.push(error),
  });
  return { commits, batches, flushes, errors };
}

/** Notes when a promise is settled. */
function watch(promise: Promise<void>): { state: "waits" | "resumed" | "refused" } {
  const watched: { state: "waits" | "resumed" | "refused" } = { state: "waits" };
  promise.then(
    () => (watched.state = "resumed"),
    () => (watched.state = "refused"),
  );
  return watched;
}

async function turns(count = 100): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

describe("items that are flushed after their transaction", () => {
  it("are acknowledged when the flush that began after it is done, and those of meanwhile with the next", async () => {
    const { commits, batches, flushes } = openFlushed();
    commits.add(1);
    const first = watch(commits.committed());
    await turns();
    expect([batches, flushes.length, first.state, commits.waiting()]).toEqual([[1], 1, "waits", 1]);
    commits.add(2);
    const second = watch(commits.committed());
    await turns();
    expect([batches, flushes.length]).toEqual([[1], 1]);
    flushes[0]!.resolve();
    await turns();
    expect([batches, flushes.length, first.state, second.state]).toEqual([[1, 1], 2, "resumed", "waits"]);
    flushes[1]!.resolve();
    await turns();
    expect([second.state, commits.waiting()]).toEqual(["resumed", 0]);
  });

  it("fill transactions while the disk writes, which share one flush", async () => {
    const { commits, batches, flushes } = openFlushed();
    addMany(commits, 0, 200);
    await turns();
    addMany(commits, 1000, 1400);
    const caller = watch(commits.committed());
    await turns();
    expect([batches, flushes.length]).toEqual([[200, 400, 800], 1]);
    addMany(commits, 5000, 1);
    flushes[0]!.resolve();
    await turns();
    expect([batches, flushes.length, caller.state]).toEqual([[200, 400, 800, 201], 2, "waits"]);
    flushes[1]!.resolve();
    await turns();
    expect([caller.state, commits.waiting(), commits.queued()]).toEqual(["resumed", 0, 0]);
  });

  it("are refused to their callers when the disk refuses them, and flushed again", async () => {
    const { commits, flushes, errors } = openFlushed();
    commits.add(1);
    const refused = watch(commits.committed());
    await turns();
    flushes[0]!.reject(new Error("no disk"));
    await turns();
    expect([refused.state, errors.length, commits.waiting()]).toEqual(["refused", 1, 1]);
    const again = watch(commits.committed());
    while (flushes.length < 2) await pause(1);
    expect(again.state).toBe("waits");
    flushes[1]!.resolve();
    await turns();
    expect([again.state, commits.waiting()]).toEqual(["resumed", 0]);
  });

  it("that can never be written are refused at once, those before them when they are on disk", async () => {
    const { commits, flushes } = openFlushed();
    commits.add(1);
    const before = watch(commits.committed());
    commits.add(-2);
    const during = watch(commits.committed());
    await turns();
    expect([before.state, during.state]).toEqual(["waits", "refused"]);
    flushes[0]!.resolve();
    await turns();
    expect(before.state).toBe("resumed");
  });

  it("are waited for at the end, which reports a disk that goes on refusing", async () => {
    const { commits, flushes } = openFlushed();
    addMany(commits, 0, 10);
    const closing = watch(commits.close());
    for (let attempt = 0; attempt < 3; attempt++) {
      while (flushes.length <= attempt) await pause(1);
      expect(closing.state).toBe("waits");
      flushes[attempt]!.reject(new Error("no disk"));
      await turns();
    }
    expect(closing.state).toBe("refused");
  });
});

import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addMany, openNumberCommit } from "./group-commit.fixture.ts";
import { createGroupCommit } from "./group-commit.ts";
import type { TempStore } from "./temp-store.fixture.ts";
import { openTempStore } from "./temp-store.fixture.ts";

let temp: TempStore;
beforeAll(() => {
  temp = openTempStore();
  // A lock fails immediately instead of after a station's busy timeout.
  temp.store.writer.pragma("busy_timeout = 0");
  temp.store.writer.exec("CREATE TABLE item (value INTEGER PRIMARY KEY CHECK (value >= 0)) STRICT");
});
beforeEach(() => void temp.store.writer.exec("DELETE FROM item"));
afterAll(() => temp[Symbol.dispose]());

const open = (maxWaitMs?: number, tookMs?: number) => openNumberCommit(temp.store, maxWaitMs, tookMs);

/** Simulates another program that holds the write lock. */
function lockFile(): Database.Database {
  const other = new Database(join(temp.dataDir, "station.sqlite"));
  other.exec("BEGIN IMMEDIATE");
  return other;
}

describe("items", () => {
  it("are written together within the maximum wait when no caller waits", async () => {
    const { commits, batches, nextBatch } = open(5);
    const written = nextBatch();
    addMany(commits, 0, 150);
    expect(await written).toBe(150);
    expect(batches).toEqual([150]);
  });

  it("are on disk when a waiting caller resumes, without the maximum wait", async () => {
    const { commits, batches, countOnDisk } = open();
    addMany(commits, 0, 50);
    expect(countOnDisk()).toBe(0);
    await commits.committed();
    expect(countOnDisk()).toBe(50);
    expect(batches).toEqual([50]);
  });

  it("of several waiting callers share a flush", async () => {
    const { commits, batches } = open();
    const callers = Array.from({ length: 20 }, (_, index) => {
      commits.add(index);
      return commits.committed();
    });
    await Promise.all(callers);
    expect(batches).toEqual([20]);
  });

  it("of callers who arrive while the disk is busy are collected for as long as the last transaction took", async () => {
    let nowMs = 0;
    const batches: number[] = [];
    const commits = createGroupCommit<number>({
      writer: temp.store.writer,
      apply(items) {
        nowMs += 30;
        return () => void batches.push(items.length);
      },
      maxWaitMs: 60_000,
      elapsedMs: () => nowMs,
      onError: () => undefined,
    });
    commits.add(1);
    await commits.committed();
    commits.add(2);
    const early = commits.committed();
    for (let turns = 0; turns < 5; turns++) await nextTurn();
    expect(batches).toEqual([1]);
    commits.add(3);
    await Promise.all([early, commits.committed()]);
    expect(batches).toEqual([1, 2]);
    // After a longer pause items are committed without collecting more.
    nowMs += 30;
    commits.add(4);
    const late = commits.committed();
    await nextTurn();
    await nextTurn();
    expect(batches).toEqual([1, 2, 1]);
    await late;
  });

  it("of a backlog are written in transactions that grow while each is fast enough", async () => {
    const { commits, batches } = open(60_000, 1);
    addMany(commits, 0, 6000);
    await commits.committed();
    expect(batches).toEqual([200, 400, 800, 1000, 1000, 1000, 1000, 600]);
  });

  it("of a backlog are written in transactions that grow when only the flush is slow", async () => {
    let nowMs = 0;
    const batches: number[] = [];
    const commits = createGroupCommit<number>({
      writer: temp.store.writer,
      apply: (items) => () => {
        batches.push(items.length);
        nowMs += 50;
      },
      maxWaitMs: 60_000,
      elapsedMs: () => nowMs,
      onError: () => undefined,
    });
    addMany(commits, 0, 1400);
    await commits.committed();
    expect(batches).toEqual([200, 400, 800]);
  });

  it("are written in transactions of 200 again once the backlog is written", async () => {
    const { commits, batches } = open(60_000, 1);
    addMany(commits, 0, 650);
    await commits.committed();
    addMany(commits, 1000, 300);
    await commits.committed();
    expect(batches).toEqual([200, 400, 50, 200, 100]);
  });

  it("are written in transactions of 200 on a slow disk, yielding to the event loop in between", async () => {
    const { commits, batches } = open();
    addMany(commits, 0, 1001);
    const seen: number[] = [];
    const done = commits.committed();
    for (let turns = 0; turns < 20; turns++) {
      await nextTurn();
      seen.push(batches.length);
    }
    await done;
    expect(batches).toEqual([200, 200, 200, 200, 200, 1]);
    expect(new Set(seen).size).toBeGreaterThan(3);
  });

  it("resolve immediately when there are none to commit", async () => {
    const { commits, batches } = open();
    await commits.committed();
    expect(batches).toEqual([]);
  });
});

describe("an item that cannot be written", () => {
  it("does not block the others, and is counted", async () => {
    const { commits, errors, countOnDisk } = open();
    for (const item of [1, 2, -3, 4, -5, 6]) commits.add(item);
    await expect(commits.committed()).rejects.toThrow("CHECK constraint");
    expect(countOnDisk()).toBe(4);
    expect(errors).toEqual([{ code: "SQLITE_CONSTRAINT_CHECK", lost: 2 }]);
    commits.add(7);
    await commits.committed();
    expect(countOnDisk()).toBe(5);
  });

  it("is never acknowledged: callers who waited for earlier items resume, callers who waited for it get an error", async () => {
    const { commits } = open();
    commits.add(1);
    const before = commits.committed();
    commits.add(-2);
    const during = commits.committed();
    commits.add(3);
    const after = commits.committed();
    expect((await Promise.allSettled([before, during, after])).map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
    ]);
  });

  it("also fails a caller who waits for later batches", async () => {
    const { commits, countOnDisk } = open();
    commits.add(-1);
    addMany(commits, 0, 500);
    await expect(commits.committed()).rejects.toThrow("CHECK constraint");
    await commits.committed();
    expect(countOnDisk()).toBe(500);
  });
});

describe("a disk that refuses", () => {
  it("is retried until the pending items are written: a file that another program has locked", async () => {
    const { commits, errors, countOnDisk, nextBatch } = open();
    const other = lockFile();
    addMany(commits, 0, 300);
    await expect(commits.committed()).rejects.toThrow("database is locked");
    expect(errors).toEqual([{ code: "SQLITE_BUSY", lost: 0 }]);
    expect(countOnDisk()).toBe(0);
    const written = nextBatch();
    other.exec("COMMIT");
    other.close();
    expect(await written).toBe(200);
    await commits.committed();
    expect(countOnDisk()).toBe(300);
  });

  it("is not retried for every item that arrives", async () => {
    const { commits, errors, countOnDisk } = open();
    const other = lockFile();
    addMany(commits, 0, 250);
    await expect(commits.committed()).rejects.toThrow("locked");
    for (let turns = 0; turns < 50; turns++) {
      addMany(commits, 250 + turns, 1);
      await nextTurn();
    }
    expect(errors).toHaveLength(1);
    other.exec("COMMIT");
    other.close();
    await commits.committed();
    expect(countOnDisk()).toBe(300);
  });

  it("loses nothing when it is full and later has room again", async () => {
    const { writer } = temp.store;
    const { commits, errors, countOnDisk } = open();
    // Free pages that earlier tests left in the file would be used first.
    writer.exec("VACUUM");
    const pages = writer.pragma("page_count", { simple: true }) as number;
    writer.pragma(`max_page_count = ${pages}`);
    addMany(commits, 0, 2000);
    await expect(commits.committed()).rejects.toThrow("full");
    expect(errors).toEqual([{ code: "SQLITE_FULL", lost: 0 }]);
    const before = countOnDisk();
    writer.pragma("max_page_count = 1073741823");
    await commits.committed();
    expect([before < 2000, countOnDisk()]).toEqual([true, 2000]);
  });
});

describe("closing", () => {
  it("writes the pending items", async () => {
    const { commits, countOnDisk } = open();
    addMany(commits, 0, 450);
    await commits.close();
    expect(countOnDisk()).toBe(450);
  });

  it("does not wait for a pause between transactions", async () => {
    const { commits, countOnDisk } = open();
    const other = lockFile();
    commits.add(1);
    await expect(commits.committed()).rejects.toThrow("locked");
    other.exec("COMMIT");
    other.close();
    await commits.close();
    expect(countOnDisk()).toBe(1);
  });

  it("writes the pending items behind one that cannot be written", async () => {
    const { commits, errors, countOnDisk } = open();
    for (const item of [1, -2, 3]) commits.add(item);
    addMany(commits, 10, 300);
    await commits.close();
    expect([countOnDisk(), errors.map(({ lost }) => lost)]).toEqual([302, [1]]);
  });

  it("reports when pending items cannot be written", async () => {
    const { commits } = open();
    const other = lockFile();
    commits.add(1);
    await expect(commits.close()).rejects.toThrow("locked");
    other.close();
  });
});

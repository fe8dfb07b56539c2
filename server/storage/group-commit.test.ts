import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createGroupCommit } from "./group-commit.ts";
import type { TempStore } from "./temp-store.fixture.ts";
import { openTempStore } from "./temp-store.fixture.ts";

let temp: TempStore;
beforeAll(() => {
  temp = openTempStore();
  // A lock is met at once instead of after the seconds that a station waits for it.
  temp.store.writer.pragma("busy_timeout = 0");
  temp.store.writer.exec("CREATE TABLE item (value INTEGER PRIMARY KEY CHECK (value >= 0)) STRICT");
});
beforeEach(() => void temp.store.writer.exec("DELETE FROM item"));
afterAll(() => temp[Symbol.dispose]());

/** A group commit of numbers into a table that refuses negative ones; every transaction seems to take `tookMs`. */
function open(maxWaitMs = 60_000, tookMs = 8) {
  let elapsedMs = 0;
  const { writer, reader } = temp.store;
  const insert = writer.prepare("INSERT INTO item (value) VALUES (?) ON CONFLICT (value) DO NOTHING");
  const count = reader.prepare<[], number>("SELECT count(*) FROM item").pluck();
  const batches: number[] = [];
  const errors: { readonly code: string; readonly lost: number }[] = [];
  let onDisk = Promise.withResolvers<number>();
  const commits = createGroupCommit<number>({
    writer,
    apply(items) {
      for (const item of items) insert.run(item);
      return () => {
        batches.push(items.length);
        onDisk.resolve(count.get()!);
      };
    },
    maxWaitMs,
    retryMs: 50,
    elapsedMs: () => (elapsedMs += tookMs),
    onError: (error, lost) => errors.push({ code: (error as { code: string }).code, lost }),
  });
  return {
    commits,
    batches,
    errors,
    countOnDisk: () => count.get()!,
    /** How many are on disk, told with the next batch that reaches it. */
    nextBatch() {
      onDisk = Promise.withResolvers();
      return onDisk.promise;
    },
  };
}

function addMany(commits: { readonly add: (item: number) => void }, first: number, count: number): void {
  for (let item = first; item < first + count; item++) commits.add(item);
}

/** Another program that holds the file for writing. */
function lockFile(): Database.Database {
  const other = new Database(join(temp.dataDir, "station.sqlite"));
  other.exec("BEGIN IMMEDIATE");
  return other;
}

describe("items", () => {
  it("are written together when nobody waits, after the longest wait at most", async () => {
    const { commits, batches, nextBatch } = open(5);
    const written = nextBatch();
    addMany(commits, 0, 150);
    expect(await written).toBe(150);
    expect(batches).toEqual([150]);
  });

  it("are on disk when a waiting caller is answered, without the longest wait", async () => {
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

  it("of callers who come while the disk is kept busy are gathered for as long as the last transaction took", async () => {
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
    // After a longer silence nobody waits for company.
    nowMs += 30;
    commits.add(4);
    const late = commits.committed();
    await nextTurn();
    await nextTurn();
    expect(batches).toEqual([1, 2, 1]);
    await late;
  });

  it("of a backlog go in transactions that grow while each ends soon enough", async () => {
    const { commits, batches } = open(60_000, 1);
    addMany(commits, 0, 6000);
    await commits.committed();
    expect(batches).toEqual([200, 400, 800, 1000, 1000, 1000, 1000, 600]);
  });

  it("of a backlog go in transactions that grow where only the flush is slow", async () => {
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

  it("go in transactions of 200 again once the backlog is written", async () => {
    const { commits, batches } = open(60_000, 1);
    addMany(commits, 0, 650);
    await commits.committed();
    addMany(commits, 1000, 300);
    await commits.committed();
    expect(batches).toEqual([200, 400, 50, 200, 100]);
  });

  it("go in transactions of 200 on a slow disk, with turns of the event loop in between", async () => {
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

  it("of nobody are committed at once", async () => {
    const { commits, batches } = open();
    await commits.committed();
    expect(batches).toEqual([]);
  });
});

describe("an item that cannot be written", () => {
  it("does not hold up the others, and is counted", async () => {
    const { commits, errors, countOnDisk } = open();
    for (const item of [1, 2, -3, 4, -5, 6]) commits.add(item);
    await expect(commits.committed()).rejects.toThrow("CHECK constraint");
    expect(countOnDisk()).toBe(4);
    expect(errors).toEqual([{ code: "SQLITE_CONSTRAINT_CHECK", lost: 2 }]);
    commits.add(7);
    await commits.committed();
    expect(countOnDisk()).toBe(5);
  });

  it("is never acknowledged: who waited for less is answered, who waited for it is told", async () => {
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

  it("is told to a caller who waits for later batches too", async () => {
    const { commits, countOnDisk } = open();
    commits.add(-1);
    addMany(commits, 0, 500);
    await expect(commits.committed()).rejects.toThrow("CHECK constraint");
    await commits.committed();
    expect(countOnDisk()).toBe(500);
  });
});

describe("a disk that refuses", () => {
  it("is tried again until it takes what waits: a file that another program has locked", async () => {
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

  it("is not tried with every item that arrives", async () => {
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

  it("loses nothing when it is full and has room again", async () => {
    const { writer } = temp.store;
    const { commits, errors, countOnDisk } = open();
    // Room that earlier tests left in the file would be filled first.
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
  it("writes what waits", async () => {
    const { commits, countOnDisk } = open();
    addMany(commits, 0, 450);
    await commits.close();
    expect(countOnDisk()).toBe(450);
  });

  it("does not wait for a rest to be over", async () => {
    const { commits, countOnDisk } = open();
    const other = lockFile();
    commits.add(1);
    await expect(commits.committed()).rejects.toThrow("locked");
    other.exec("COMMIT");
    other.close();
    await commits.close();
    expect(countOnDisk()).toBe(1);
  });

  it("writes what waits behind an item that cannot be written", async () => {
    const { commits, errors, countOnDisk } = open();
    for (const item of [1, -2, 3]) commits.add(item);
    addMany(commits, 10, 300);
    await commits.close();
    expect([countOnDisk(), errors.map(({ lost }) => lost)]).toEqual([302, [1]]);
  });

  it("says so when what waits cannot be written", async () => {
    const { commits } = open();
    const other = lockFile();
    commits.add(1);
    await expect(commits.close()).rejects.toThrow("locked");
    other.close();
  });
});

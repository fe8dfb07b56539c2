import { readFileSync, statSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDataDir } from "./data-dir.fixture.ts";
import { openStore, type Store } from "./database.ts";
import { createWalFlush, UnflushedError } from "./wal-flush.ts";
import { runWithoutSync } from "./run-without-sync.ts";

let store: Store;
beforeAll(() => {
  store = openStore({ dataDir: makeDataDir("wal-flush") });
  store.writer.exec("CREATE TABLE item (value INTEGER)");
});
afterAll(() => store.close());

const insert = (value: number) =>
  runWithoutSync(store.writer, () => store.writer.prepare("INSERT INTO item VALUES (?)").run(value));

it("flushes the log for transactions that did not wait", async () => {
  const { flush, close } = createWalFlush(store.writer)!;
  insert(1);
  await expect(flush()).resolves.toBeUndefined();
  insert(2);
  await expect(flush()).resolves.toBeUndefined();
  await close();
});

it("copies the log into the database after the disk refused it once, before anything counts as being there", async () => {
  let refusals = 1;
  const { flush, close } = createWalFlush(store.writer, async () => ({
    async datasync() {
      if (refusals-- > 0) throw Object.assign(new Error("i/o error"), { code: "EIO" });
    },
    close: async () => undefined,
  }))!;
  insert(77_777_777);
  await expect(flush()).rejects.toThrow(UnflushedError);
  const read = store.reader.prepare("SELECT value FROM item").iterate();
  read.next();
  store.writer.pragma("busy_timeout = 0");
  await expect(flush()).rejects.toMatchObject({ code: "SQLITE_IOERR_FSYNC" });
  read.return?.();
  await flush();
  expect(statSync(`${store.writer.name}-wal`).size).toBe(0);
  // 77777777 as SQLite stores it.
  expect(readFileSync(store.writer.name).includes(Buffer.from([0x04, 0xa2, 0xcb, 0x71]))).toBe(true);
  insert(3);
  await flush();
  await close();
});

it("reports a full disk with the message of SQLite", async () => {
  const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
  const { flush } = createWalFlush(store.writer, () => Promise.reject(full))!;
  await expect(flush()).rejects.toMatchObject({ code: "SQLITE_FULL" });
});

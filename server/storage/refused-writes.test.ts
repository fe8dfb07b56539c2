import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { fileSystemAdvice, refusedWriteOf } from "./refused-writes.ts";

const failed = (code: string) => Object.assign(new Error(`${code}: operation not permitted, chmod`), { code });

it.each([
  ["SQLITE_FULL", 507, "insufficient_storage"],
  ["ENOSPC", 507, "insufficient_storage"],
  ["SQLITE_READONLY", 503, "recording_damaged"],
  ["SQLITE_CORRUPT_VTAB", 503, "recording_damaged"],
  ["SQLITE_NOTADB", 503, "recording_damaged"],
  ["SQLITE_IOERR_WRITE", 503, "disk_failing"],
  ["EROFS", 503, "disk_failing"],
])("a write that failed with %s is refused with %i %s", (code, status, reason) => {
  expect(refusedWriteOf(failed(code))).toMatchObject({ status, code: reason });
});

it("only a recording that takes no writes says that nothing new is stored", () => {
  expect(refusedWriteOf(failed("SQLITE_READONLY"))?.msg).toContain("nothing new is stored");
  expect(refusedWriteOf(failed("SQLITE_CORRUPT"))?.msg).toMatch(/^This needs a part of the recording that is damaged/);
});

it("an error of the program is not taken for one of the disk", () => {
  expect(refusedWriteOf(new Database.SqliteError("no", "SQLITE_CONSTRAINT_UNIQUE"))).toBeUndefined();
  expect(refusedWriteOf(new TypeError("no"))).toBeUndefined();
  expect(fileSystemAdvice(new TypeError("no"), "/data")).toBeUndefined();
});

it.each([
  ["EPERM", /may not write \/data: give the directory to the user that runs the station/],
  ["EACCES", /may not write \/data/],
  ["EROFS", /mounted read-only: mount it for writing/],
  ["SQLITE_CANTOPEN", /cannot be opened: it belongs to another user, or its disk is gone/],
  ["ENOSPC", /The disk of \/data is full: free some space there/],
])("%s at the start says what to do", (code, sentence) => {
  expect(fileSystemAdvice(failed(code), "/data")).toMatch(sentence);
});

import { describe, expect, it } from "vitest";
import { EMPTY_DRAFT, baseNameOf, isRestoring, restoreRequestOf } from "./restore-draft.ts";

const FILE = { path: "/media/usb/monday.sqlite.age", changed_at: "2026-11-20T08:00:00Z", bytes: 1, is_encrypted: true };

describe("what the station is asked for", () => {
  it("is the path alone of a backup that is not encrypted", () => {
    expect(restoreRequestOf({ ...FILE, is_encrypted: false }, { ...EMPTY_DRAFT, passphrase: "left over" })).toEqual({
      path: FILE.path,
    });
  });

  it("has the passphrase or the private keys of one that is, and is nothing until one is typed", () => {
    expect(restoreRequestOf(FILE, EMPTY_DRAFT)).toBeUndefined();
    expect(restoreRequestOf(FILE, { ...EMPTY_DRAFT, passphrase: " as typed " })).toEqual({
      path: FILE.path,
      passphrase: " as typed ",
    });
    const keys = { ...EMPTY_DRAFT, way: "identities" } as const;
    expect(restoreRequestOf(FILE, { ...keys, identities: "# created: today\n\n" })).toBeUndefined();
    expect(restoreRequestOf(FILE, { ...keys, identities: "# created: today\r\n AGE-SECRET-KEY-1X \n" })).toEqual({
      path: FILE.path,
      identities: ["AGE-SECRET-KEY-1X"],
    });
  });
});

it("a file is called by its name on every system", () => {
  expect([baseNameOf("/a/b.sqlite"), baseNameOf("C:\\a\\b.sqlite")]).toEqual(["b.sqlite", "b.sqlite"]);
});

it("a restore that waits for a person does not change by itself", () => {
  const restore = { phase: "waiting", path: "", asked_at: "", progress: null, kept_as: null, msg: null } as const;
  expect(isRestoring({ restore, restarts_itself: false })).toBe(false);
  expect(isRestoring({ restore, restarts_itself: true })).toBe(true);
  expect(isRestoring({ restore: { ...restore, phase: "checking" }, restarts_itself: false })).toBe(true);
  expect(isRestoring({ restore: null, restarts_itself: true })).toBe(false);
});

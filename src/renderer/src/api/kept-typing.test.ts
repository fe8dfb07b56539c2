import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { forgetTypedSettings, notePerson, setupKeyOf } from "./kept-typing.ts";

/** As the browser does, it has its entries as properties. */
function createStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, text: string) {
      this[key] = text;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}

beforeEach(() => {
  vi.stubGlobal("sessionStorage", createStorage());
  onTestFinished(() => void vi.unstubAllGlobals());
});

it("forgets what was typed once another person is signed in on the tab", () => {
  expect(notePerson("anna")).toBe(false);
  sessionStorage.setItem(setupKeyOf("s1"), "typed by Anna");
  expect(notePerson("anna")).toBe(false);
  expect(sessionStorage.getItem(setupKeyOf("s1"))).toBe("typed by Anna");
  expect(notePerson("ben")).toBe(true);
  expect(sessionStorage.getItem(setupKeyOf("s1"))).toBeNull();
  expect(notePerson("ben")).toBe(false);
});

it("forgets it where nobody is signed in any more, but not before somebody was", () => {
  sessionStorage.setItem(setupKeyOf("s1"), "typed on this computer");
  notePerson(undefined);
  expect(sessionStorage.getItem(setupKeyOf("s1"))).toBe("typed on this computer");
  notePerson("anna");
  expect(sessionStorage.getItem(setupKeyOf("s1"))).toBe("typed on this computer");
  notePerson(undefined);
  expect(sessionStorage.getItem(setupKeyOf("s1"))).toBeNull();
});

it("forgets what was typed in set-up sessions that have ended, and nothing else", () => {
  for (const key of [setupKeyOf("s1"), setupKeyOf("s2"), "another"]) sessionStorage.setItem(key, "typed");
  forgetTypedSettings(["s2"]);
  expect(Object.keys(sessionStorage)).toEqual([setupKeyOf("s2"), "another"]);
});

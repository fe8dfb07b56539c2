import { rmSync } from "node:fs";
import { expect, it } from "vitest";
import { makeDataDir } from "./data-dir.fixture.ts";
import { openStore, type Synchronous } from "./database.ts";
import { runWithoutSync } from "./run-without-sync.ts";

/** SQLite's number for each value of `synchronous`. */
const OFF = 0;
const NORMAL = 1;
const FULL = 2;

it.each([
  ["FULL", FULL],
  ["OFF", OFF],
] as const satisfies readonly (readonly [Synchronous, number])[])(
  "waits as before once the writes are done, or have failed: %s",
  (synchronous, number) => {
    const dataDir = makeDataDir("runWithoutSync");
    const { writer, close } = openStore({ dataDir, synchronous });
    const asked = () => writer.pragma("synchronous", { simple: true });
    expect(runWithoutSync(writer, asked)).toBe(NORMAL);
    expect(asked()).toBe(number);
    const fail = () => {
      throw new Error("no room");
    };
    expect(() => runWithoutSync(writer, fail)).toThrow("no room");
    expect(asked()).toBe(number);
    close();
    rmSync(dataDir, { recursive: true });
  },
);

import { expect, test } from "vitest";
import { cachedFor } from "./cached-for.ts";

test("a value that is kept is read again when its time has passed", () => {
  let nowMs = 5000;
  let reads = 0;
  const read = cachedFor(1000, { now: () => nowMs }, () => ++reads);
  expect([read(), read()]).toEqual([1, 1]);
  nowMs += 999;
  expect(read()).toBe(1);
  nowMs += 1;
  expect([read(), read()]).toEqual([2, 2]);
});

import { expect, it } from "vitest";
import { createWritePace } from "./write-pace.ts";

/** The interval for 200 clients after a second in which writes took so many of its milliseconds, and other work as many. */
function intervalAfter(second: { readonly writes: number; readonly writingMs: number; readonly otherMs: number }) {
  let elapsedMs = 0;
  let busyMs = 0;
  const pace = createWritePace({ elapsedMs: () => elapsedMs, busyMs: () => busyMs });
  for (let part = 0; part < 10; part++) {
    elapsedMs += 100;
    busyMs += (second.writingMs + second.otherMs) / 10;
    pace.note(second.writes / 10, second.writingMs / 10);
  }
  return pace.intervalMs(200);
}

it.each([
  ["two fifths of it, at most", { writes: 10_000, writingMs: 200, otherMs: 100 }, (200 * 0.02) / 0.4],
  ["half of what other work leaves", { writes: 10_000, writingMs: 200, otherMs: 600 }, (200 * 0.02) / 0.2],
  ["a small share of a busy one", { writes: 2500, writingMs: 100, otherMs: 900 }, (200 * 0.04) / 0.075],
  ["twice a second at least", { writes: 100, writingMs: 100, otherMs: 900 }, 500],
])("writing to a crowd takes of the event loop: %s", (_what, second, expectedMs) => {
  expect(intervalAfter(second)).toBeCloseTo(expectedMs);
});

it("writing uses a small share where the event loop is not measured", () => {
  let elapsedMs = 0;
  const pace = createWritePace({ elapsedMs: () => elapsedMs, busyMs: () => 0 });
  elapsedMs = 1000;
  pace.note(1000, 40);
  expect(pace.intervalMs(200)).toBeCloseTo((200 * 0.04) / 0.075);
});

it("a write is taken to be a slow one, and the station to be busy, until something is known", () => {
  const pace = createWritePace({ elapsedMs: () => 0, busyMs: () => 0 });
  expect([pace.intervalMs(500), pace.intervalMs(200)]).toEqual([200, 80]);
});

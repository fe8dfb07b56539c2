import fc from "fast-check";
import { expect, it } from "vitest";
import { createFragmentTimes } from "./fragment-times.index.ts";
import { SAME_FLIGHT_GAP_MS } from "./fusion.rules.ts";

const timeMs = fc.integer({ min: 0, max: 12 * SAME_FLIGHT_GAP_MS });

it("finds every fragment that was there between two times, also after its times have moved", () => {
  const fragment = fc.tuple(timeMs, timeMs).map(([a, b]) => ({ firstMs: Math.min(a, b), lastMs: Math.max(a, b) }));
  const finds = fc.property(fc.array(fc.tuple(fragment, timeMs)), fragment, (fragments, asked) => {
    const times = createFragmentTimes<{ firstMs: number; lastMs: number }>();
    const all = fragments.map(([one, heardMs]) => {
      const moving = { ...one };
      times.note(moving);
      moving.firstMs = Math.min(moving.firstMs, heardMs);
      moving.lastMs = Math.max(moving.lastMs, heardMs);
      times.note(moving);
      return moving;
    });
    const found = times.during(asked.firstMs, asked.lastMs);
    return all.every((one) => one.firstMs > asked.lastMs || one.lastMs < asked.firstMs || found.has(one));
  });
  expect(fc.check(finds)).toMatchObject({ failed: false });
});

it("leaves out what is far away in time and what was removed", () => {
  const times = createFragmentTimes();
  const long = { firstMs: 0, lastMs: 5 * SAME_FLIGHT_GAP_MS };
  const short = { firstMs: 0, lastMs: 1 };
  times.note(long);
  times.note(short);
  expect([...times.during(5 * SAME_FLIGHT_GAP_MS, 5 * SAME_FLIGHT_GAP_MS)]).toEqual([long]);
  times.remove(long);
  expect([...times.during(5 * SAME_FLIGHT_GAP_MS, 5 * SAME_FLIGHT_GAP_MS)]).toEqual([]);
  expect([...times.during(0, 0)]).toEqual([short]);
});

it("keeps and finds one whose times lie thousands of years apart, as those of a clock that was not set", () => {
  const times = createFragmentTimes();
  const odd = { firstMs: Date.UTC(2026, 0, 1), lastMs: Date.UTC(2026, 0, 1, 1) };
  times.note(odd);
  [odd.firstMs, odd.lastMs] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T00:00:00Z")];
  times.note(odd);
  const other = { firstMs: Date.UTC(1990, 0, 1), lastMs: Date.UTC(1990, 0, 1) };
  times.note(other);
  expect([...times.during(other.firstMs, other.lastMs)].toSorted()).toEqual([odd, other]);
  expect(times.during(odd.firstMs, odd.lastMs).size).toBe(2);
  times.remove(odd);
  expect([...times.during(-8.64e15, 8.64e15)]).toEqual([other]);
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { SAME_OPERATION_GAP_MS } from "./fusion.rules.ts";
import { createSuboperationTimeIndex } from "./suboperation-times.index.ts";

const timeMs = fc.integer({ min: 0, max: 12 * SAME_OPERATION_GAP_MS });

it("finds every suboperation that overlaps a range of time, also after its times have moved", () => {
  const suboperation = fc.tuple(timeMs, timeMs).map(([a, b]) => ({ firstMs: Math.min(a, b), lastMs: Math.max(a, b) }));
  const finds = fc.property(fc.array(fc.tuple(suboperation, timeMs)), suboperation, (suboperations, range) => {
    const times = createSuboperationTimeIndex<{ firstMs: number; lastMs: number }>();
    const all = suboperations.map(([one, receivedMs]) => {
      const moving = { ...one };
      times.note(moving);
      moving.firstMs = Math.min(moving.firstMs, receivedMs);
      moving.lastMs = Math.max(moving.lastMs, receivedMs);
      times.note(moving);
      return moving;
    });
    const found = times.during(range.firstMs, range.lastMs);
    return all.every((one) => one.firstMs > range.lastMs || one.lastMs < range.firstMs || found.has(one));
  });
  expect(fc.check(finds)).toMatchObject({ failed: false });
});

it("leaves out what is far away in time and what was removed from the index", () => {
  const times = createSuboperationTimeIndex();
  const long = { firstMs: 0, lastMs: 5 * SAME_OPERATION_GAP_MS };
  const short = { firstMs: 0, lastMs: 1 };
  times.note(long);
  times.note(short);
  expect([...times.during(5 * SAME_OPERATION_GAP_MS, 5 * SAME_OPERATION_GAP_MS)]).toEqual([long]);
  times.remove(long);
  expect([...times.during(5 * SAME_OPERATION_GAP_MS, 5 * SAME_OPERATION_GAP_MS)]).toEqual([]);
  expect([...times.during(0, 0)]).toEqual([short]);
});

it("finds one whose times lie thousands of years apart, as with a clock that was not set", () => {
  const times = createSuboperationTimeIndex();
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

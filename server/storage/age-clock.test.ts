import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { type AgeClock, advanceAgeClock } from "./age-clock.ts";

const START_MS = Date.UTC(2026, 5, 1);
const YEARS_MS = 11 * 365 * DAY_MS;
const BEFORE: AgeClock = { timeMs: START_MS, jump: null };

/** A station that runs for that many hours with a clock that goes as it should. */
function runFor(hours: number, from: AgeClock, nowMs: number): AgeClock {
  let ages = from;
  for (let hour = 1; hour <= hours; hour++) {
    ages = advanceAgeClock(ages, { nowMs: nowMs + hour * HOUR_MS, ranMs: HOUR_MS });
  }
  return ages;
}

it("ages follow a clock that goes as time does, or is set a little", () => {
  const next = (nowMs: number) => advanceAgeClock(BEFORE, { nowMs, ranMs: MINUTE_MS });
  expect(next(START_MS + MINUTE_MS)).toEqual({ timeMs: START_MS + MINUTE_MS, jump: null });
  expect(next(START_MS + 29 * DAY_MS)).toEqual({ timeMs: START_MS + 29 * DAY_MS, jump: null });
  expect(next(START_MS - MINUTE_MS)).toEqual({ timeMs: START_MS + MINUTE_MS, jump: null });
});

it("a clock that begins in 1970 and is set right later has not jumped", () => {
  const begun = advanceAgeClock(BEFORE, { nowMs: 0, ranMs: 0 });
  const running = runFor(1, begun, 0);
  const nowMs = START_MS + 20 * DAY_MS;
  expect(advanceAgeClock(running, { nowMs, ranMs: MINUTE_MS })).toEqual({ timeMs: nowMs, jump: null });
});

it("ages go on as before while a clock has jumped ahead, and follow it after a day", () => {
  const jumpedMs = START_MS + YEARS_MS;
  const jumped = advanceAgeClock(BEFORE, { nowMs: jumpedMs, ranMs: 0 });
  expect(jumped).toEqual({ timeMs: START_MS, jump: { timeMs: jumpedMs, heldMs: 0 } });
  expect(runFor(23, jumped, jumpedMs)).toEqual({
    timeMs: START_MS + 23 * HOUR_MS,
    jump: { timeMs: jumpedMs + 23 * HOUR_MS, heldMs: 23 * HOUR_MS },
  });
  expect(runFor(24, jumped, jumpedMs)).toEqual({ timeMs: jumpedMs + DAY_MS, jump: null });
});

it("a clock that is set right again is followed at once", () => {
  const jumped = advanceAgeClock(BEFORE, { nowMs: START_MS + YEARS_MS, ranMs: 0 });
  const right = advanceAgeClock(jumped, { nowMs: START_MS + HOUR_MS, ranMs: MINUTE_MS });
  expect(right).toEqual({ timeMs: START_MS + HOUR_MS, jump: null });
});

it("a clock that is set back, but not enough, has to be confirmed again", () => {
  const jumped = advanceAgeClock(BEFORE, { nowMs: START_MS + YEARS_MS, ranMs: 0 });
  const tired = runFor(23, jumped, START_MS + YEARS_MS);
  const nowMs = START_MS + 90 * DAY_MS;
  expect(advanceAgeClock(tired, { nowMs, ranMs: 0 }).jump).toEqual({ timeMs: nowMs, heldMs: 0 });
});

/** Stretches in each of which a station runs for four hours, after so many days in which it is off. */
function runAfterDaysOff(days: number) {
  let nowMs = START_MS;
  let ages = BEFORE;
  for (let stretch = 0; stretch < 20; stretch++) {
    nowMs += days * DAY_MS;
    ages = runFor(4, ages, nowMs);
    nowMs += 4 * HOUR_MS;
  }
  return { ages, nowMs };
}

it("a station that is off for days, or weeks, is believed at once", () => {
  const { ages, nowMs } = runAfterDaysOff(14);
  expect(ages).toEqual({ timeMs: nowMs, jump: null });
});

it("one that is off for months follows in the end; a second jump is not taken for the first", () => {
  const { ages, nowMs } = runAfterDaysOff(60);
  expect(ages.timeMs).toBeLessThan(nowMs);
  expect(ages.timeMs).toBeGreaterThan(nowMs - 13 * 61 * DAY_MS);
  const jumpedMs = nowMs + YEARS_MS;
  const jumped = advanceAgeClock(ages, { nowMs: jumpedMs, ranMs: 0 });
  expect(runFor(24, jumped, jumpedMs).timeMs).toBeLessThan(nowMs + 2 * DAY_MS);
});

it("a clock that has jumped ahead keeps the hours of its trial over days in which the station was off", () => {
  const jumped = advanceAgeClock(BEFORE, { nowMs: START_MS + YEARS_MS, ranMs: 0 });
  const held = runFor(20, jumped, START_MS + YEARS_MS);
  const nowMs = START_MS + YEARS_MS + 7 * DAY_MS;
  const back = advanceAgeClock(held, { nowMs, ranMs: 0 });
  expect(back.jump).toEqual({ timeMs: nowMs, heldMs: 20 * HOUR_MS });
  expect(runFor(4, back, nowMs)).toEqual({ timeMs: nowMs + 4 * HOUR_MS, jump: null });
});

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

it("ages follow a clock that goes as time does, is set a little, or is set back", () => {
  const next = (nowMs: number) => advanceAgeClock(BEFORE, { nowMs, ranMs: MINUTE_MS });
  expect(next(START_MS + MINUTE_MS)).toEqual({ timeMs: START_MS + MINUTE_MS, jump: null });
  expect(next(START_MS + DAY_MS)).toEqual({ timeMs: START_MS + DAY_MS, jump: null });
  expect(next(START_MS - YEARS_MS)).toEqual({ timeMs: START_MS - YEARS_MS, jump: null });
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

it("a clock that is set back, but not enough, has to hold anew", () => {
  const jumped = advanceAgeClock(BEFORE, { nowMs: START_MS + YEARS_MS, ranMs: 0 });
  const tired = runFor(23, jumped, START_MS + YEARS_MS);
  const nowMs = START_MS + 30 * DAY_MS;
  expect(advanceAgeClock(tired, { nowMs, ranMs: 0 }).jump).toEqual({ timeMs: nowMs, heldMs: 0 });
});

it("a station that runs some hours a week follows, some weeks behind; a second jump is not taken for the first", () => {
  let nowMs = START_MS;
  let ages = BEFORE;
  for (let week = 0; week < 20; week++) {
    nowMs += 7 * DAY_MS;
    ages = advanceAgeClock(ages, { nowMs, ranMs: 0 });
    ages = runFor(4, ages, nowMs);
    nowMs += 4 * HOUR_MS;
  }
  expect(ages.timeMs).toBeLessThan(nowMs);
  expect(ages.timeMs).toBeGreaterThan(nowMs - 13 * 7 * DAY_MS);
  expect(
    runFor(24, advanceAgeClock(ages, { nowMs: nowMs + YEARS_MS, ranMs: 0 }), nowMs + YEARS_MS).timeMs,
  ).toBeLessThan(nowMs + 2 * DAY_MS);
});

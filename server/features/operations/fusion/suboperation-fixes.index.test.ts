import { expect, it } from "vitest";
import { SECOND_MS } from "../../../kernel/clock.ts";
import type { Fix, SuboperationModel } from "../model/operation.model.ts";
import { createSuboperationFixes } from "./suboperation-fixes.index.ts";
import type { TrackFixes } from "./track.deps.ts";

/** A position so many seconds after the beginning, and so many metres north. */
const fixAt = (second: number, north = second * 20): Fix => ({
  timeMs: second * SECOND_MS,
  latitude: 50 + north / 111_195,
  longitude: 14,
});

/** Tracks by the numbers of their suboperations. */
function tracksOf(stored: Readonly<Record<number, readonly Fix[]>>): TrackFixes {
  const all = (suboperation: number) => stored[suboperation] ?? [];
  return {
    findFixUntil: (suboperation, timeMs) => all(suboperation).findLast((fix) => fix.timeMs <= timeMs),
    findFixFrom: (suboperation, timeMs) => all(suboperation).find((fix) => fix.timeMs >= timeMs),
    listFixes: (suboperation, fromMs, toMs) =>
      all(suboperation).filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs),
  };
}

const suboperation = (id: number, second: number) =>
  ({ id, firstMs: second * SECOND_MS, lastMs: 200 * SECOND_MS, firstFix: null, lastFix: null }) as SuboperationModel;

const seconds = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

it("a position that arrives late does not hide the later ones of a track that was loaded", () => {
  const [known, other] = [suboperation(1, 0), suboperation(2, 100)];
  const stored = [...seconds(0, 20), ...seconds(60, 120)].map((second) => fixAt(second));
  const fixes = createSuboperationFixes(tracksOf({ 1: stored }));
  fixes.load(known);
  expect(known.firstFix).toEqual(fixAt(0));
  fixes.open(other);
  fixes.note(other, fixAt(100));
  expect(fixes.note(known, fixAt(40))).toBe("older");
  expect(fixes.drainIncomplete()).toEqual([known]);
  expect(fixes.matchPositions(known, other)).toEqual({ isPlausible: true, isNearby: true });
  expect(fixes.impossibleDistanceM(known, fixAt(100, 9000))).toBeGreaterThan(6000);
});

it("a late position that leaves memory before it is stored is decided about again", () => {
  const known = suboperation(1, 0);
  const fixes = createSuboperationFixes(tracksOf({}));
  fixes.open(known);
  for (const second of seconds(10, 138)) fixes.note(known, fixAt(second));
  fixes.drainIncomplete();
  expect(fixes.note(known, fixAt(5))).toBe("added");
  expect(fixes.drainIncomplete()).toEqual([known]);
  fixes.note(known, fixAt(138));
  expect(fixes.hasIncomplete()).toBe(false);
});

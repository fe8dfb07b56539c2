import { describe, expect, it } from "vitest";
import type { Sample } from "./alert.model.ts";
import { emptyProgress, episodesOf, inOrder, silencesOf, stepTogether } from "./episodes.rules.ts";

const RETURN_WITHIN_M = 20;

/** Samples by second: how many metres outside, encoded in the latitude. */
const samplesOf = (
  ...points: readonly (readonly [second: number, outsideM: number, suboperation?: number])[]
): Sample[] =>
  points
    .map(([second, outsideM, suboperation = 1]) => ({
      timeMs: second * 1000,
      suboperation,
      latitude: outsideM,
      longitude: second,
      mslM: NaN,
      wgs84M: NaN,
      aglM: NaN,
      atoM: NaN,
    }))
    .toSorted(inOrder);

function judged(samples: readonly Sample[], settledMs = Infinity) {
  const progress = emptyProgress();
  stepTogether(progress, samples, ({ latitude }) => latitude, { returnWithinM: RETURN_WITHIN_M });
  return episodesOf(progress, settledMs).map(({ beganMs, lastMs, endedMs }) => [
    beganMs / 1000,
    lastMs / 1000,
    endedMs === null ? null : endedMs / 1000,
  ]);
}

describe("an episode", () => {
  it("begins at the first sample inside and ends at the first outside", () => {
    expect(judged(samplesOf([0, 50], [1, 0], [2, -3], [3, 1], [4, 50]))).toEqual([[1, 2, 3]]);
  });

  it("goes on when the aircraft comes back within ten seconds and was less than 20 m outside", () => {
    expect(judged(samplesOf([0, 0], [5, 19], [15, 0]))).toEqual([[0, 15, 15]]);
    expect(judged(samplesOf([0, 0], [5, 19], [15.001, 0]))).toEqual([
      [0, 0, 5],
      [15.001, 15.001, 15.001],
    ]);
    expect(judged(samplesOf([0, 0], [5, 20], [6, 0]))).toEqual([
      [0, 0, 5],
      [6, 6, 6],
    ]);
  });

  it("ends at its last sample when nothing is received for three minutes", () => {
    expect(judged(samplesOf([0, 0], [180, 0]))).toEqual([[0, 180, 180]]);
    expect(judged(samplesOf([0, 0], [180.001, 0]))).toEqual([
      [0, 0, 0],
      [180.001, 180.001, 180.001],
    ]);
  });

  it("goes on as long as it may: until ten seconds after the first sample outside, three minutes after the last", () => {
    expect(judged(samplesOf([0, 0], [1, 5]), 11_000)).toEqual([[0, 0, null]]);
    expect(judged(samplesOf([0, 0], [1, 5]), 11_001)).toEqual([[0, 0, 1]]);
    expect(judged(samplesOf([0, 0], [1, 0]), 181_000)).toEqual([[0, 1, null]]);
    expect(judged(samplesOf([0, 0], [1, 0]), 181_001)).toEqual([[0, 1, 1]]);
  });

  it("counts the sample that is farthest inside where two sensors have one time", () => {
    expect(judged(samplesOf([0, 0, 1], [1, 30, 1], [1, -1, 2], [2, 30, 1]))).toEqual([[0, 1, 2]]);
    expect(judged(samplesOf([0, 0, 1], [1, -1, 1], [1, 30, 2], [2, 30, 1]))).toEqual([[0, 1, 2]]);
  });

  it("is not changed by a sample that cannot be judged", () => {
    expect(judged(samplesOf([0, 0], [5, NaN], [6, 0], [7, 50]))).toEqual([[0, 6, 7]]);
  });
});

it("a sensor is silent from the time on at which it should have delivered, until it delivers again", () => {
  const silences = silencesOf([0, 10_000, 100_000, 110_000], 30_000, 200_000);
  expect(silences.map(({ beganMs, endedMs }) => [beganMs, endedMs])).toEqual([
    [40_000, 100_000],
    [140_000, null],
  ]);
});

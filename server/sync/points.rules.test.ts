import { describe, expect, test } from "vitest";
import { collideInSeconds, prepareUpload, matchTimes } from "./points.rules.ts";

const at = (...times: string[]) => times.map((time) => ({ time: `2026-09-01T10:00:${time}Z` }));

describe("matching by time", () => {
  test("finds what the peer lacks and what it has beyond that", () => {
    const match = matchTimes(at("01.000", "02.500", "03.000"), at("01.000", "03.000", "03.250", "09.000"));
    expect(match).toEqual({ missing: at("02.500"), extra: 2, hasWholeSeconds: false });
  });

  test("does not use a neighbour in whole seconds in place of a missing entry", () => {
    const match = matchTimes(at("01.000", "02.500", "03.000"), at("01.000", "03.000"));
    expect(match).toEqual({ missing: at("02.500"), extra: 0, hasWholeSeconds: false });
  });

  test.each([
    ["cuts", ["01.000", "02.000"]],
    ["rounds", ["01.000", "03.000"]],
  ])("recognises a peer that %s to whole seconds", (_, times) => {
    expect(matchTimes(at("01.200", "02.700"), at(...times))).toEqual({ missing: [], extra: 0, hasWholeSeconds: true });
  });

  test("reports that either end may be missing when the peer may cut or round", () => {
    const match = matchTimes(at("01.700", "02.700", "03.700"), at("02.000", "03.000"));
    expect(match).toEqual({ missing: at("01.700", "03.700"), extra: 0, hasWholeSeconds: true });
  });

  test("compares whole seconds on both sides as they are", () => {
    expect(matchTimes(at("01.000", "02.000"), at("01.000", "02.000"))).toMatchObject({ hasWholeSeconds: false });
  });

  test("sees when several entries fall into a second", () => {
    expect(collideInSeconds(at("01.200", "01.900"))).toBe(true);
    // A peer that rounds has one of them, one that cuts the fraction off has both.
    expect(collideInSeconds(at("01.900", "02.100"))).toBe(true);
    expect(collideInSeconds(at("01.100", "02.100"))).toBe(false);
  });
});

test("a point without a velocity is held back instead of inventing one", () => {
  const input = {
    time: "2026-09-01T10:00:00.000Z",
    location: { lat: 50, lon: 14 },
    velocity: { x: 1, y: 2, z: 3 },
  };
  const uploads = [
    { time: input.time, input, isDerived: false },
    { time: input.time, input, isDerived: true },
    { time: "2026-09-01T10:30:00.000Z", input: null, isDerived: false },
  ];
  expect(prepareUpload(uploads)).toEqual({ points: [input, input], derived: 1, held: ["2026-09-01T10:30:00.000Z"] });
});

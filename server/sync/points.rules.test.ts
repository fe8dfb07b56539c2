import { describe, expect, test } from "vitest";
import { collideInSeconds, completeVelocities, matchTimes } from "./points.rules.ts";
import type { UploadPoint } from "./sync.ports.ts";

const at = (...times: string[]) => times.map((time) => ({ time: `2026-09-01T10:00:${time}Z` }));

describe("matching by time", () => {
  test("finds what the peer lacks and what it has beyond that", () => {
    const match = matchTimes(at("01.000", "02.500", "03.000"), at("01.000", "03.000", "03.250", "09.000"));
    expect(match).toEqual({ missing: at("02.500"), extra: 2, hasWholeSeconds: false });
  });

  test("takes no neighbour in whole seconds for a missing entry", () => {
    const match = matchTimes(at("01.000", "02.500", "03.000"), at("01.000", "03.000"));
    expect(match).toEqual({ missing: at("02.500"), extra: 0, hasWholeSeconds: false });
  });

  test.each([
    ["cuts", ["01.000", "02.000"]],
    ["rounds", ["01.000", "03.000"]],
  ])("recognises a peer that %s to whole seconds", (_, times) => {
    expect(matchTimes(at("01.200", "02.700"), at(...times))).toEqual({ missing: [], extra: 0, hasWholeSeconds: true });
  });

  test("takes whole seconds on both sides for what they are", () => {
    expect(matchTimes(at("01.000", "02.000"), at("01.000", "02.000"))).toMatchObject({ hasWholeSeconds: false });
  });

  test("sees when several entries fall into a second", () => {
    expect(collideInSeconds(at("01.200", "01.900"))).toBe(true);
    expect(collideInSeconds(at("01.900", "02.100"))).toBe(false);
  });
});

describe("a velocity that is unknown", () => {
  const point = (second: number, lat: number, lon: number, height: number | null = null): UploadPoint => ({
    time: `2026-09-01T10:00:${String(second).padStart(2, "0")}.000Z`,
    location: { lat, lon },
    velocity: null,
    altitude: null,
    geo_altitude: height,
    vertical_accuracy: null,
    horizontal_accuracy: null,
    speed_accuracy: null,
    height: null,
    pressure: null,
  });

  test("follows from the neighbours in time", () => {
    // 0.0001 degrees of latitude are 11.1 m, of longitude at the equator 11.1 m as well.
    const { points, derived, held } = completeVelocities([
      point(0, 0, 0, 10),
      point(1, 0.0001, 0, 12),
      point(2, 0.0002, -0.0002, 14),
    ]);
    expect(derived).toBe(3);
    expect(held).toEqual([]);
    expect(points[1]!.velocity.y).toBeCloseTo(11.06, 1);
    expect(points[1]!.velocity.x).toBeCloseTo(-11.13, 1);
    expect(points[1]!.velocity.z).toBe(2);
  });

  test("holds a point without neighbours back instead of inventing one", () => {
    const { points, held } = completeVelocities([point(0, 0, 0), point(30, 1, 1)]);
    expect(points).toEqual([]);
    expect(held).toHaveLength(2);
  });

  test("leaves a known one alone", () => {
    const known = { ...point(0, 0, 0), velocity: { x: 1, y: 2, z: 3 } };
    expect(completeVelocities([known])).toEqual({ points: [known], derived: 0, held: [] });
  });
});

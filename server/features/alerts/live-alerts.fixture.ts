import fc from "fast-check";
import type { Position } from "../../kernel/geo.ts";
import type { GroundAt, KnownGround } from "../../kernel/ground.ts";
import type { TrafficPoint } from "../../kernel/traffic.ts";

export const START_MS = Date.UTC(2026, 5, 1);
/** One unit of the walks below, about 11 m. */
export const STEP_E7 = 1000;

export type Walk = readonly {
  readonly gapS: number;
  readonly x: number;
  readonly y: number;
  readonly heightM: number;
  readonly operatorX: number | null;
}[];

/** A walk around the borders: mostly a second apart, now and then with a long gap. */
export const walk: fc.Arbitrary<Walk> = fc.array(
  fc.record({
    gapS: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 }) },
      { weight: 2, arbitrary: fc.integer({ min: 8, max: 12 }) },
      { weight: 1, arbitrary: fc.constantFrom(60, 200) },
    ),
    x: fc.integer({ min: -3, max: 8 }),
    y: fc.integer({ min: -3, max: 8 }),
    heightM: fc.integer({ min: 25, max: 35 }),
    operatorX: fc.option(fc.integer({ min: -5, max: 5 }), { freq: 4 }),
  }),
  { minLength: 1, maxLength: 25 },
);

const AIRLINER = {
  sensorId: "adsb",
  callsign: null,
  category: "A3",
  altitudeWgs84M: null,
  altitudePressureM: null,
  isOnGround: false,
  speedMps: null,
  headingDeg: null,
  verticalSpeedMps: null,
};

/** Positions of two aircraft with a crew, around the same borders. */
export function trafficOf(walks: readonly Walk[]): readonly TrafficPoint[] {
  return walks.flatMap((steps, index) => {
    let timeMs = START_MS;
    return steps.map(({ gapS, x, y }) => {
      timeMs += gapS * 1000 + (gapS === 0 ? 1 : 0);
      return {
        ...AIRLINER,
        icao: `4ca00${index}`,
        timeMs,
        latitude: (y * STEP_E7) / 1e7,
        longitude: (x * STEP_E7) / 1e7,
      };
    });
  });
}

/** Ground that rises by two metres per step eastwards, and is not known in the north. */
export const groundAt: GroundAt = ({ latitude, longitude }) =>
  latitude > 5.5e-4 ? NaN : 195 + Math.round((longitude * 1e7) / STEP_E7) * 2;

/** Each row of steps is ready when it was read once. */
export function groundInRows(): KnownGround {
  const ready = new Set<number>();
  const rowOf = ({ latitude }: Position) => Math.round((latitude * 1e7) / STEP_E7);
  return {
    isReady: (place) => ready.has(rowOf(place)),
    at: (place) => (ready.has(rowOf(place)) ? groundAt(place) : NaN),
    over: async (places) => {
      for (const place of places) ready.add(rowOf(place));
      return groundAt;
    },
  };
}

import fc from "fast-check";
import type { OnTrack, OperatorPoint, Slice, SystemPoint, TrackOrigin, UaPoint } from "../../kernel/telemetry.ts";

const timeMs = fc.oneof(
  fc.integer({ min: Date.UTC(2020), max: Date.UTC(2035) }),
  fc.integer({ min: -8.64e15, max: 8.64e15 }),
);
const words = fc.oneof(
  fc.constantFrom("airborne", "MSL", "AGL", "=1+1", "@x", 'a"b', "a,b", "\r\n", "", "\u0000", "a\ud800"),
  fc.string({ unit: "binary" }),
);
const signed = fc.oneof(
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.integer({ min: -0x80000000, max: 0x7fffffff }),
  // A double keeps fifteen decimal digits exactly.
  fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
  fc.constant(-0),
);
const fraction = fc.double({ noDefaultInfinity: true, noNaN: true });
const latitudeE7 = fc.integer({ min: -900_000_000, max: 900_000_000 });
const longitudeE7 = fc.integer({ min: -1_800_000_000, max: 1_800_000_000 });
const perhaps = <T>(known: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(known);

const ua: fc.Arbitrary<UaPoint> = fc.record({
  timeMs,
  timeAccuracyMs: perhaps(signed),
  ridTimeMs: fc.constant(null),
  receivedMs: timeMs,
  operationalState: words,
  latitudeE7,
  longitudeE7,
  horizontalAccuracyMm: perhaps(signed),
  altitudeMslMm: perhaps(signed),
  altitudeMslAccuracyMm: perhaps(signed),
  altitudeWgs84Mm: perhaps(signed),
  altitudeWgs84AccuracyMm: perhaps(signed),
  altitudeAglMm: perhaps(signed),
  altitudeAtoMm: perhaps(signed),
  heightAccuracyMm: perhaps(signed),
  altitudePressureMm: perhaps(signed),
  altitudePressureAccuracyMm: perhaps(signed),
  headingCdeg: perhaps(fc.integer({ min: 0, max: 35_999 })),
  horizontalSpeedMmps: perhaps(signed),
  verticalSpeedMmps: perhaps(signed),
  velocityEastMmps: perhaps(signed),
  velocityNorthMmps: perhaps(signed),
  velocityUpMmps: perhaps(signed),
  speedAccuracyMmps: perhaps(signed),
  airPressurePa: perhaps(signed),
  rssiDbm: perhaps(signed),
});

const operator: fc.Arbitrary<OperatorPoint> = fc.record({
  timeMs,
  timeAccuracyMs: perhaps(signed),
  receivedMs: timeMs,
  latitudeE7,
  longitudeE7,
  horizontalAccuracyMm: perhaps(signed),
  altitudeType: perhaps(words),
  altitudeMm: perhaps(signed),
  altitudeAccuracyMm: perhaps(signed),
  sourceType: words,
});

const system: fc.Arbitrary<SystemPoint> = fc.record({
  timeMs,
  timeAccuracyMs: perhaps(signed),
  receivedMs: timeMs,
  systemType: words,
  systemStatus: words,
  latitudeE7: perhaps(latitudeE7),
  longitudeE7: perhaps(longitudeE7),
  horizontalAccuracyMm: perhaps(signed),
  altitudeType: perhaps(words),
  altitudeMm: perhaps(signed),
  altitudeAccuracyMm: perhaps(signed),
  powerType: perhaps(words),
  inputMillivolts: perhaps(signed),
  chargePercent: perhaps(fraction),
  isCharging: perhaps(fc.boolean()),
  lteStatus: perhaps(words),
  lteRsrqDb: perhaps(fraction),
  lteRsrpDbm: perhaps(fraction),
  lteSnrDb: perhaps(fraction),
  lteTac: perhaps(signed),
  lteCellId: perhaps(signed),
  gnssStatus: perhaps(words),
  gnssSatellites: perhaps(signed),
});

function slicesOf<P>(
  point: fc.Arbitrary<P>,
  operationId: fc.Arbitrary<string | null>,
): fc.Arbitrary<readonly Slice<P>[]> {
  const origin: fc.Arbitrary<TrackOrigin> = fc.record({ sensorId: words, operationId });
  const onTrack = fc
    .tuple(point, fc.constantFrom(1, 7, 4_000_000_000))
    .map(([known, track]): OnTrack<P> => ({ ...known, track }));
  const slice = fc
    .tuple(fc.tuple(origin, origin, origin), fc.array(onTrack, { maxLength: 8 }))
    .map(([[one, seven, large], points]): Slice<P> => ({
      origins: new Map([
        [1, one],
        [7, seven],
        [4_000_000_000, large],
      ]),
      points,
    }));
  return fc.array(slice, { maxLength: 4 });
}

/** Slices of any values that the types allow, with interleaved tracks and texts of any characters. */
export const anyUaSlices = slicesOf(ua, words);
export const anyOperatorSlices = slicesOf(operator, words);
export const anySystemSlices = slicesOf(system, fc.constant(null));

import type {
  OnTrack,
  OperatorPoint,
  OperatorSlice,
  SystemPoint,
  SystemSlice,
  TrackOrigin,
  UaPoint,
  UaSlice,
} from "../../kernel/telemetry.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";

/** Text that is hard to encode; the golden files show the result. */
const HOSTILE_TEXT = '="A,1" <b>&amp;</b> \'ž 飛行 🚁\r\n\t\u0000\u0007\ud800';

const NIGHT_MS = Date.parse("2026-11-20T23:59:59.999Z");

const UA: UaPoint = {
  timeMs: NIGHT_MS,
  timeAccuracyMs: 100,
  ridTimeMs: NIGHT_MS - 40,
  receivedMs: NIGHT_MS + 12,
  operationalState: "airborne",
  latitudeE7: 500_755_381,
  longitudeE7: 144_378_005,
  horizontalAccuracyMm: 3000,
  altitudeMslMm: 251_500,
  altitudeMslAccuracyMm: 10_000,
  altitudeWgs84Mm: 296_040,
  altitudeWgs84AccuracyMm: 10_000,
  altitudeAglMm: 50_000,
  altitudeAtoMm: 49_500,
  heightAccuracyMm: 1000,
  altitudePressureMm: 248_000,
  altitudePressureAccuracyMm: null,
  headingCdeg: 35_999,
  horizontalSpeedMmps: 12_250,
  verticalSpeedMmps: -500,
  velocityEastMmps: -8662,
  velocityNorthMmps: 8662,
  velocityUpMmps: -500,
  speedAccuracyMmps: 300,
  airPressurePa: 98_765,
  rssiDbm: -71,
};

/** Only the position and the time are known. */
export const MINIMAL_UA: UaPoint = {
  ...EMPTY_POINT,
  timeMs: NIGHT_MS + 1,
  receivedMs: NIGHT_MS + 20,
  operationalState: HOSTILE_TEXT,
  latitudeE7: 0,
  longitudeE7: -1,
  altitudeMslAccuracyMm: 10_000,
  heightAccuracyMm: 1000,
  speedAccuracyMmps: 300,
};

const OPERATOR: OperatorPoint = {
  timeMs: NIGHT_MS,
  timeAccuracyMs: 1500,
  receivedMs: NIGHT_MS + 12,
  latitudeE7: 500_750_000,
  longitudeE7: 144_370_000,
  horizontalAccuracyMm: 2500,
  altitudeType: "WGS84",
  altitudeMm: 245_120,
  altitudeAccuracyMm: 4000,
  sourceType: "live_gnss",
};

const SYSTEM: SystemPoint = {
  timeMs: NIGHT_MS,
  timeAccuracyMs: null,
  receivedMs: NIGHT_MS + 12,
  systemType: "rid_receiver",
  systemStatus: "operational",
  latitudeE7: 500_750_000,
  longitudeE7: 144_370_000,
  horizontalAccuracyMm: null,
  altitudeType: "MSL",
  altitudeMm: 201_000,
  altitudeAccuracyMm: null,
  powerType: "battery",
  inputMillivolts: 3987,
  chargePercent: 81.5,
  isCharging: false,
  lteStatus: "connected",
  lteRsrqDb: -10.5,
  lteRsrpDbm: -97,
  lteSnrDb: 0,
  lteTac: 30_101,
  lteCellId: 268_435_455,
  gnssStatus: "connected",
  gnssSatellites: 14,
};

const ORIGINS: ReadonlyMap<number, TrackOrigin> = new Map([
  [1, { sensorId: "receiver-1", operationId: "0199f0a4-0000-7000-8000-000000000001" }],
  [2, { sensorId: "receiver-2", operationId: "0199f0a4-0000-7000-8000-000000000001" }],
  [3, { sensorId: HOSTILE_TEXT, operationId: `+${HOSTILE_TEXT}` }],
]);
const SYSTEM_ORIGINS: ReadonlyMap<number, TrackOrigin> = new Map([
  [1, { sensorId: "receiver-1", operationId: null }],
  [3, { sensorId: HOSTILE_TEXT, operationId: null }],
]);

const fly = (track: number, from: UaPoint, change: Partial<UaPoint>): OnTrack<UaPoint> => ({
  ...from,
  ...change,
  track,
});

/** The first points of a flight. */
export const TAKE_OFF: UaSlice & { readonly points: readonly [OnTrack<UaPoint>, ...OnTrack<UaPoint>[]] } = {
  origins: ORIGINS,
  points: [
    fly(1, UA, {}),
    fly(1, UA, { timeMs: NIGHT_MS + 1000, latitudeE7: 500_756_000 }),
    fly(1, UA, { timeMs: NIGHT_MS + 2000, altitudeMslMm: null, headingCdeg: 0 }),
  ],
};

/** A sensor that reports only positions, with difficult text and at the limits of coordinates and time. */
const HOSTILE_UA: UaSlice = {
  origins: ORIGINS,
  points: [
    fly(3, MINIMAL_UA, {}),
    fly(3, MINIMAL_UA, { longitudeE7: 1_799_999_999, latitudeE7: -900_000_000 }),
    fly(3, MINIMAL_UA, { longitudeE7: 1_800_000_000, latitudeE7: 900_000_000 }),
    fly(3, MINIMAL_UA, { longitudeE7: -1_800_000_000, latitudeE7: 10 }),
    fly(3, MINIMAL_UA, { timeMs: Date.parse("0000-02-29T00:00:00.000Z") }),
    fly(3, MINIMAL_UA, { timeMs: Date.parse("9999-12-31T23:59:59.999Z") }),
    fly(3, MINIMAL_UA, { timeMs: Date.parse("+012026-01-01T00:00:00.000Z") }),
    fly(3, MINIMAL_UA, { timeMs: Date.parse("-000044-03-15T12:00:00.000Z") }),
    fly(3, MINIMAL_UA, { timeMs: -1 }),
  ],
};

/** Two sensors of one operation, then a difficult one; the second slice continues where the first ended. */
export const SAMPLE_UA: readonly UaSlice[] = [
  TAKE_OFF,
  {
    origins: ORIGINS,
    points: [
      fly(1, UA, { timeMs: NIGHT_MS + 3000, altitudeMslMm: null, altitudeAglMm: null }),
      fly(2, UA, { altitudeMslMm: -12, horizontalSpeedMmps: -0, verticalSpeedMmps: -1 }),
      fly(2, UA, { altitudeMslMm: -0, velocityUpMmps: null, headingCdeg: 100 }),
    ],
  },
  { origins: ORIGINS, points: [] },
  HOSTILE_UA,
];

export const SAMPLE_OPERATOR: readonly OperatorSlice[] = [
  {
    origins: ORIGINS,
    points: [
      { ...OPERATOR, track: 1 },
      { ...OPERATOR, track: 1, altitudeType: "MSL", latitudeE7: 500_750_100 },
      { ...OPERATOR, track: 3, altitudeType: null, sourceType: "take_off" },
      { ...OPERATOR, track: 3, altitudeType: HOSTILE_TEXT, sourceType: HOSTILE_TEXT },
    ],
  },
];

export const SAMPLE_SYSTEM: readonly SystemSlice[] = [
  {
    origins: SYSTEM_ORIGINS,
    points: [
      { ...SYSTEM, track: 1 },
      { ...SYSTEM, track: 1, latitudeE7: null, horizontalAccuracyMm: 3000 },
      {
        ...SYSTEM,
        track: 3,
        systemType: HOSTILE_TEXT,
        systemStatus: "-1+1",
        altitudeMm: null,
        powerType: null,
        inputMillivolts: null,
        chargePercent: null,
        isCharging: true,
        lteStatus: null,
        lteRsrqDb: null,
        lteRsrpDbm: null,
        lteSnrDb: null,
        lteTac: null,
        lteCellId: null,
        gnssStatus: null,
        gnssSatellites: null,
      },
      { ...SYSTEM, track: 3, powerType: null, inputMillivolts: null, chargePercent: null, isCharging: null },
    ],
  },
];

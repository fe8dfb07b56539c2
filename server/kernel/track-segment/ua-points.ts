import type { OnTrack, UaPoint } from "../telemetry.ts";
import { numbersOf, type ColumnsOf, type PointShape } from "./point-shape.ts";
import { UA_KIND } from "./segment-columns.ts";

/** All fields, in the order of the table. */
export const UA_FIELDS = [
  "timeMs",
  "timeAccuracyMs",
  "ridTimeMs",
  "receivedMs",
  "operationalState",
  "latitudeE7",
  "longitudeE7",
  "horizontalAccuracyMm",
  "altitudeMslMm",
  "altitudeMslAccuracyMm",
  "altitudeWgs84Mm",
  "altitudeWgs84AccuracyMm",
  "altitudeAglMm",
  "altitudeAtoMm",
  "heightAccuracyMm",
  "altitudePressureMm",
  "altitudePressureAccuracyMm",
  "headingCdeg",
  "horizontalSpeedMmps",
  "verticalSpeedMmps",
  "velocityEastMmps",
  "velocityNorthMmps",
  "velocityUpMmps",
  "speedAccuracyMmps",
  "airPressurePa",
  "rssiDbm",
] as const satisfies readonly (keyof UaPoint)[];

/** All fields of an aircraft. */
export const UA_POINTS: PointShape<UaPoint> = {
  kind: UA_KIND,
  numbers: numbersOf(UA_KIND, UA_FIELDS),
  build(columns, { from, to, track }) {
    const [
      timeMs,
      timeAccuracyMs,
      ridTimeMs,
      receivedMs,
      operationalState,
      latitudeE7,
      longitudeE7,
      horizontalAccuracyMm,
      altitudeMslMm,
      altitudeMslAccuracyMm,
      altitudeWgs84Mm,
      altitudeWgs84AccuracyMm,
      altitudeAglMm,
      altitudeAtoMm,
      heightAccuracyMm,
      altitudePressureMm,
      altitudePressureAccuracyMm,
      headingCdeg,
      horizontalSpeedMmps,
      verticalSpeedMmps,
      velocityEastMmps,
      velocityNorthMmps,
      velocityUpMmps,
      speedAccuracyMmps,
      airPressurePa,
      rssiDbm,
    ] = columns as ColumnsOf<UaPoint, typeof UA_FIELDS>;
    const points: OnTrack<UaPoint>[] = [];
    for (let at = from; at < to; at++) {
      points.push({
        track,
        timeMs: timeMs[at]!,
        timeAccuracyMs: timeAccuracyMs[at]!,
        ridTimeMs: ridTimeMs[at]!,
        receivedMs: receivedMs[at]!,
        operationalState: operationalState[at]!,
        latitudeE7: latitudeE7[at]!,
        longitudeE7: longitudeE7[at]!,
        horizontalAccuracyMm: horizontalAccuracyMm[at]!,
        altitudeMslMm: altitudeMslMm[at]!,
        altitudeMslAccuracyMm: altitudeMslAccuracyMm[at]!,
        altitudeWgs84Mm: altitudeWgs84Mm[at]!,
        altitudeWgs84AccuracyMm: altitudeWgs84AccuracyMm[at]!,
        altitudeAglMm: altitudeAglMm[at]!,
        altitudeAtoMm: altitudeAtoMm[at]!,
        heightAccuracyMm: heightAccuracyMm[at]!,
        altitudePressureMm: altitudePressureMm[at]!,
        altitudePressureAccuracyMm: altitudePressureAccuracyMm[at]!,
        headingCdeg: headingCdeg[at]!,
        horizontalSpeedMmps: horizontalSpeedMmps[at]!,
        verticalSpeedMmps: verticalSpeedMmps[at]!,
        velocityEastMmps: velocityEastMmps[at]!,
        velocityNorthMmps: velocityNorthMmps[at]!,
        velocityUpMmps: velocityUpMmps[at]!,
        speedAccuracyMmps: speedAccuracyMmps[at]!,
        airPressurePa: airPressurePa[at]!,
        rssiDbm: rssiDbm[at]!,
      });
    }
    return points;
  },
};

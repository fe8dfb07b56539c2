import type { Exported, OnTrack, UaOnMap, UaPoint } from "../telemetry.ts";
import { numbersOf, type ColumnsOf, type PointShape } from "./point-shape.ts";
import { UA_KIND } from "./segment-columns.ts";

const UA_FIELDS = [
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

const UA_EXPORTED_FIELDS = [
  "timeMs",
  "timeAccuracyMs",
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
] as const satisfies readonly (keyof Exported<UaPoint>)[];

export const UA_EXPORTED_POINTS: PointShape<Exported<UaPoint>> = {
  kind: UA_KIND,
  numbers: numbersOf(UA_KIND, UA_EXPORTED_FIELDS),
  build(columns, { from, to, track }) {
    const [
      timeMs,
      timeAccuracyMs,
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
    ] = columns as ColumnsOf<Exported<UaPoint>, typeof UA_EXPORTED_FIELDS>;
    const points: OnTrack<Exported<UaPoint>>[] = [];
    for (let at = from; at < to; at++) {
      points.push({
        track,
        timeMs: timeMs[at]!,
        timeAccuracyMs: timeAccuracyMs[at]!,
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
      });
    }
    return points;
  },
};

const UA_MAP_FIELDS = [
  "timeMs",
  "latitudeE7",
  "longitudeE7",
  "altitudeMslMm",
  "altitudeWgs84Mm",
  "altitudeAglMm",
  "altitudeAtoMm",
  "headingCdeg",
  "horizontalSpeedMmps",
  "verticalSpeedMmps",
] as const satisfies readonly (keyof UaOnMap)[];

export const UA_MAP_POINTS: PointShape<UaOnMap> = {
  kind: UA_KIND,
  numbers: numbersOf(UA_KIND, UA_MAP_FIELDS),
  build(columns, { from, to, track }) {
    const [
      timeMs,
      latitudeE7,
      longitudeE7,
      altitudeMslMm,
      altitudeWgs84Mm,
      altitudeAglMm,
      altitudeAtoMm,
      headingCdeg,
      horizontalSpeedMmps,
      verticalSpeedMmps,
    ] = columns as ColumnsOf<UaOnMap, typeof UA_MAP_FIELDS>;
    const points: OnTrack<UaOnMap>[] = [];
    for (let at = from; at < to; at++) {
      points.push({
        track,
        timeMs: timeMs[at]!,
        latitudeE7: latitudeE7[at]!,
        longitudeE7: longitudeE7[at]!,
        altitudeMslMm: altitudeMslMm[at]!,
        altitudeWgs84Mm: altitudeWgs84Mm[at]!,
        altitudeAglMm: altitudeAglMm[at]!,
        altitudeAtoMm: altitudeAtoMm[at]!,
        headingCdeg: headingCdeg[at]!,
        horizontalSpeedMmps: horizontalSpeedMmps[at]!,
        verticalSpeedMmps: verticalSpeedMmps[at]!,
      });
    }
    return points;
  },
};

import type { Exported, OnTrack, OperatorPoint } from "../telemetry.ts";
import { numbersOf, type ColumnsOf, type PointShape } from "./point-shape.ts";
import { OPERATOR_KIND } from "./segment-columns.ts";

/** All fields, in the order of the table. */
export const OPERATOR_FIELDS = [
  "timeMs",
  "timeAccuracyMs",
  "receivedMs",
  "latitudeE7",
  "longitudeE7",
  "horizontalAccuracyMm",
  "altitudeType",
  "altitudeMm",
  "altitudeAccuracyMm",
  "sourceType",
] as const satisfies readonly (keyof OperatorPoint)[];

export const OPERATOR_POINTS: PointShape<OperatorPoint> = {
  kind: OPERATOR_KIND,
  numbers: numbersOf(OPERATOR_KIND, OPERATOR_FIELDS),
  build(columns, { from, to, track }) {
    const [
      timeMs,
      timeAccuracyMs,
      receivedMs,
      latitudeE7,
      longitudeE7,
      horizontalAccuracyMm,
      altitudeType,
      altitudeMm,
      altitudeAccuracyMm,
      sourceType,
    ] = columns as ColumnsOf<OperatorPoint, typeof OPERATOR_FIELDS>;
    const points: OnTrack<OperatorPoint>[] = [];
    for (let at = from; at < to; at++) {
      points.push({
        track,
        timeMs: timeMs[at]!,
        timeAccuracyMs: timeAccuracyMs[at]!,
        receivedMs: receivedMs[at]!,
        latitudeE7: latitudeE7[at]!,
        longitudeE7: longitudeE7[at]!,
        horizontalAccuracyMm: horizontalAccuracyMm[at]!,
        altitudeType: altitudeType[at]!,
        altitudeMm: altitudeMm[at]!,
        altitudeAccuracyMm: altitudeAccuracyMm[at]!,
        sourceType: sourceType[at]!,
      });
    }
    return points;
  },
};

const OPERATOR_EXPORTED_FIELDS = [
  "timeMs",
  "timeAccuracyMs",
  "latitudeE7",
  "longitudeE7",
  "horizontalAccuracyMm",
  "altitudeType",
  "altitudeMm",
  "altitudeAccuracyMm",
  "sourceType",
] as const satisfies readonly (keyof Exported<OperatorPoint>)[];

export const OPERATOR_EXPORTED_POINTS: PointShape<Exported<OperatorPoint>> = {
  kind: OPERATOR_KIND,
  numbers: numbersOf(OPERATOR_KIND, OPERATOR_EXPORTED_FIELDS),
  build(columns, { from, to, track }) {
    const [
      timeMs,
      timeAccuracyMs,
      latitudeE7,
      longitudeE7,
      horizontalAccuracyMm,
      altitudeType,
      altitudeMm,
      altitudeAccuracyMm,
      sourceType,
    ] = columns as ColumnsOf<Exported<OperatorPoint>, typeof OPERATOR_EXPORTED_FIELDS>;
    const points: OnTrack<Exported<OperatorPoint>>[] = [];
    for (let at = from; at < to; at++) {
      points.push({
        track,
        timeMs: timeMs[at]!,
        timeAccuracyMs: timeAccuracyMs[at]!,
        latitudeE7: latitudeE7[at]!,
        longitudeE7: longitudeE7[at]!,
        horizontalAccuracyMm: horizontalAccuracyMm[at]!,
        altitudeType: altitudeType[at]!,
        altitudeMm: altitudeMm[at]!,
        altitudeAccuracyMm: altitudeAccuracyMm[at]!,
        sourceType: sourceType[at]!,
      });
    }
    return points;
  },
};

import type { Exported, OnTrack, UaPoint } from "../telemetry.ts";
import { numbersOf, PointOfSegment, type ColumnsOf, type PointShape } from "./point-shape.ts";
import { UA_KIND } from "./segment-columns.ts";

const FIELDS = [
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

/** A point for an encoder. */
class ExportedUa extends PointOfSegment<Exported<UaPoint>> implements OnTrack<Exported<UaPoint>> {
  get timeMs() {
    return this.columns.timeMs[this.at]!;
  }
  get timeAccuracyMs() {
    return this.columns.timeAccuracyMs[this.at]!;
  }
  get operationalState() {
    return this.columns.operationalState[this.at]!;
  }
  get latitudeE7() {
    return this.columns.latitudeE7[this.at]!;
  }
  get longitudeE7() {
    return this.columns.longitudeE7[this.at]!;
  }
  get horizontalAccuracyMm() {
    return this.columns.horizontalAccuracyMm[this.at]!;
  }
  get altitudeMslMm() {
    return this.columns.altitudeMslMm[this.at]!;
  }
  get altitudeMslAccuracyMm() {
    return this.columns.altitudeMslAccuracyMm[this.at]!;
  }
  get altitudeWgs84Mm() {
    return this.columns.altitudeWgs84Mm[this.at]!;
  }
  get altitudeWgs84AccuracyMm() {
    return this.columns.altitudeWgs84AccuracyMm[this.at]!;
  }
  get altitudeAglMm() {
    return this.columns.altitudeAglMm[this.at]!;
  }
  get altitudeAtoMm() {
    return this.columns.altitudeAtoMm[this.at]!;
  }
  get heightAccuracyMm() {
    return this.columns.heightAccuracyMm[this.at]!;
  }
  get altitudePressureMm() {
    return this.columns.altitudePressureMm[this.at]!;
  }
  get altitudePressureAccuracyMm() {
    return this.columns.altitudePressureAccuracyMm[this.at]!;
  }
  get headingCdeg() {
    return this.columns.headingCdeg[this.at]!;
  }
  get horizontalSpeedMmps() {
    return this.columns.horizontalSpeedMmps[this.at]!;
  }
  get verticalSpeedMmps() {
    return this.columns.verticalSpeedMmps[this.at]!;
  }
  get velocityEastMmps() {
    return this.columns.velocityEastMmps[this.at]!;
  }
  get velocityNorthMmps() {
    return this.columns.velocityNorthMmps[this.at]!;
  }
  get velocityUpMmps() {
    return this.columns.velocityUpMmps[this.at]!;
  }
  get speedAccuracyMmps() {
    return this.columns.speedAccuracyMmps[this.at]!;
  }
  get airPressurePa() {
    return this.columns.airPressurePa[this.at]!;
  }
}

export const UA_EXPORTED_POINTS: PointShape<Exported<UaPoint>> = {
  kind: UA_KIND,
  numbers: numbersOf(UA_KIND, FIELDS),
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
    ] = columns as ColumnsOf<Exported<UaPoint>, typeof FIELDS>;
    const named = {
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
    };
    const points: OnTrack<Exported<UaPoint>>[] = [];
    for (let at = from; at < to; at++) points.push(new ExportedUa(named, at, track));
    return points;
  },
};

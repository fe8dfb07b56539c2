import type { OnTrack, UaOnMap } from "../telemetry.ts";
import { numbersOf, PointOfSegment, type ColumnsOf, type PointShape } from "./point-shape.ts";
import { UA_KIND } from "./segment-columns.ts";

export const UA_MAP_FIELDS = [
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

/** A point for a map format. */
class UaOnMapOfSegment extends PointOfSegment<UaOnMap> implements OnTrack<UaOnMap> {
  get timeMs() {
    return this.columns.timeMs[this.at]!;
  }
  get latitudeE7() {
    return this.columns.latitudeE7[this.at]!;
  }
  get longitudeE7() {
    return this.columns.longitudeE7[this.at]!;
  }
  get altitudeMslMm() {
    return this.columns.altitudeMslMm[this.at]!;
  }
  get altitudeWgs84Mm() {
    return this.columns.altitudeWgs84Mm[this.at]!;
  }
  get altitudeAglMm() {
    return this.columns.altitudeAglMm[this.at]!;
  }
  get altitudeAtoMm() {
    return this.columns.altitudeAtoMm[this.at]!;
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
}

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
    const named = {
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
    };
    const points: OnTrack<UaOnMap>[] = [];
    for (let at = from; at < to; at++) points.push(new UaOnMapOfSegment(named, at, track));
    return points;
  },
};

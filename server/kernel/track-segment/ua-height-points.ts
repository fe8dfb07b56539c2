import type { OnTrack, UaPoint } from "../telemetry.ts";
import { numbersOf, PointOfSegment, type ColumnsOf, type PointShape } from "./point-shape.ts";
import { UA_KIND } from "./segment-columns.ts";

export const UA_HEIGHT_FIELDS = [
  "timeMs",
  "latitudeE7",
  "longitudeE7",
  "altitudeMslMm",
  "altitudeWgs84Mm",
  "altitudeAglMm",
  "altitudeAtoMm",
] as const satisfies readonly (keyof UaPoint)[];

/** Where an aircraft was and how high. */
export type UaWithHeights = Pick<UaPoint, (typeof UA_HEIGHT_FIELDS)[number]>;

class UaHeightsOfSegment extends PointOfSegment<UaWithHeights> implements OnTrack<UaWithHeights> {
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
}

export const UA_HEIGHT_POINTS: PointShape<UaWithHeights> = {
  kind: UA_KIND,
  numbers: numbersOf(UA_KIND, UA_HEIGHT_FIELDS),
  build(columns, { from, to, track }) {
    const [timeMs, latitudeE7, longitudeE7, altitudeMslMm, altitudeWgs84Mm, altitudeAglMm, altitudeAtoMm] =
      columns as ColumnsOf<UaWithHeights, typeof UA_HEIGHT_FIELDS>;
    const named = { timeMs, latitudeE7, longitudeE7, altitudeMslMm, altitudeWgs84Mm, altitudeAglMm, altitudeAtoMm };
    const points: OnTrack<UaWithHeights>[] = [];
    for (let at = from; at < to; at++) points.push(new UaHeightsOfSegment(named, at, track));
    return points;
  },
};

import type { OnTrack, UaPoint } from "../telemetry.ts";
import { numbersOf, PointOfSegment, type ColumnsOf, type PointShape } from "./point-shape.ts";
import { UA_KIND } from "./segment-columns.ts";

export const UA_PLACE_FIELDS = ["timeMs", "latitudeE7", "longitudeE7"] as const satisfies readonly (keyof UaPoint)[];

/** Where an aircraft was, and when. */
export type UaPlace = Pick<UaPoint, (typeof UA_PLACE_FIELDS)[number]>;

class UaPlaceOfSegment extends PointOfSegment<UaPlace> implements OnTrack<UaPlace> {
  get timeMs() {
    return this.columns.timeMs[this.at]!;
  }
  get latitudeE7() {
    return this.columns.latitudeE7[this.at]!;
  }
  get longitudeE7() {
    return this.columns.longitudeE7[this.at]!;
  }
}

/** For a line on a map: of a segment no other column is decoded. */
export const UA_PLACE_POINTS: PointShape<UaPlace> = {
  kind: UA_KIND,
  numbers: numbersOf(UA_KIND, UA_PLACE_FIELDS),
  build(columns, { from, to, track }) {
    const [timeMs, latitudeE7, longitudeE7] = columns as ColumnsOf<UaPlace, typeof UA_PLACE_FIELDS>;
    const named = { timeMs, latitudeE7, longitudeE7 };
    const points: OnTrack<UaPlace>[] = [];
    for (let at = from; at < to; at++) points.push(new UaPlaceOfSegment(named, at, track));
    return points;
  },
};

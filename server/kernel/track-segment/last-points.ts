import type { LastPoint, OnTrack } from "../telemetry.ts";
import { numbersOf, type ColumnsOf, type PointShape } from "./point-shape.ts";
import { OPERATOR_KIND, type TrackKind, UA_KIND } from "./segment-columns.ts";

const LAST_POINT_FIELDS = ["timeMs", "latitudeE7", "longitudeE7"] as const satisfies readonly (keyof LastPoint)[];

/**
 * A position without other fields. It is a class, because V8 allocates the objects of a literal among the long-lived
 * ones once most of the first ones survived a collection; collecting whole tracks of them then costs several times as
 * much.
 */
class PositionOfTrack implements OnTrack<LastPoint> {
  readonly track: number;
  readonly timeMs: number;
  readonly latitudeE7: number;
  readonly longitudeE7: number;

  constructor(track: number, timeMs: number, latitudeE7: number, longitudeE7: number) {
    this.track = track;
    this.timeMs = timeMs;
    this.latitudeE7 = latitudeE7;
    this.longitudeE7 = longitudeE7;
  }
}

function lastPointsOf(kind: TrackKind): PointShape<LastPoint> {
  return {
    kind,
    numbers: numbersOf(kind, LAST_POINT_FIELDS),
    build(columns, { from, to, track }) {
      const [timeMs, latitudeE7, longitudeE7] = columns as ColumnsOf<LastPoint, typeof LAST_POINT_FIELDS>;
      const points: OnTrack<LastPoint>[] = [];
      for (let at = from; at < to; at++) {
        points.push(new PositionOfTrack(track, timeMs[at]!, latitudeE7[at]!, longitudeE7[at]!));
      }
      return points;
    },
  };
}

export const UA_LAST_POINTS = lastPointsOf(UA_KIND);
export const OPERATOR_LAST_POINTS = lastPointsOf(OPERATOR_KIND);

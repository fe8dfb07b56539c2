import type { LastPoint, OnTrack } from "../telemetry.ts";
import { numbersOf, type ColumnsOf, type PointShape } from "./point-shape.ts";
import { OPERATOR_KIND, type TrackKind, UA_KIND } from "./segment-columns.ts";

const LAST_POINT_FIELDS = ["timeMs", "latitudeE7", "longitudeE7"] as const satisfies readonly (keyof LastPoint)[];

/**
 * A position alone. It is a class, because V8 makes the objects of a literal among those that live long once most of its
 * first ones were in use at a collection; whole tracks of them are then collected at several times the cost.
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

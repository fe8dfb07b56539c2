import { OPERATOR_LAST_POINTS, UA_LAST_POINTS } from "../../kernel/track-segment/last-points.ts";
import { OPERATOR_EXPORTED_POINTS, OPERATOR_POINTS } from "../../kernel/track-segment/operator-points.ts";
import type { PointShape } from "../../kernel/track-segment/point-shape.ts";
import { COLUMNS, type TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import { UA_EXPORTED_POINTS } from "../../kernel/track-segment/ua-exported-points.ts";
import { UA_HEIGHT_POINTS } from "../../kernel/track-segment/ua-height-points.ts";
import { UA_MAP_POINTS } from "../../kernel/track-segment/ua-map-points.ts";
import { UA_PLACE_POINTS } from "../../kernel/track-segment/ua-place-points.ts";
import { UA_POINTS } from "../../kernel/track-segment/ua-points.ts";
import type { OnTrack } from "../../kernel/telemetry.ts";

const WRITTEN_OUT: readonly PointShape<unknown>[] = [
  UA_POINTS,
  UA_EXPORTED_POINTS,
  UA_MAP_POINTS,
  UA_HEIGHT_POINTS,
  UA_PLACE_POINTS,
  UA_LAST_POINTS,
  OPERATOR_LAST_POINTS,
  OPERATOR_POINTS,
  OPERATOR_EXPORTED_POINTS,
] as readonly PointShape<unknown>[];

/** How points with these fields are built: one that is written out where there is one. */
export function shapeOf<P>(kind: TrackKind, fields: readonly string[]): PointShape<P> {
  const numbers = fields.map((field) => {
    const number = COLUMNS[kind].findIndex((column) => column.field === field);
    if (number < 0) throw new Error(`A track has no field ${field}`);
    return number;
  });
  const known = WRITTEN_OUT.find(
    (shape) => shape.kind === kind && shape.numbers.length === numbers.length && isSame(shape.numbers, numbers),
  );
  return (known ?? built(kind, fields, numbers)) as PointShape<P>;
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.every((number, index) => number === b[index]);
}

function built(kind: TrackKind, fields: readonly string[], numbers: readonly number[]): PointShape<unknown> {
  return {
    kind,
    numbers,
    build(columns, { from, to, track }) {
      const points: OnTrack<unknown>[] = [];
      for (let at = from; at < to; at++) {
        const point: Record<string, unknown> = { track };
        for (let index = 0; index < fields.length; index++) point[fields[index]!] = columns[index]![at];
        points.push(point as OnTrack<unknown>);
      }
      return points;
    },
  };
}

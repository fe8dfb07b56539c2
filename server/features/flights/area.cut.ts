import { crossingOf } from "../../kernel/antimeridian.ts";
import type { Position } from "../../kernel/geo.ts";

/** Longitude and latitude, degrees. */
export type Coordinates = readonly [number, number];
type Ring = readonly Coordinates[];

export function toCoordinates({ longitude, latitude }: Position): Coordinates {
  return [longitude, latitude];
}

/** The parts of a line on either side of the antimeridian (RFC 7946, 3.1.9); one where it does not cross it. */
export function cutLine(line: readonly Position[]): readonly (readonly Coordinates[])[] {
  const lines: Coordinates[][] = [[toCoordinates(line[0]!)]];
  for (const [index, to] of line.slice(1).entries()) {
    const from = line[index]!;
    const crossing = crossingOf(from.longitude, to.longitude, 180);
    if (crossing !== undefined) {
      const latitude = from.latitude + crossing.fraction * (to.latitude - from.latitude);
      lines.at(-1)!.push([crossing.from, latitude]);
      lines.push([[crossing.to, latitude]]);
    }
    lines.at(-1)!.push(toCoordinates(to));
  }
  return lines;
}

/** The parts of a polygon, in the same way. Outlines go counterclockwise, holes clockwise (3.1.6). */
export function cutPolygon(rings: readonly (readonly Position[])[]): readonly (readonly Ring[])[] {
  const unwrapped = rings.map((ring) => unwrap(ring.map(toCoordinates)));
  const longitudes = unwrapped.flat().map(([longitude]) => longitude);
  const isWithin = Math.min(...longitudes) >= -180 && Math.max(...longitudes) <= 180;
  // Beyond the antimeridian the unwrapped longitudes go on to 540 degrees east, or west.
  const turns = isWithin ? [0] : [-360, 0, 360];
  return turns.flatMap((turn) => {
    const parts = unwrapped.flatMap((ring, index) => {
      const part = isWithin ? ring : clip(clip(ring, turn - 180, 1), turn + 180, -1);
      return part.length < 4
        ? []
        : [
            wind(
              part.map(([x, y]): Coordinates => [x - turn, y]),
              index === 0,
            ),
          ];
    });
    return parts.length === 0 ? [] : [parts];
  });
}

/** The same ring without a leap of more than half a turn. */
export function unwrap(ring: Ring): Ring {
  let turn = 0;
  return ring.map(([longitude, latitude], index): Coordinates => {
    const leap = longitude - (ring[index - 1]?.[0] ?? longitude);
    if (Math.abs(leap) > 180) turn -= Math.sign(leap) * 360;
    return [longitude + turn, latitude];
  });
}

/** The part of a closed ring on one side of a meridian (Sutherland and Hodgman): east of it for 1, west of it for -1. */
function clip(ring: Ring, meridian: number, side: 1 | -1): Ring {
  const isInside = ([longitude]: Coordinates) => (longitude - meridian) * side >= 0;
  const kept = ring.slice(1).flatMap((to, index): Coordinates[] => {
    const from = ring[index]!;
    const crossed: Coordinates[] = isInside(from) === isInside(to) ? [] : [meet(from, to, meridian)];
    return isInside(to) ? [...crossed, to] : crossed;
  });
  return kept.length === 0 ? [] : [kept.at(-1)!, ...kept];
}

function meet([x1, y1]: Coordinates, [x2, y2]: Coordinates, meridian: number): Coordinates {
  return [meridian, y1 + ((meridian - x1) / (x2 - x1)) * (y2 - y1)];
}

function wind(ring: Ring, isOutline: boolean): Ring {
  const doubleArea = ring.slice(1).reduce((sum, [x, y], index) => {
    const [previousX, previousY] = ring[index]!;
    return sum + previousX * y - x * previousY;
  }, 0);
  return doubleArea < 0 === isOutline ? ring.toReversed() : ring;
}

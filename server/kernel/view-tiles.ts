import { distanceM } from "../contracts/great-circle.ts";
import { type Bbox, splitAtAntimeridian } from "./geo.ts";

/** Longest diagonal of a view of network Remote ID, metres (ASTM F3411-22a, NetMaxDisplayAreaDiagonal), and a margin. */
const MAX_DIAGONAL_M = 6900;
/** Few enough that requesting all of them takes seconds. */
export const MAX_VIEWS = 16;

/** The views that cover a region, in rows from its south-west; undefined when there are more than `MAX_VIEWS`. */
export function viewsOf(bbox: Bbox): readonly Bbox[] | undefined {
  const views: Bbox[] = [];
  const parts = splitAtAntimeridian(bbox);
  // A region that ends at the antimeridian has a part without a width on the other side, which needs no view of its own.
  const wideParts = parts.filter(({ west, east }) => west < east);
  for (const part of wideParts.length > 0 ? wideParts : parts.slice(0, 1)) {
    const some = tiles(part, MAX_VIEWS - views.length);
    if (some === undefined) return undefined;
    views.push(...some);
  }
  return views;
}

function tiles({ west, south, east, north }: Bbox, most: number): readonly Bbox[] | undefined {
  // A square has the fewest tiles; along a parallel the side nearest to the equator is the longest.
  const sideM = MAX_DIAGONAL_M / Math.SQRT2;
  const nearest = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
  const heightM = distanceM({ latitude: south, longitude: west }, { latitude: north, longitude: west });
  const middle = (west + east) / 2;
  const widthM = 2 * distanceM({ latitude: nearest, longitude: west }, { latitude: nearest, longitude: middle });
  const rows = Math.max(1, Math.ceil(heightM / sideM));
  const columns = Math.max(1, Math.ceil(widthM / sideM));
  if (rows * columns > most) return undefined;
  const latitudeAt = (row: number) => (row === rows ? north : south + ((north - south) * row) / rows);
  const longitudeAt = (column: number) => (column === columns ? east : west + ((east - west) * column) / columns);
  return Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    return {
      west: longitudeAt(column),
      south: latitudeAt(row),
      east: longitudeAt(column + 1),
      north: latitudeAt(row + 1),
    };
  });
}

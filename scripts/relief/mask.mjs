/** @typedef {import("geojson").Feature} Feature */

/** A grid of latitude and longitude: row 0 is the North Pole, column 0 the antimeridian. @typedef {{ readonly columns: number, readonly rows: number, readonly perDegree: number }} Grid */

/**
 * Which heights of a grid lie inside of polygons: 1 for those. Row by row, between the crossings of the edges with the row.
 *
 * @param {readonly Feature[]} features
 * @param {Grid} grid
 */
export function maskOf(features, grid) {
  const mask = new Uint8Array(grid.columns * grid.rows);
  for (const { geometry } of features) {
    const single = geometry.type === "Polygon" ? [geometry.coordinates] : [];
    for (const polygon of geometry.type === "MultiPolygon" ? geometry.coordinates : single) fill(mask, polygon, grid);
  }
  return mask;
}

/** @param {Uint8Array} mask @param {readonly import("geojson").Position[][]} polygon @param {Grid} grid */
function fill(mask, polygon, { columns, rows, perDegree }) {
  /** @type {Map<number, number[]>} */
  const crossings = new Map();
  for (const ring of polygon) {
    for (let at = 1; at < ring.length; at += 1) {
      const [x1 = 0, y1 = 0] = placeOf(ring[at - 1], perDegree);
      const [x2 = 0, y2 = 0] = placeOf(ring[at], perDegree);
      for (let row = Math.ceil(Math.min(y1, y2)); row < Math.max(y1, y2); row += 1) {
        const x = x1 + ((row - y1) / (y2 - y1)) * (x2 - x1);
        const others = crossings.get(row);
        if (others) others.push(x);
        else crossings.set(row, [x]);
      }
    }
  }
  for (const [row, xs] of crossings) {
    if (row < 0 || row >= rows) continue;
    xs.sort((one, other) => one - other);
    for (let at = 1; at < xs.length; at += 2) {
      for (let x = Math.ceil(xs[at - 1] ?? 0); x <= (xs[at] ?? 0); x += 1) {
        // Polygons that cross the antimeridian continue beyond it.
        mask[row * columns + (((x % columns) + columns) % columns)] = 1;
      }
    }
  }
}

/** @param {import("geojson").Position | undefined} position @param {number} perDegree */
function placeOf([longitude = 0, latitude = 0] = [], perDegree) {
  return [(longitude + 180) * perDegree, (90 - latitude) * perDegree];
}

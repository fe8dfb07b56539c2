/** @typedef {import("geojson").Position} Position */

const BAND_DEG = 0.05;

/**
 * Whether places lie inside of polygons: the edges of all rings by bands of latitude, so that a place is compared with
 * few of them.
 */
export class LandIndex {
  /** @type {Map<number, number[][]>} */
  #bands = new Map();

  /** @param {readonly import("geojson").Feature[]} polygons */
  constructor(polygons) {
    for (const { geometry } of polygons) {
      if (geometry.type === "Polygon") this.#add(geometry.coordinates);
      else if (geometry.type === "MultiPolygon") for (const polygon of geometry.coordinates) this.#add(polygon);
    }
  }

  /** @param {{ readonly latitude: number, readonly longitude: number }} place */
  contains({ latitude, longitude }) {
    let isInside = false;
    const edges = this.#bands.get(Math.floor(latitude / BAND_DEG)) ?? [];
    // Polygons that cross the antimeridian continue beyond 180°.
    for (const turn of [-360, 0, 360]) {
      const x = longitude + turn;
      for (const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] of edges) {
        if (y1 > latitude === y2 > latitude) continue;
        if (x < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1) isInside = !isInside;
      }
      if (isInside) return true;
    }
    return false;
  }

  /** @param {readonly Position[][]} rings */
  #add(rings) {
    for (const ring of rings) {
      for (let at = 1; at < ring.length; at += 1) {
        const [x1 = 0, y1 = 0] = ring[at - 1] ?? [];
        const [x2 = 0, y2 = 0] = ring[at] ?? [];
        const last = Math.floor(Math.max(y1, y2) / BAND_DEG);
        for (let band = Math.floor(Math.min(y1, y2) / BAND_DEG); band <= last; band += 1) {
          const edges = this.#bands.get(band);
          if (edges) edges.push([x1, y1, x2, y2]);
          else this.#bands.set(band, [[x1, y1, x2, y2]]);
        }
      }
    }
  }
}

import { LandIndex } from "./land-index.mjs";

/** @typedef {{ readonly latitude: number, readonly longitude: number }} Place */

const CORNERS = 8;
const M_PER_DEG = 111_320;

/**
 * Natural Earth's outlines are too coarse for narrow straits, small islands and harbours: some towns and runways lie
 * outside of its land, or in a lake. Where people live and aircraft land is land, so a small area around each such place
 * is drawn as "near the shore" instead of as water.
 *
 * @param {readonly Place[]} places known to be on land
 * @param {{ readonly land: readonly import("geojson").Feature[], readonly lakes: readonly import("geojson").Feature[] }} outlines
 * @param {number} reachM how far around such a place the ground is taken for land
 * @returns {import("geojson").Feature[]}
 */
export function missingLand(places, outlines, reachM) {
  const land = new LandIndex(outlines.land);
  const lakes = outlines.lakes.map((lake) => new LandIndex([lake]));
  const boxes = outlines.lakes.map((lake) => boxOf(lake));
  /** @param {Place} place */
  const isInLake = (place) => lakes.some((lake, index) => isInBox(boxes[index], place) && lake.contains(place));
  return places.flatMap((place) => (land.contains(place) && !isInLake(place) ? [] : [areaAround(place, reachM)]));
}

/** @param {Place} place @param {number} reachM @returns {import("geojson").Feature} */
function areaAround({ latitude, longitude }, reachM) {
  const up = reachM / M_PER_DEG;
  const across = up / Math.cos((latitude * Math.PI) / 180);
  const ring = Array.from({ length: CORNERS + 1 }, (_, corner) => {
    const angle = (2 * Math.PI * (corner % CORNERS)) / CORNERS;
    return [longitude + across * Math.cos(angle), latitude + up * Math.sin(angle)];
  });
  return { type: "Feature", geometry: { type: "Polygon", coordinates: [ring] }, properties: { layer: "nearshore" } };
}

/** @param {import("geojson").Feature} polygon */
function boxOf({ geometry }) {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : [];
  for (const [outer = []] of geometry.type === "MultiPolygon" ? geometry.coordinates : polygons) {
    for (const [x = 0, y = 0] of outer) {
      box.west = Math.min(box.west, x);
      box.east = Math.max(box.east, x);
      box.south = Math.min(box.south, y);
      box.north = Math.max(box.north, y);
    }
  }
  return box;
}

/** @param {ReturnType<typeof boxOf> | undefined} box @param {Place} place */
function isInBox(box, { latitude, longitude }) {
  if (!box) return false;
  return longitude >= box.west && longitude <= box.east && latitude >= box.south && latitude <= box.north;
}

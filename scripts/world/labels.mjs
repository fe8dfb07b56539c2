import { fromMercator, toMercator } from "../../src/renderer/src/tracks/mercator.ts";

/** @typedef {import("geojson").Feature} Feature */

/**
 * The position of each country's name: the middle of its largest part, with the width of that part. A browser has the
 * names in other languages by the ISO 3166-1 code, which disputed territories do not have.
 *
 * @param {readonly import("geojson").Feature[]} countries
 * @returns {Feature[]}
 */
export function countryLabels(countries) {
  return countries.flatMap(({ id, geometry, properties }) => {
    const name = properties?.["name"];
    // A territory that shares the number of its country is not called like the country.
    const isFirst = countries.find((one) => one.id === id)?.properties?.["name"] === name;
    const code = id !== undefined && isFirst ? (new Intl.Locale(`und-${id}`).region ?? "") : "";
    const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : [];
    const places = (geometry.type === "MultiPolygon" ? geometry.coordinates : polygons).map(([outer = []]) =>
      middleOf(outer),
    );
    const largest = places.toSorted((one, other) => other.area - one.area)[0];
    if (typeof name !== "string" || !largest) return [];
    return [pointOf(fromMercator(largest), { layer: "country", name, code, span: largest.span })];
  });
}

/** @param {{ readonly latitude: number, readonly longitude: number }} place @param {Record<string, unknown>} properties @returns {Feature} */
export function pointOf({ latitude, longitude }, properties) {
  return { type: "Feature", geometry: { type: "Point", coordinates: [longitude, latitude] }, properties };
}

/** @param {readonly import("geojson").Position[]} ring */
function middleOf(ring) {
  let area = 0;
  let x = 0;
  let y = 0;
  let west = Infinity;
  let east = -Infinity;
  const points = ring.map(([longitude = 0, latitude = 0]) => toMercator({ latitude, longitude }));
  let before = points.at(-1) ?? { x: 0, y: 0 };
  for (const point of points) {
    const cross = before.x * point.y - point.x * before.y;
    area += cross / 2;
    x += (before.x + point.x) * cross;
    y += (before.y + point.y) * cross;
    west = Math.min(west, point.x);
    east = Math.max(east, point.x);
    before = point;
  }
  return { x: x / (6 * area), y: y / (6 * area), span: east - west, area: Math.abs(area) };
}

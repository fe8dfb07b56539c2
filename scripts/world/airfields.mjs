import { pointOf } from "./labels.mjs";

/** @typedef {{ readonly latitude: number, readonly longitude: number }} Place */
/** @typedef {{ readonly ident: string, readonly lengthM: number, readonly from: Place, readonly to: Place }} Runway */

/** An airport's point lies on its terminal, which is nearer than this to its longest runway. */
const NEAR_DEG = 0.04;
const SHORT_IDENT = 4;

/**
 * One point for each airfield, in the middle of its longest runway, named by its ident and, for the large ones, its name.
 *
 * @param {readonly Runway[]} runways
 * @param {readonly import("geojson").Feature[]} airports
 */
export function airfieldsOf(runways, airports) {
  /** @type {Map<string, Runway>} */
  const longest = new Map();
  for (const runway of runways) {
    const known = longest.get(runway.ident);
    if (!known || known.lengthM < runway.lengthM) longest.set(runway.ident, runway);
  }
  return [...longest.values()].map(({ ident, lengthM, from, to }) => {
    const latitude = (from.latitude + to.latitude) / 2;
    const longitude = (from.longitude + to.longitude) / 2;
    const airport = airports.find(({ geometry }) => {
      const [x = 0, y = 0] = geometry.type === "Point" ? geometry.coordinates : [];
      const across = (x - longitude) * Math.cos((latitude * Math.PI) / 180);
      return Math.hypot(across, y - latitude) < NEAR_DEG;
    });
    // Idents of four letters are those of ICAO; longer ones are small fields that share an airport's surroundings.
    const name = airport && ident.length <= SHORT_IDENT ? `${ident} ${airport.properties?.["name"]}` : ident;
    return pointOf({ latitude, longitude }, { layer: "airfield", name, length: lengthM });
  });
}

import { distanceM } from "../../../../../server/contracts/great-circle.ts";
import { fromMercator, type LatLon, toMercator } from "../../tracks/mercator.ts";
import { foldText } from "../../../../../server/contracts/fold-text.ts";
import { allCityNames } from "../city-names.ts";
import type { TownColumns } from "../town-reader.ts";
import type { Town } from "../world.names.ts";

export interface NearTown {
  readonly name: string;
  readonly population: number;
  readonly distanceM: number;
}

/** Around the equator. */
const EARTH_M = 40_075_017;

/** The approximate radius of a town by its population: 9 km for 200,000 people, less than 1 km for 2,000. */
const radiusM = (population: number): number => 20 * Math.sqrt(population);

/**
 * Finds towns by the beginning of a word of their name, whatever the case and the accents; the largest first. Large cities
 * have a name in each language of the console.
 */
export class TownSearch {
  readonly #towns: TownColumns;
  /** Built by the first search for a name. */
  #folded: readonly string[] | undefined;

  constructor(towns: TownColumns) {
    this.#towns = towns;
  }

  find(text: string, limit: number): readonly Town[] {
    const wanted = foldText(text).trim();
    if (wanted === "") return [];
    const found: Town[] = [];
    const { names, xs, ys, populations } = this.#towns;
    this.#folded ??= Array.from(xs, (_, index) =>
      allCityNames({ name: names.at(index) ?? "", population: populations[index] ?? 0 })
        .map((one) => ` ${foldText(one)}`)
        .join(""),
    );
    for (let index = 0; index < names.length && found.length < limit; index += 1) {
      if (!this.#folded[index]?.includes(` ${wanted}`)) continue;
      found.push({
        name: names.at(index) ?? "",
        x: xs[index] ?? 0,
        y: ys[index] ?? 0,
        population: populations[index] ?? 0,
      });
    }
    return found;
  }

  /**
   * The town in or near which a place is: the one whose edge is nearest, so that the result is the town and not one of
   * its districts. Undefined if none is near enough.
   */
  nearest(place: LatLon, withinM: number): NearTown | undefined {
    const { names, xs, ys, populations } = this.#towns;
    const at = toMercator(place);
    // Near a place, equal differences on the Mercator map are equal distances.
    const worldM = EARTH_M * Math.cos((place.latitude * Math.PI) / 180);
    let best = -1;
    let bestM = Infinity;
    for (let index = 0; index < names.length; index += 1) {
      const across = Math.abs((xs[index] ?? 0) - at.x);
      const farM = Math.hypot(Math.min(across, 1 - across), (ys[index] ?? 0) - at.y) * worldM;
      const beyondM = farM - radiusM(populations[index] ?? 0);
      if (farM > withinM || beyondM >= bestM) continue;
      best = index;
      bestM = beyondM;
    }
    if (best < 0) return undefined;
    const middle = fromMercator({ x: xs[best] ?? 0, y: ys[best] ?? 0 });
    return { name: names.at(best) ?? "", population: populations[best] ?? 0, distanceM: distanceM(place, middle) };
  }
}

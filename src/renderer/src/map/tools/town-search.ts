import type { Towns } from "../town-reader.ts";
import type { Town } from "../world.names.ts";

/** Finds towns by the beginning of a word of their name, whatever the case and the accents; the largest first. */
export class TownSearch {
  readonly #towns: Towns;
  readonly #folded: readonly string[];

  constructor(towns: Towns) {
    this.#towns = towns;
    this.#folded = towns.names.map((name) => ` ${fold(name)}`);
  }

  find(text: string, limit: number): readonly Town[] {
    const wanted = fold(text).trim();
    if (wanted === "") return [];
    const found: Town[] = [];
    const { names, xs, ys, populations } = this.#towns;
    for (let index = 0; index < names.length && found.length < limit; index += 1) {
      if (!this.#folded[index]?.includes(` ${wanted}`)) continue;
      found.push({
        name: names[index] ?? "",
        x: xs[index] ?? 0,
        y: ys[index] ?? 0,
        population: populations[index] ?? 0,
      });
    }
    return found;
  }
}

function fold(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[-'’]/g, " ").toLowerCase();
}

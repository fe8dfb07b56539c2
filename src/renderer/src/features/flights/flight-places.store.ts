import { defineStore } from "pinia";
import { shallowRef } from "vue";
import { townName } from "../../map/place-names.ts";
import type { NearTown } from "../../map/tools/town-search.ts";
import { nearestTowns } from "../../map/towns.ts";

interface Location {
  readonly lat: number;
  readonly lon: number;
}

/** About a hundred metres: take-offs of one field are one place. */
const keyOf = ({ lat, lon }: Location): string => `${lat.toFixed(3)} ${lon.toFixed(3)}`;

/** The towns that flights took off near, from the built-in list, so that a flight without a name can be told apart. */
export const useFlightPlaces = defineStore("flight-places", () => {
  const towns = shallowRef<ReadonlyMap<string, NearTown | undefined>>(new Map());
  const queued = new Map<string, Location>();

  /** As on the map. Undefined until it is found, and where none is near. */
  function townNear(location: Location | undefined): string | undefined {
    if (!location) return undefined;
    const key = keyOf(location);
    if (!towns.value.has(key)) {
      if (queued.size === 0) setTimeout(() => void findQueued());
      queued.set(key, location);
    }
    const town = towns.value.get(key);
    return town && townName(town);
  }

  async function findQueued(): Promise<void> {
    const asked = [...queued];
    const places = asked.map(([, { lat, lon }]) => ({ latitude: lat, longitude: lon }));
    const found = await nearestTowns(places);
    for (const [key] of asked) queued.delete(key);
    towns.value = new Map([...towns.value, ...asked.map(([key], index) => [key, found[index]] as const)]);
    if (queued.size > 0) setTimeout(() => void findQueued());
  }

  return { townNear };
});

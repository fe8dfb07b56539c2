import { computed, shallowRef, type WritableComputedRef } from "vue";

/** Where a map looks. */
export interface MapPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** What a map shows where nothing says which part of the world matters. */
export const EUROPE: MapPlace = { latitude: 49, longitude: 12, zoom: 4.5 };

const KEY = "fieldstation.place";
const place = shallowRef<MapPlace>();
let isRead = false;

/**
 * Where the person left the live map on this computer; undefined before the first time. Stored at once: what watches a
 * value and stores it a moment later loses the last move of a map that is left right after it.
 */
export function useMapPlace(): WritableComputedRef<MapPlace | undefined> {
  if (!isRead) {
    const text = localStorage.getItem(KEY);
    place.value = text === null ? undefined : (JSON.parse(text) as MapPlace);
    isRead = true;
  }
  return computed({
    get: () => place.value,
    set(next) {
      place.value = next;
      if (next === undefined) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, JSON.stringify(next));
    },
  });
}

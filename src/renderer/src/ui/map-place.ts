import { computed, shallowRef, type WritableComputedRef } from "vue";

/** The centre and zoom of a map. */
export interface MapPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** The initial view of a map if nothing determines a part of the world. */
export const EUROPE: MapPlace = { latitude: 49, longitude: 12, zoom: 4.5 };

const KEY = "fieldstation.place";
const place = shallowRef<MapPlace>();
let isRead = false;

/**
 * The last position of the live map on this computer; undefined before the first visit. Stored at once: a watcher that
 * stores it a moment later would lose the last move before the page is closed.
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

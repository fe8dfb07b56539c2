import { type RemovableRef, useLocalStorage } from "@vueuse/core";

/** Where a map looks. */
export interface MapPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** Where the person left the live map on this computer; undefined before the first time. */
export function useMapPlace(): RemovableRef<MapPlace | undefined> {
  return useLocalStorage<MapPlace | undefined>("fieldstation.place", undefined, {
    serializer: { read: (text) => JSON.parse(text) as MapPlace, write: (value) => JSON.stringify(value) },
  });
}

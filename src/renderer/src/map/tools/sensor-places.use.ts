import { onScopeDispose, type ShallowRef, shallowRef } from "vue";
import type { LatLon } from "../../tracks/mercator.ts";
import type { TrackSource } from "../../tracks/track-source.ts";
import { onTick } from "../../ui/clock.ts";

export interface SensorPlace {
  readonly id: string;
  readonly place: LatLon;
}

const REFRESH_MS = 2_000;

/** The sensors with a known place; they change rarely, so the list is refreshed at an interval. */
export function useSensorPlaces(source: () => TrackSource | undefined): Readonly<ShallowRef<readonly SensorPlace[]>> {
  const places = shallowRef<readonly SensorPlace[]>([]);
  function refresh(): void {
    const now = [...(source()?.collection.sensors ?? [])].flatMap(
      ([
        id,
        {
          telemetry: { location },
        },
      ]) => (location ? [{ id, place: { latitude: location.latitude, longitude: location.longitude } }] : []),
    );
    if (JSON.stringify(now) !== JSON.stringify(places.value)) places.value = now;
  }
  refresh();
  onScopeDispose(onTick(REFRESH_MS, refresh));
  return places;
}

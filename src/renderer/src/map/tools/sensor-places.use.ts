import { onScopeDispose, type ShallowRef, shallowRef } from "vue";
import type { LatLon } from "../../tracks/mercator.ts";
import type { TrackSource } from "../../tracks/track-source.ts";
import { onTick } from "../../ui/clock.ts";

export interface SensorPlace {
  readonly id: string;
  readonly place: LatLon;
}

const REFRESH_MS = 2_000;

/** The sensors whose place is known; they change seldom, so they are looked at now and then. */
export function useSensorPlaces(source: () => TrackSource | undefined): Readonly<ShallowRef<readonly SensorPlace[]>> {
  const places = shallowRef<readonly SensorPlace[]>([]);
  function look(): void {
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
  look();
  onScopeDispose(onTick(REFRESH_MS, look));
  return places;
}

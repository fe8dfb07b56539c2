import { watch } from "vue";
import type { Elevation } from "../../../../../server/contracts/elevation.ts";
import { type Loaded, useLoaded } from "../../api/loaded.use.ts";
import { call, routes } from "../../api/station.client.ts";
import type { LatLon } from "../../tracks/mercator.ts";

/** The height of the ground at a place; not asked for while there is none. */
export function useGround(place: () => LatLon | undefined): Loaded<Elevation> {
  const ground = useLoaded<Elevation>((signal) => {
    const { latitude = 0, longitude = 0 } = place() ?? {};
    return call(routes.getElevation, { query: { latitude: String(latitude), longitude: String(longitude) }, signal });
  });
  watch(
    () => JSON.stringify(place()),
    (text) => (text === undefined ? undefined : ground.load()),
    { immediate: true },
  );
  return ground;
}

import { computed } from "vue";
import { useLoaded } from "../../api/loaded.use.ts";
import { call, routes } from "../../api/station.client.ts";
import { isFlown } from "./flight-export.ts";

const MAX_CHOICES = 200;

/** The newest flown flights that one can be compared with. */
export function useCompareChoices(id: () => string) {
  const flights = useLoaded((signal) => call(routes.listFlights, { query: { limit: MAX_CHOICES }, signal }));
  return {
    flights,
    choices: computed(() => flights.value.value?.filter((flight) => flight.id !== id() && isFlown(flight))),
  };
}

import { onScopeDispose, type Ref, shallowRef } from "vue";
import type { FlightDetail } from "../../../../../server/contracts/flights.ts";
import { call, routes } from "../../api/station.client.ts";
import { useStation } from "../../api/station.store.ts";
import { type PlanShape, planShapeOf } from "../../map/plan-shape.ts";
import { onTick } from "../../ui/clock.ts";
import { nextPlannedOf, plannedQuery } from "./planned-flights.ts";

/** A flight that is planned and not over, for the live map. */
export interface PlannedFlight {
  readonly flight: FlightDetail;
  /** Undefined for a region that cannot be drawn. */
  readonly shape: PlanShape | undefined;
}

const REFRESH_EVERY_MS = 30_000;
/** The planned flights that the person may see and whose window is not over, the next one first; not all of many. */
export interface PlannedFlights {
  readonly flights: readonly PlannedFlight[];
  readonly hasMore: boolean;
}

export function usePlannedFlights(): Readonly<Ref<PlannedFlights>> {
  const station = useStation();
  const planned = shallowRef<PlannedFlights>({ flights: [], hasMore: false });
  let loading: AbortController | undefined;

  async function load(): Promise<void> {
    loading?.abort();
    const controller = new AbortController();
    loading = controller;
    const { signal } = controller;
    const listed = await call(routes.listFlights, { query: plannedQuery(station.nowMs()), signal });
    if (listed.kind !== "ok") return;
    const { next, hasMore } = nextPlannedOf(listed.value);
    const details = await Promise.all(next.map(({ id }) => call(routes.getFlight, { params: { id }, signal })));
    if (signal.aborted) return;
    planned.value = {
      flights: details.flatMap((one) => (one.kind === "ok" ? [plannedOf(one.value)] : [])),
      hasMore,
    };
  }

  void load();
  const stopLoading = onTick(REFRESH_EVERY_MS, () => void load());
  onScopeDispose(() => {
    stopLoading();
    loading?.abort();
  });
  return planned;
}

function plannedOf(flight: FlightDetail): PlannedFlight {
  const { lat: latitude, lon: longitude } = flight.take_off.location;
  return { flight, shape: planShapeOf(flight.region, { latitude, longitude }) };
}

import { onScopeDispose, type Ref, shallowRef } from "vue";
import type { FlightDetail } from "../../../../../server/contracts/flights.ts";
import { call, routes } from "../../api/station.client.ts";
import { useStation } from "../../api/station.store.ts";
import { type PlanShape, planShapeOf } from "../../map/plan-shape.ts";
import { onTick } from "../../ui/clock.ts";

/** A flight that is planned and not over, for the live map. */
export interface PlannedFlight {
  readonly flight: FlightDetail;
  /** Undefined for a region that cannot be drawn. */
  readonly shape: PlanShape | undefined;
}

const REFRESH_EVERY_MS = 30_000;
/** Each needs a request of its own for its region. */
const MAX_PLANNED = 50;

/** The planned flights that the person may see and whose window is not over, the next one first. */
export function usePlannedFlights(): Readonly<Ref<readonly PlannedFlight[]>> {
  const station = useStation();
  const planned = shallowRef<readonly PlannedFlight[]>([]);
  let loading: AbortController | undefined;

  async function load(): Promise<void> {
    loading?.abort();
    const controller = new AbortController();
    loading = controller;
    const { signal } = controller;
    const query = {
      status: "planned",
      date_from: new Date(station.nowMs()).toISOString(),
      order: "date_planned_start",
      limit: MAX_PLANNED,
    } as const;
    const listed = await call(routes.listFlights, { query, signal });
    if (listed.kind !== "ok") return;
    const details = await Promise.all(listed.value.map(({ id }) => call(routes.getFlight, { params: { id }, signal })));
    if (signal.aborted) return;
    planned.value = details.flatMap((one) => (one.kind === "ok" ? [plannedOf(one.value)] : []));
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

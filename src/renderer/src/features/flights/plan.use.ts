import { watchDebounced } from "@vueuse/core";
import { computed, type ComputedRef, type Ref, watch } from "vue";
import type { EligibilityIssue } from "../../../../../server/contracts/devices.ts";
import type { Elevation } from "../../../../../server/contracts/elevation.ts";
import { type Loaded, useLoaded } from "../../api/loaded.use.ts";
import { call, routes } from "../../api/station.client.ts";
import { type PlanDraft, takeoffOf } from "./plan-draft.ts";
import { type TouchedZones, useTouchedZones } from "./touched-zones.use.ts";

/** The pause in dragging or typing after which the station is asked. */
const DEBOUNCE_MS = 350;

export interface PlanChecks {
  readonly elevation: Loaded<Elevation>;
  /** Metres above sea level at the take-off; null when not known, undefined before it was loaded. */
  readonly groundM: ComputedRef<number | null | undefined>;
  readonly issues: Loaded<readonly EligibilityIssue[]>;
  readonly touched: TouchedZones;
  /** The ground at the take-off as it stands when this resolves; null when not known. */
  loadGround(): Promise<number | null>;
}

/** The station's checks of a plan before it is saved; loaded again after every change. */
export function usePlanChecks(draft: Readonly<Ref<PlanDraft>>): PlanChecks {
  const elevation = useLoaded<Elevation>((signal) => {
    const { latitude = 0, longitude = 0 } = takeoffOf(draft.value) ?? {};
    return call(routes.getElevation, { query: { latitude: String(latitude), longitude: String(longitude) }, signal });
  });
  /** After a failure, the last value belongs to another place and is not used. */
  const groundM = computed(() => (elevation.failure.value ? null : elevation.value.value?.ground));
  const issues = useLoaded<readonly EligibilityIssue[]>((signal) =>
    call(routes.listEligibilityIssues, {
      params: { id: draft.value.deviceId },
      query: { date_planned_start: draft.value.start, date_planned_finish: draft.value.finish },
      signal,
    }),
  );
  const touched = useTouchedZones(() => draft.value);

  const takeoff = computed(() => JSON.stringify(takeoffOf(draft.value) ?? null));
  const shape = computed(() => {
    const { kind, points, radiusM } = draft.value;
    return JSON.stringify({ kind, points, radiusM });
  });
  const loadElevation = () => (takeoffOf(draft.value) ? elevation.load() : undefined);
  async function loadGround(): Promise<number | null> {
    let asked: string;
    do {
      asked = takeoff.value;
      await loadElevation();
    } while (asked !== takeoff.value);
    return groundM.value ?? null;
  }
  const loadIssues = () => {
    const { deviceId, start, finish } = draft.value;
    return deviceId === "" || Date.parse(finish) < Date.parse(start) ? undefined : issues.load();
  };
  watchDebounced(takeoff, loadElevation, { debounce: DEBOUNCE_MS });
  watchDebounced(shape, () => touched.zones.load(), { debounce: DEBOUNCE_MS });
  watch([() => draft.value.deviceId, () => draft.value.start, () => draft.value.finish], loadIssues);

  void loadElevation();
  void touched.zones.load();
  void loadIssues();
  return { elevation, groundM, issues, touched, loadGround };
}

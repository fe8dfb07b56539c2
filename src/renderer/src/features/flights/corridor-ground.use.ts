import { watchDebounced } from "@vueuse/core";
import { computed, type ComputedRef, shallowRef } from "vue";
import { useGroundModel } from "../../api/ground-model.store.ts";
import type { PlanShape } from "../../map/plan-shape.ts";
import {
  type CorridorGround,
  type CorridorSummary,
  corridorCutsOf,
  highestGroundOf,
  corridorLengthM,
  MAX_CORRIDOR_M,
  corridorSummaryOf,
} from "./corridor-ground.ts";

const DEBOUNCE_MS = 350;

/** The ground along a corridor, as the form shows it. */
export type ShownGround =
  /** The area is no corridor, or the station knows no ground at all. */
  | { readonly kind: "none" }
  | { readonly kind: "too_long" }
  | { readonly kind: "loading" }
  | { readonly kind: "unknown" }
  | { readonly kind: "known"; readonly ground: CorridorGround; readonly summary: CorridorSummary };

/** The ground along a corridor, looked up again when dragging or typing has paused. */
export function useCorridorGround(shape: () => PlanShape): ComputedRef<ShownGround> {
  const model = useGroundModel();
  const found = shallowRef<{ readonly of: string; readonly ground: CorridorGround }>();
  const line = computed(() => {
    const { kind, points, radiusM } = shape();
    return kind === "corridor" && points.length > 1 && radiusM > 0 ? JSON.stringify({ points, radiusM }) : undefined;
  });
  const isTooLong = computed(() => corridorLengthM(shape().points) > MAX_CORRIDOR_M);

  async function lookUp(): Promise<void> {
    const now = line.value;
    if (now === undefined || isTooLong.value) return;
    const cuts = corridorCutsOf(shape().points, shape().radiusM);
    await model.prepare(cuts.flatMap(({ places }) => places)).catch(() => undefined);
    if (now === line.value) found.value = { of: now, ground: highestGroundOf(cuts, model.find) };
  }
  watchDebounced(line, lookUp, { debounce: DEBOUNCE_MS, immediate: true });

  return computed(() => {
    if (line.value === undefined || model.model?.cells.length === 0) return { kind: "none" };
    if (isTooLong.value) return { kind: "too_long" };
    if (found.value?.of !== line.value) return { kind: "loading" };
    const { ground } = found.value;
    const summary = corridorSummaryOf(ground);
    return summary ? { kind: "known", ground, summary } : { kind: "unknown" };
  });
}

import { computed, type ComputedRef, inject, type InjectionKey, provide } from "vue";
import type { Alert } from "../../../../../server/contracts/alerts.ts";
import { alertsByOperation, useAlerts } from "../../api/alerts.store.ts";
import { alertsThen, areSame } from "./alerts-then.ts";

export type ShownAlerts = ComputedRef<ReadonlyMap<string, readonly Alert[]>>;

const key: InjectionKey<ShownAlerts> = Symbol("alerts of the picture");

/**
 * The alerts of the picture that a page shows, by operation: those that go on, or where `then` is given those that went on
 * at its moment. Alerts of now have no place in a past time.
 */
export function provideShownAlerts(
  then: () => { readonly alerts: readonly Alert[]; readonly momentMs: number } | undefined,
): ShownAlerts {
  const live = useAlerts();
  const past = computed<readonly Alert[] | undefined>((before) => {
    const shown = then();
    if (shown === undefined) return undefined;
    const next = alertsThen(shown.alerts, shown.momentMs);
    // Otherwise every frame of a replay would draw all tags again.
    return before !== undefined && areSame(before, next) ? before : next;
  });
  const shown = computed(() => (past.value === undefined ? live.byOperation : alertsByOperation(past.value)));
  provide(key, shown);
  return shown;
}

/** Those that go on, on a page that shows no past time. */
export function useShownAlerts(): ShownAlerts {
  const live = useAlerts();
  return inject(key, () => computed(() => live.byOperation), true);
}

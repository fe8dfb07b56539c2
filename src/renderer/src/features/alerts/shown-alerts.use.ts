import { computed, type ComputedRef, inject, type InjectionKey, provide } from "vue";
import type { Alert } from "../../../../../server/contracts/alerts.ts";
import { alertsByOperation, useAlerts } from "../../api/alerts.store.ts";
import { alertsAt, areSameAlerts } from "./past-alerts.ts";

export type ShownAlerts = ComputedRef<ReadonlyMap<string, readonly Alert[]>>;

const key: InjectionKey<ShownAlerts> = Symbol("alerts of the picture");

/**
 * The alerts of the time that a page shows, by operation: the ongoing ones, or with `then` those that were ongoing at
 * that moment. Present alerts are not shown with a past time.
 */
export function provideShownAlerts(
  then: () => { readonly alerts: readonly Alert[]; readonly momentMs: number } | undefined,
): ShownAlerts {
  const live = useAlerts();
  const past = computed<readonly Alert[] | undefined>((before) => {
    const shown = then();
    if (shown === undefined) return undefined;
    const next = alertsAt(shown.alerts, shown.momentMs);
    // Keeps an equal list: otherwise every frame of a replay would draw all tags again.
    return before !== undefined && areSameAlerts(before, next) ? before : next;
  });
  const shown = computed(() => (past.value === undefined ? live.byOperation : alertsByOperation(past.value)));
  provide(key, shown);
  return shown;
}

/** The ongoing alerts, on a page that shows no past time. */
export function useShownAlerts(): ShownAlerts {
  const live = useAlerts();
  return inject(key, () => computed(() => live.byOperation), true);
}

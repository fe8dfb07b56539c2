import { defineStore } from "pinia";
import { computed, ref, shallowRef, watch } from "vue";
import type { Alert } from "../../../../server/contracts/alerts.ts";
import { type ApiResult, call, routes } from "./station.client.ts";
import { useStation } from "./station.store.ts";

/** The alerts in progress, as the live connection reports them. */
export const useAlerts = defineStore("alerts", () => {
  const station = useStation();
  const open = shallowRef<ReadonlyMap<string, Alert>>(new Map());
  /** Counts the changes, for lists that are loaded from the station. */
  const version = ref(0);
  /** Alerts that the live connection reported since the latest request began. */
  const reported = new Map<string, Alert>();
  const listeners = new Set<(begun: readonly Alert[]) => void>();
  let isLoaded = false;

  const byOperation = computed(() => alertsByOperation([...open.value.values()]));
  const unacknowledged = computed(() =>
    mostUrgentFirst([...open.value.values()].filter(({ state }) => state === "active")),
  );

  /** Takes over alerts that began, ended or were acknowledged. */
  function apply(changed: readonly Alert[]): void {
    const next = new Map(open.value);
    for (const alert of changed) {
      reported.set(alert.id, alert);
      if (alert.state === "resolved") next.delete(alert.id);
      else next.set(alert.id, alert);
    }
    const begun = changed.filter(({ id, state }) => state === "active" && !open.value.has(id));
    show(next, [...new Map(begun.map((alert) => [alert.id, alert])).values()]);
  }

  function show(next: ReadonlyMap<string, Alert>, begun: readonly Alert[]): void {
    open.value = next;
    version.value += 1;
    if (begun.length > 0) for (const listener of listeners) listener(begun);
  }

  async function refresh(): Promise<void> {
    reported.clear();
    const answer = await call(routes.listAlerts, { query: { state: "open", limit: 1000 } });
    if (answer.kind !== "ok") return;
    // Alerts that were reported in the meantime are newer than the answer.
    const latest = new Map([...answer.value.map((alert) => [alert.id, alert] as const), ...reported]);
    const next = new Map([...latest].filter(([, { state }]) => state !== "resolved"));
    const begun = [...next.values()].filter(({ id, state }) => state === "active" && !open.value.has(id));
    // Alerts that were in progress when the console was opened did not begin now.
    show(next, isLoaded ? begun : []);
    isLoaded = true;
  }

  async function acknowledge(id: string, note?: string): Promise<ApiResult<Alert>> {
    const answer = await call(routes.acknowledgeAlert, { params: { alert_id: id }, body: note ? { note } : {} });
    if (answer.kind === "ok") apply([answer.value]);
    return answer;
  }

  /** Loads them whenever the live connection begins, because it does not report earlier changes. */
  function follow(): void {
    watch(
      () => station.live,
      (live) => {
        if (live === "connected") void refresh();
      },
      { immediate: true },
    );
  }

  /**
   * Calls back with the alerts that begin while the console is open, including those that the live connection did not
   * report. Returns a function that stops the callbacks.
   */
  function onBegun(listener: (begun: readonly Alert[]) => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  return { open, version, byOperation, unacknowledged, apply, refresh, acknowledge, follow, onBegun };
});

/** By the id of an operation: its most severe alert first. */
export function alertsByOperation(alerts: readonly Alert[]): ReadonlyMap<string, readonly Alert[]> {
  const groups = new Map<string, Alert[]>();
  for (const alert of mostUrgentFirst(alerts)) {
    if (alert.operation_id === null) continue;
    groups.set(alert.operation_id, [...(groups.get(alert.operation_id) ?? []), alert]);
  }
  return groups;
}

const RANK: Readonly<Record<Alert["severity"], number>> = { critical: 0, warning: 1, info: 2 };

export function mostUrgentFirst(alerts: readonly Alert[]): readonly Alert[] {
  return alerts.toSorted(
    (a, b) => RANK[a.severity] - RANK[b.severity] || (a.began_at < b.began_at ? 1 : a.began_at > b.began_at ? -1 : 0),
  );
}

import { useEventListener, useLocalStorage } from "@vueuse/core";
import { onScopeDispose, type Ref, ref } from "vue";
import type { Alert } from "../../../../../server/contracts/alerts.ts";
import { useAlerts } from "../../api/alerts.store.ts";
import { playAlertSound } from "./alert-sound.ts";

/** Whether alerts sound on this computer. */
export function useAlertSound(): Ref<boolean> {
  return useLocalStorage("fieldstation.alerts.sound", true);
}

export type NotificationState = "on" | "off" | "blocked";

const hasNotifications = (): boolean => typeof Notification !== "undefined";

const notificationState = (): NotificationState => {
  if (!hasNotifications() || Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" ? "on" : "off";
};

/** Notifications of the operating system, where the browser allows them. */
export function useNotifications() {
  const state = ref<NotificationState>(notificationState());
  return {
    state,
    async ask(): Promise<void> {
      if (hasNotifications()) await Notification.requestPermission();
      state.value = notificationState();
    },
  };
}

/** Makes each alert that begins heard, and seen where the console is not in front. */
export function useAlertSignals(titleOf: (alert: Alert) => string): void {
  const isSoundOn = useAlertSound();
  const stop = useAlerts().onBegun((alert) => {
    if (alert.sound && isSoundOn.value) playAlertSound(alert.severity);
    if (alert.notify && !document.hasFocus() && notificationState() === "on") {
      const notification = new Notification(titleOf(alert), { tag: alert.id });
      notification.addEventListener("click", () => window.focus());
    }
  });
  onScopeDispose(stop);
}

/** Calls back with key A, unless a person writes somewhere, or a dialog is open. */
export function useAcknowledgeKey(acknowledge: () => void): void {
  useEventListener(document, "keydown", (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "a" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=listbox]")) return;
    event.preventDefault();
    acknowledge();
  });
}

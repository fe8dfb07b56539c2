import { useEventListener, useLocalStorage } from "@vueuse/core";
import { onScopeDispose, type Ref, ref } from "vue";
import type { Alert } from "../../../../../server/contracts/alerts.ts";
import { useAlerts } from "../../api/alerts.store.ts";
import { desktop, isDesktop } from "../../desktop/desktop-bridge.ts";
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

/** Notifications of the operating system: where the browser allows them, and in the app unless they are switched off. */
export function useNotifications() {
  return isDesktop ? useDesktopNotifications() : useBrowserNotifications();
}

function useDesktopNotifications() {
  const state = ref<NotificationState>("on");
  onScopeDispose(desktop.settings.onState(({ notifyAlerts }) => (state.value = notifyAlerts ? "on" : "off")));
  return { state, ask: () => desktop.settings.change({ notifyAlerts: true }) };
}

function useBrowserNotifications() {
  const state = ref<NotificationState>(notificationState());
  return {
    state,
    async ask(): Promise<void> {
      if (hasNotifications()) await Notification.requestPermission();
      state.value = notificationState();
    },
  };
}

/** Makes each alert that begins heard, and seen where the console is not in front. `open` shows one that was clicked. */
export function useAlertSignals(titleOf: (alert: Alert) => string, open: (alertId: string) => void): void {
  const isSoundOn = useAlertSound();
  const stop = useAlerts().onBegun((alert) => {
    if (alert.sound && isSoundOn.value) playAlertSound(alert.severity);
    if (alert.notify) showNotification(alert, titleOf(alert), open);
  });
  onScopeDispose(stop);
  onScopeDispose(desktop.alerts.onChosen(open));
}

/** In the app, main knows whether the window is in front, and brings it there. */
function showNotification({ id, severity }: Alert, title: string, open: (alertId: string) => void): void {
  if (isDesktop) {
    void desktop.alerts.notify({ alertId: id, title, body: "", isCritical: severity === "critical" });
  } else if (!document.hasFocus() && notificationState() === "on") {
    const notification = new Notification(title, { tag: id });
    notification.addEventListener("click", () => {
      window.focus();
      open(id);
    });
  }
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

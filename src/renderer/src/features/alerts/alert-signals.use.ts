import { useLocalStorage } from "@vueuse/core";
import { onScopeDispose, type Ref, ref } from "vue";
import type { Alert } from "../../../../../server/contracts/alerts.ts";
import { mostUrgentFirst, useAlerts } from "../../api/alerts.store.ts";
import { desktop, isDesktop } from "../../desktop/desktop-bridge.ts";
import { playAlertSound } from "./alert-sound.ts";

/** Whether alerts sound on this computer. */
export function useAlertSound(): Ref<boolean> {
  return useLocalStorage("fieldstation.alerts.sound", true);
}

/** The number of notifications that are remembered for a click. */
const MAX_REMEMBERED = 200;

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

/**
 * Plays a sound for alerts that begin, one for those that begin together, and shows a notification for each while the
 * console is in the background. `open` shows an alert whose notification was clicked.
 */
export function useAlertSignals(titleOf: (alert: Alert) => string, open: (alert: Alert) => void): void {
  const isSoundOn = useAlertSound();
  // An alert may have ended when its notification is clicked; its aircraft is shown nevertheless.
  const notified = new Map<string, Alert>();
  const stop = useAlerts().onBegun((begun) => {
    const [loudest] = mostUrgentFirst(begun.filter(({ sound }) => sound));
    if (loudest && isSoundOn.value) playAlertSound(loudest.severity);
    for (const alert of begun.filter(({ notify }) => notify)) {
      remember(notified, alert);
      showNotification(alert, titleOf(alert), open);
    }
  });
  onScopeDispose(stop);
  onScopeDispose(
    desktop.alerts.onChosen((id) => {
      const alert = notified.get(id);
      if (alert) open(alert);
    }),
  );
}

function remember(notified: Map<string, Alert>, alert: Alert): void {
  notified.set(alert.id, alert);
  const [oldest] = notified.keys();
  if (notified.size > MAX_REMEMBERED && oldest !== undefined) notified.delete(oldest);
}

/** In the app, the main process knows whether the window is in front, and brings it there. */
function showNotification(alert: Alert, title: string, open: (alert: Alert) => void): void {
  const { id, severity } = alert;
  if (isDesktop) {
    void desktop.alerts.notify({ alertId: id, title, body: "", isCritical: severity === "critical" });
  } else if (!document.hasFocus() && notificationState() === "on") {
    const notification = new Notification(title, { tag: id });
    notification.addEventListener("click", () => {
      window.focus();
      open(alert);
    });
  }
}

import { Notification, type BrowserWindow } from "electron";
import { channels } from "../../preload/channels.ts";
import type { AlertNotice } from "../../preload/contract.ts";
import type { SettingsStore } from "../settings/desktop-settings.ts";

export interface NoticePorts {
  readonly settings: SettingsStore;
  readonly window: () => BrowserWindow | undefined;
  readonly openWindow: () => void;
}

/** Shows alerts as system notifications while the window is in the background. */
export function createAlertNotices({ settings, window, openWindow }: NoticePorts): (notice: AlertNotice) => void {
  // Kept in a variable: otherwise the notification would be garbage-collected and its click lost.
  const open = new Map<string, Notification>();

  return ({ alertId, title, body, isCritical }) => {
    if (!settings.current.notifyAlerts || window()?.isFocused() === true || open.has(alertId)) return;
    // The console plays its own sound, which the person can switch off.
    const notification = new Notification({ title, body, silent: true, urgency: isCritical ? "critical" : "normal" });
    open.set(alertId, notification);
    notification.once("close", () => open.delete(alertId));
    notification.once("click", () => {
      open.delete(alertId);
      openWindow();
      window()?.webContents.send(channels.alertChosen, alertId);
    });
    notification.show();
  };
}

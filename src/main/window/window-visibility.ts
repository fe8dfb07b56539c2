import type { BrowserWindow } from "electron";
import { channels } from "../../preload/channels.ts";

/** Notifies the page of a window when it is hidden or shown. */
export function sendVisibility(window: BrowserWindow): void {
  function tell(): void {
    // A window that is closed may be hidden before it is gone.
    if (!window.isDestroyed()) window.webContents.send(channels.windowVisibility, isWindowVisible(window));
  }
  window.on("show", tell);
  window.on("hide", tell);
  window.on("minimize", tell);
  window.on("restore", tell);
}

export function isWindowVisible(window: BrowserWindow): boolean {
  return window.isVisible() && !window.isMinimized();
}

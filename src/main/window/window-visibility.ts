import type { BrowserWindow } from "electron";
import { channels } from "../../preload/channels.ts";

/** Tells the page of a window when it can be seen no more, and when again. */
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

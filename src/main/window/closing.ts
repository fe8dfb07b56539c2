import { dialog, type App, type BrowserWindow } from "electron";
import type { SettingsStore } from "../settings/desktop-settings.ts";
import type { SourceWatch } from "../sources/source-watch.ts";
import { desktopText } from "../text/desktop-text.ts";
import { decideClosing } from "./closing.rules.ts";

export interface Closing {
  /** Lets the person decide, once, what closing this window does while a source is active. */
  readonly guard: (window: BrowserWindow) => void;
}

export function setUpClosing(app: App, settings: SettingsStore, sources: SourceWatch): Closing {
  let isQuitting = false;
  app.on("before-quit", () => {
    isQuitting = true;
  });

  async function ask(window: BrowserWindow): Promise<void> {
    const { message, detail, keep, quit, cancel } = desktopText().app.closing;
    const { response } = await dialog.showMessageBox(window, {
      type: "question",
      message,
      detail,
      buttons: [keep, quit, cancel],
      defaultId: 0,
      cancelId: 2,
    });
    if (response > 1 || window.isDestroyed()) return;
    settings.change({ keepReceiving: response === 0 ? "yes" : "no" });
    window.close();
  }

  return {
    guard(window) {
      let isAsking = false;
      window.on("close", (event) => {
        const { keepReceiving } = settings.current;
        const { isActive } = sources;
        const decision = decideClosing({ platform: process.platform, isQuitting, isActive, keepReceiving });
        if (decision === "close") return;
        event.preventDefault();
        if (decision === "hide") return hide(window);
        if (isAsking) return;
        isAsking = true;
        void ask(window).finally(() => {
          isAsking = false;
        });
      });
    },
  };
}

/** On macOS a full screen stays behind, black, when its window is hidden: that is left first. */
function hide(window: BrowserWindow): void {
  if (!window.isFullScreen()) return window.hide();
  window.once("leave-full-screen", () => window.hide());
  window.setFullScreen(false);
}

import { dialog, type App, type BrowserWindow } from "electron";
import type { SettingsStore } from "../settings/desktop-settings.ts";
import type { SourceWatch } from "../sources/source-watch.ts";
import { desktopText } from "../text/desktop-text.ts";
import { decideClosing } from "./closing.rules.ts";
import type { PageWork } from "./page-work.ts";

export interface Closing {
  /** Asks the person once what closing this window does while a source is active or work is running. */
  readonly guard: (window: BrowserWindow) => void;
}

type ClosingParts = { readonly settings: SettingsStore; readonly sources: SourceWatch; readonly pageWork: PageWork };

export function setUpClosing(app: App, { settings, sources, pageWork }: ClosingParts): Closing {
  let isQuitting = false;
  app.on("before-quit", () => {
    isQuitting = true;
  });

  /** Whether the window is to be closed again, as the person has decided. */
  async function askWhetherToReceive(window: BrowserWindow): Promise<boolean> {
    const { message, detail, keep, quit, cancel } = desktopText().app.closing;
    const { response } = await dialog.showMessageBox(window, {
      type: "question",
      message,
      detail,
      buttons: [keep, quit, cancel],
      defaultId: 0,
      cancelId: 2,
    });
    if (response > 1) return false;
    settings.change({ keepReceiving: response === 0 ? "yes" : "no" });
    return true;
  }

  /** Whether the person gives up what is under way. */
  async function askWhetherToCutOff(window: BrowserWindow): Promise<boolean> {
    const { message, device, files, stay, quit } = desktopText().app.closing.work;
    const { response } = await dialog.showMessageBox(window, {
      type: "warning",
      message,
      detail: [...(sources.isSettingUp ? [device] : []), ...(pageWork.count > 0 ? [files] : [])].join(" "),
      buttons: [stay, quit],
      defaultId: 0,
      cancelId: 0,
    });
    return response === 1;
  }

  return {
    guard(window) {
      let isAsking = false;
      let isGivenUp = false;
      // The work of a page ends with it.
      window.webContents.on("did-navigate", () => pageWork.set(0));

      async function ask(about: "ask" | "ask-work"): Promise<void> {
        const isDecided = await (about === "ask" ? askWhetherToReceive(window) : askWhetherToCutOff(window));
        isGivenUp = isDecided && (isGivenUp || about === "ask-work");
        isAsking = false;
        if (isDecided && !window.isDestroyed()) window.close();
      }

      window.on("close", (event) => {
        const decision = decideClosing({
          platform: process.platform,
          isQuitting,
          isActive: sources.isActive,
          isWorking: !isGivenUp && (sources.isSettingUp || pageWork.count > 0),
          keepReceiving: settings.current.keepReceiving,
        });
        if (decision === "close") return;
        event.preventDefault();
        if (decision === "hide") return hide(window);
        if (isAsking) return;
        isAsking = true;
        void ask(decision).finally(() => {
          isAsking = false;
        });
      });
    },
  };
}

/** On macOS a black full screen remains when its window is hidden: full-screen mode is left first. */
function hide(window: BrowserWindow): void {
  if (!window.isFullScreen()) return window.hide();
  window.once("leave-full-screen", () => window.hide());
  window.setFullScreen(false);
}

import { BrowserWindow, nativeTheme, screen } from "electron";
import type { AppearanceStore } from "../appearance/appearance.store.ts";
import { platformArgument, versionArgument } from "../../preload/process-arguments.ts";
import { minWindowSize, placeWindow, type Rectangle } from "./window-bounds.rules.ts";
import { findWindowState, saveWindowState } from "./window-bounds.store.ts";
import { findBackgroundColor } from "./window-colors.ts";

export interface MainWindowOptions {
  readonly preload: string;
  /** Where the window keeps its place between runs. */
  readonly profileDir: string;
  readonly version: string;
  readonly appearance: AppearanceStore;
}

/** Opens the one window, hidden until its first page is drawn, without any power of Node in its pages. */
export function openMainWindow({ preload, profileDir, version, appearance }: MainWindowOptions): BrowserWindow {
  const state = findWindowState(profileDir);
  const window = new BrowserWindow({
    ...placeWindow(state, listWorkAreas()),
    minWidth: minWindowSize.width,
    minHeight: minWindowSize.height,
    title: "Fieldstation",
    show: false,
    backgroundColor: findBackgroundColor(appearance.current.theme),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      // The map and its alerts go on while another window is in front.
      backgroundThrottling: false,
      additionalArguments: [`${platformArgument}${process.platform}`, `${versionArgument}${version}`],
    },
  });
  if (state?.maximized === true) window.maximize();
  window.once("ready-to-show", () => window.show());
  window.on("close", () =>
    saveWindowState(profileDir, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  followTheme(window, appearance);
  return window;
}

/** The usable part of each screen, that of the main one first. */
function listWorkAreas(): readonly Rectangle[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}

/** Brings the window to the front, whatever state it is in. */
export function raiseWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function followTheme(window: BrowserWindow, appearance: AppearanceStore): void {
  const repaint = (): void => window.setBackgroundColor(findBackgroundColor(appearance.current.theme));
  nativeTheme.on("updated", repaint);
  const stop = appearance.onChange(repaint);
  window.once("closed", () => {
    stop();
    nativeTheme.removeListener("updated", repaint);
  });
}

import { BrowserWindow, nativeTheme, screen } from "electron";
import { platformArgument, versionArgument } from "../../preload/process-arguments.ts";
import { placeWindow, minWindowSize } from "./window-bounds.rules.ts";
import { findWindowState, saveWindowState } from "./window-bounds.store.ts";

const nightBackground = "#10161c";
const dayBackground = "#f4f6f8";

export interface MainWindowOptions {
  readonly preload: string;
  /** Where the window keeps its place between runs. */
  readonly profileDir: string;
  readonly version: string;
}

/** Opens the one window, hidden until its first page is drawn, without any power of Node in its pages. */
export function openMainWindow({ preload, profileDir, version }: MainWindowOptions): BrowserWindow {
  const state = findWindowState(profileDir);
  const workAreas = screen.getAllDisplays().map((display) => display.workArea);
  const window = new BrowserWindow({
    ...placeWindow(state, workAreas),
    minWidth: minWindowSize.width,
    minHeight: minWindowSize.height,
    title: "Fieldstation",
    show: false,
    backgroundColor: findBackgroundColor(),
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
  followTheme(window);
  return window;
}

/** Brings the window to the front, whatever state it is in. */
export function raiseWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function followTheme(window: BrowserWindow): void {
  const repaint = (): void => window.setBackgroundColor(findBackgroundColor());
  nativeTheme.on("updated", repaint);
  window.once("closed", () => void nativeTheme.removeListener("updated", repaint));
}

function findBackgroundColor(): string {
  return nativeTheme.shouldUseDarkColors ? nightBackground : dayBackground;
}

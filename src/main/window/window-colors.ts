import { nativeTheme } from "electron";
import type { Theme } from "../../preload/contract.ts";

const nightBackground = "#10161c";
const dayBackground = "#f4f6f8";
const redBackground = "#050000";

/** The colour behind a page until it is drawn: never brighter than the page will be. */
export function findBackgroundColor(theme: Theme): string {
  if (theme === "red") return redBackground;
  return nativeTheme.shouldUseDarkColors ? nightBackground : dayBackground;
}

/** Makes the frame, menus, dialogs and `prefers-color-scheme` follow; the system knows no red. */
export function applyTheme(theme: Theme): void {
  nativeTheme.themeSource = theme === "red" ? "dark" : theme;
}

import { join } from "node:path";
import { findJson, saveJson } from "../files/json-file.ts";
import { logMessage } from "../log-message.ts";
import { windowState, type WindowState } from "./window-bounds.rules.ts";

const fileName = "window.json";

/** The saved state; `undefined` the first time and when the file is not valid. */
export function findWindowState(folder: string): WindowState | undefined {
  return findJson(join(folder, fileName), windowState);
}

/**
 * A failed write, on a full disk, only makes the window open where it was before. It happens while the window closes:
 * an error there would keep the other listeners from deciding whether the app continues.
 */
export function saveWindowState(folder: string, state: WindowState): void {
  try {
    saveJson(join(folder, fileName), state);
  } catch (error) {
    logMessage(`the place of the window could not be saved: ${String(error)}`);
  }
}

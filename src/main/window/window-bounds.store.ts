import { join } from "node:path";
import { findJson, saveJson } from "../files/json-file.ts";
import { windowState, type WindowState } from "./window-bounds.rules.ts";

const fileName = "window.json";

/** The saved state; `undefined` the first time and when the file is not valid. */
export function findWindowState(folder: string): WindowState | undefined {
  return findJson(join(folder, fileName), windowState);
}

export function saveWindowState(folder: string, state: WindowState): void {
  saveJson(join(folder, fileName), state);
}

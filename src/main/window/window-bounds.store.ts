import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { windowState, type WindowState } from "./window-bounds.rules.ts";

const fileName = "window.json";

/** The saved state; `undefined` the first time and when the file is not valid. */
export function findWindowState(folder: string): WindowState | undefined {
  const path = join(folder, fileName);
  if (!existsSync(path)) return undefined;
  return windowState.safeParse(parseJson(readFileSync(path, "utf8"))).data;
}

/** Writes a new file and renames it, so that a power cut leaves the old or the new one. */
export function saveWindowState(folder: string, state: WindowState): void {
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `${fileName}.new`);
  writeFileSync(draft, JSON.stringify(state));
  renameSync(draft, join(folder, fileName));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

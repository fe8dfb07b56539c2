import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { windowState, type WindowState } from "./window-bounds.rules.ts";

const fileName = "window.json";

/** What is remembered, or `undefined` the first time and when the file is not what it should be. */
export function findWindowState(folder: string): WindowState | undefined {
  const path = join(folder, fileName);
  if (!existsSync(path)) return undefined;
  return windowState.safeParse(parseJson(readFileSync(path, "utf8"))).data;
}

/** Writes beside the file and renames, so that a power cut leaves the old or the new one. */
export function saveWindowState(folder: string, memory: WindowState): void {
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `${fileName}.new`);
  writeFileSync(draft, JSON.stringify(memory));
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

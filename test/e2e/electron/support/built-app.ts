import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

export const projectRoot = resolve(import.meta.dirname, "../../../..");

/** The entry of the built main process. Throws where nothing is built: that is a mistake of the run, not a skip. */
export function builtMain(): string {
  const entry = join(projectRoot, "out/main/index.js");
  if (!existsSync(entry))
    throw new Error("the desktop app is not built; npm test builds it, or: npx electron-vite build");
  return entry;
}

import { realpathSync } from "node:fs";

/**
 * The one name of a port among several, as the list of ports has it: links (`/dev/serial/by-id/…`) resolved, and on
 * macOS the name to open it by.
 */
export function resolvedPortPath(path: string, platform: NodeJS.Platform = process.platform): string {
  return callOutPath(realPathOf(path), platform);
}

/** macOS has two names for each port, and its driver lists the one that waits for a modem's signal (`/dev/tty.…`). */
export function callOutPath(path: string, platform: NodeJS.Platform): string {
  return platform === "darwin" ? path.replace(/^\/dev\/tty\./, "/dev/cu.") : path;
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Unplugged, or no file at all (COM3): opening it gives the error.
    return path;
  }
}

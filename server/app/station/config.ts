import { homedir } from "node:os";
import { join } from "node:path";
import packageFile from "../../../package.json" with { type: "json" };

export const VERSION: string = packageFile.version;

export const DEFAULT_PORT = 7420;
export const DEFAULT_HOST = "127.0.0.1";

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Largest `bbox` of a telemetry list, square kilometres. */
export const MAX_BBOX_KM2 = 2500;

/** The default data directory on each operating system. The desktop app uses the same one (`src/main/app-paths.ts`). */
export function defaultDataDir(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): string {
  return join(appDataDir(platform, env), "Fieldstation", "station");
}

function appDataDir(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): string {
  const home = homedir();
  switch (platform) {
    case "win32":
      return env["APPDATA"] ?? join(home, "AppData", "Roaming");
    case "darwin":
      return join(home, "Library", "Application Support");
    default:
      return env["XDG_CONFIG_HOME"] ?? join(home, ".config");
  }
}

/** Keeps a demonstration apart from real recordings. */
export function demoDataDir(dataDir: string): string {
  return join(dataDir, "demo");
}

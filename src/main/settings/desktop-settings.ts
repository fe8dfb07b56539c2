import { join } from "node:path";
import type { DesktopSettings, Unsubscribe } from "../../preload/contract.ts";
import { findJson, saveJson } from "../files/json-file.ts";
import { logMessage } from "../log-message.ts";
import { defaultSettings, storedSettings } from "./desktop-settings.rules.ts";

/** The settings of this app on this computer. */
export interface SettingsStore {
  readonly current: DesktopSettings;
  change(part: Partial<DesktopSettings>): void;
  onChange(listener: (settings: DesktopSettings) => void): Unsubscribe;
}

export function openSettings(profileDir: string): SettingsStore {
  const path = join(profileDir, "settings.json");
  const listeners = new Set<(settings: DesktopSettings) => void>();
  let current = findJson(path, storedSettings) ?? defaultSettings;
  return {
    get current() {
      return current;
    },
    change(part) {
      current = { ...current, ...part };
      for (const listener of listeners) listener(current);
      save(path, current);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A setting that could not be written, for example on a full disk, applies until the app ends. */
function save(path: string, settings: DesktopSettings): void {
  try {
    saveJson(path, settings);
  } catch (error) {
    logMessage(`the settings could not be saved: ${String(error)}`);
  }
}

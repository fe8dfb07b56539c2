import { join } from "node:path";
import { z } from "zod";
import { type Theme, themes, type Unsubscribe } from "../../preload/contract.ts";
import { type Language, LANGUAGES } from "../../text/languages.ts";
import { findJson, saveJson } from "../files/json-file.ts";
import { logMessage } from "../log-message.ts";

const storedAppearance = z.object({
  language: z.enum(LANGUAGES).optional().catch(undefined),
  theme: z.enum(themes).catch("system"),
});

/** The console's last appearance, stored by the app: the console's own settings are not available before its page. */
export interface Appearance {
  /** Absent until the console was shown once. */
  readonly language?: Language | undefined;
  readonly theme: Theme;
}

export interface AppearanceStore {
  readonly current: Appearance;
  change(part: Partial<Appearance>): void;
  onChange(listener: (appearance: Appearance) => void): Unsubscribe;
}

export function openAppearance(profileDir: string): AppearanceStore {
  const path = join(profileDir, "appearance.json");
  const listeners = new Set<(appearance: Appearance) => void>();
  let current: Appearance = findJson(path, storedAppearance) ?? { theme: "system" };
  return {
    get current() {
      return current;
    },
    change(part) {
      const next = { ...current, ...part };
      if (next.language === current.language && next.theme === current.theme) return;
      current = next;
      for (const listener of listeners) listener(current);
      save(path, current);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A failed write, for example on a full disk, only makes the next start use the appearance of the system. */
function save(path: string, appearance: Appearance): void {
  try {
    saveJson(path, appearance);
  } catch (error) {
    logMessage(`the language and the mode could not be saved: ${String(error)}`);
  }
}

import { powerSaveBlocker } from "electron";
import type { SettingsStore } from "../settings/desktop-settings.ts";
import type { SourceWatch } from "./source-watch.ts";

/** Keeps the computer from going to sleep while a source is active or a device is set up, unless the person has switched that off. */
export function keepAwake(sources: SourceWatch, settings: SettingsStore): void {
  let blocker: number | undefined;

  function follow(): void {
    const isWanted = (sources.isActive || sources.isSettingUp) && settings.current.preventSleep;
    if (isWanted === (blocker !== undefined)) return;
    if (blocker === undefined) {
      blocker = powerSaveBlocker.start("prevent-app-suspension");
    } else {
      powerSaveBlocker.stop(blocker);
      blocker = undefined;
    }
  }

  sources.onChange(follow);
  settings.onChange(follow);
}
